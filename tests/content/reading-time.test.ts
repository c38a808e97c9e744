import { expect, it } from 'vitest'
import { countWords, minutesFor } from '@/lib/content/render/render'

const minutes = (text: string, times = 1) => minutesFor(countWords(text.repeat(times)))

it.each([
  ['Japanese, 8,700 characters', '話すことは、急がなくてもよいのです。', 483, [22, 28]],
  ['Chinese, 5,000 characters', '我们可以慢慢地说话吗', 500, [20, 25]],
  ['Thai, 1,400 words', 'เราพูดช้าๆได้ไหม', 280, [6, 9]],
  ['Khmer', 'ខ្ញុំចូលចិត្តអានសៀវភៅនៅពេលយប់', 200, [5, 7]],
  ['Lao', 'ຂ້ອຍມັກອ່ານປຶ້ມໃນຕອນກາງຄືນ', 200, [6, 8]],
  ['Burmese', 'ကျွန်တော်စာအုပ်ဖတ်ရတာကြိုက်တယ်', 200, [6, 8]],
  ['Korean, with spaces', '우리는 천천히 말할 수 있습니다 ', 200, [5, 5]],
  ['English', 'We can take our time here. ', 200, [6, 6]],
  ['English and Japanese', 'We can take our time here. ゆっくり話してもいいですよ。', 100, [6, 8]],
] as const)('estimates reading time: %s', (_, text, times, [least, most]) => {
  const found = minutes(text, times)
  expect(found).toBeGreaterThanOrEqual(least)
  expect(found).toBeLessThanOrEqual(most)
})

it.each([
  ['', 0],
  ['one two  three\nfour', 4],
  ['naïve cafe\u0301 हिन्दी में', 4],
  ['東京 Tokyo 2026', 4],
  ['「」、。', 0],
])('counts the words of “%s”', (text, count) => expect(countWords(text)).toBe(count))
