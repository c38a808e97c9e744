import { expect, it } from 'vitest'
import { countWords, minutesFor } from '@/lib/content/render/render'

it.each([
  ['', 0],
  ['One — two, three’s 4 …', 4],
  ['Бавно, без бързане', 3],
  ['吃音のはなし', 3],
  ['口吃不是病', 3],
  ['การพูดติดอ่าง', 4],
  ['A word 吃音 and more', 5],
])('counts the words of “%s”', (text, count) => expect(countWords(text)).toBe(count))

it.each([
  [0, 1],
  [299, 1],
  [300, 2],
  [1000, 5],
])('gives %i words %i minutes', (words, minutes) => expect(minutesFor(words)).toBe(minutes))
