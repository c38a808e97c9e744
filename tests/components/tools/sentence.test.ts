import { describe, expect, test } from 'vitest'
import {
  describedSentence,
  drawnSentence,
  fromFragment,
  rowHeight,
  sentenceLength,
  toFragment,
  toggled,
  wordMarks,
  parseWords,
  type Word,
} from '@/components/tools/sentence'
import { translatorOf } from '@/lib/i18n/messages'
import { locales, type Locale } from '@/lib/locales'

const marked = (...words: [string, ...Word['marks'][number][]][]): Word[] =>
  words.map(([text, ...marks]) => ({ text, marks }))

describe('words of a sentence', () => {
  test.each([
    ['   ', []],
    ['  one   two\nthree ', ['one', 'two', 'three']],
    ['你好 世界', ['你好', '世界']],
  ])('%j are %j', (text, expected) => {
    expect(parseWords(text).map((word) => word.text)).toEqual(expected)
  })

  test('are cut at the length limit', () => {
    expect(
      parseWords('a '.repeat(500))
        .map((word) => word.text)
        .join(' ').length,
    ).toBeLessThanOrEqual(sentenceLength)
  })

  const before = marked(['I'], ['like', 'block'], ['bread', 'stretch'])
  test.each<[string, string, Word['marks'][]]>([
    ['a word is added at the start', 'But I like bread', [[], [], ['block'], ['stretch']]],
    ['a word is added in the middle', 'I like walnut bread', [[], ['block'], [], ['stretch']]],
    ['a letter is added to a word', 'I like breads', [[], ['block'], ['stretch']]],
  ])('keep their marks when %s', (_, text, marks) => {
    expect(parseWords(text, before).map((word) => word.marks)).toEqual(marks)
  })
})

test('toggles marks in a fixed order', () => {
  const words = parseWords('one two')
  const both = toggled(toggled(words, 1, 'pause'), 1, 'repeat')
  expect(both[1]?.marks).toEqual(['repeat', 'pause'])
  expect(toggled(both, 1, 'pause')[1]?.marks).toEqual(['repeat'])
  expect(both[0]?.marks).toEqual([])
})

describe('the drawing', () => {
  test.each([
    ['bread', 'pause', 1],
    ['你好', 'pause', 1],
    ['bread', 'block', 1 / 2],
  ] as const)('beside %s gives a %s %d of the area of the word', (text, mark, share) => {
    const { marks } = drawnSentence(marked([text, mark]))
    const area = (of: 'swell' | 'rest') =>
      marks.reduce((sum, { kind, width, height }) => sum + (kind === of ? width * height : 0), 0)
    expect(area('rest')).toBeCloseTo((share * area('swell') * Math.PI) / 4, 5)
  })

  test('draws a repeat as three small sounds, a stretch as a flat one', () => {
    const plain = drawnSentence(marked(['bread'])).marks
    const repeated = drawnSentence(marked(['bread', 'repeat'])).marks
    expect(repeated).toHaveLength(plain.length + 3)
    const [first] = drawnSentence(marked(['bread', 'stretch'])).marks
    expect(first!.width).toBeGreaterThan(plain[0]!.width)
    expect(first!.height).toBeLessThan(plain[0]!.height)
  })

  test.each([
    ['ação', 2],
    ['Käse', 2],
    ['свобода', 3],
    ['رغيفًا', 2],
    ['خبز', 1],
    ['שלום', 1],
  ])('counts the vowels of %s', (text, sounds) => {
    expect(drawnSentence(marked([text])).marks).toHaveLength(sounds)
  })

  test('wraps long sentences, without overlapping marks', () => {
    const words = parseWords('a long sentence with many words that has to go on to a second row and a third')
    const { marks, lines, height } = drawnSentence(words)
    expect(lines.length).toBeGreaterThan(1)
    expect(height).toBe(lines.length * rowHeight)
    for (const line of lines) {
      const row = marks.filter(({ y }) => y === line).toSorted((one, other) => one.x - other.x)
      for (const [index, mark] of row.entries()) {
        const next = row[index + 1]
        if (next) expect(next.x).toBeGreaterThanOrEqual(mark.x + mark.width - 0.001)
      }
    }
  })
})

test.each<[Locale, Word[], string]>([
  ['en', [], 'No sentence yet.'],
  ['en', marked(['One'], ['two']), '“One two”, with nothing marked.'],
  [
    'en',
    marked(['I'], ['want', 'pause'], ['walnut', 'block', 'repeat'], ['bread', 'stretch']),
    '“I want walnut bread”: a pause after “want”, a block before “walnut”, the beginning of “walnut” repeats, the first sound of “bread” is stretched.',
  ],
  ['de', marked(['Ja', 'pause', 'block']), '„Ja“: eine Blockade vor „Ja“, eine Pause nach „Ja“.'],
])('describes the drawing in %s of %j', async (locale, words, text) => {
  expect(describedSentence(words, await translatorOf(locale, 'sentence'), locale)).toBe(text)
})

test.each(locales)('the example in %s fits, with one mark for each word', async (locale) => {
  const t = await translatorOf(locale, 'sentence')
  expect(t('example').length).toBeLessThanOrEqual(60)
  expect(t('exampleMarks')).toMatch(new RegExp(`^[0148]{${parseWords(t('example')).length}}$`))
})

describe('a link', () => {
  test.each([
    ['every mark', marked(['one', ...wordMarks], ['two', 'pause'])],
    ['signs that addresses use', marked(['a&b=c#d', 'block'], ['100%', 'repeat'], ['+1'])],
    ['other scripts', marked(['你好', 'stretch'], ['שלום'])],
  ])('restores %s', (_, words) => {
    expect(fromFragment(`#${toFragment(words)}`)).toEqual(words)
  })

  test.each(['', '#top', '#m=f', '#t=%20'])('is invalid without a sentence: %j', (fragment) => {
    expect(fromFragment(fragment)).toBeNull()
  })

  test('keeps the words with broken marks', () => {
    expect(fromFragment('#m=zz&t=one+two+three')).toEqual(marked(['one'], ['two'], ['three']))
  })
})
