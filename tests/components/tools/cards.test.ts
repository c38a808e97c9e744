import { describe, expect, test } from 'vitest'
import file from '@/content/tools/cards.json'
import { pdfOf, wrapped } from '@/components/tools/picture'
import { cards, readCards } from '@/lib/content/pages/tool-cards'

describe('the sentences', () => {
  test('are right to left only in Arabic and Hebrew, of eleven languages', () => {
    expect(cards.languages).toHaveLength(11)
    expect(cards.languages.filter(({ dir }) => dir === 'rtl').map(({ code }) => code)).toEqual(['ar', 'he'])
    for (const { code, dir, cards: own, letters = {} } of cards.languages) {
      for (const text of Object.values({ ...own, letters }).flatMap((texts) => Object.values(texts))) {
        expect(/[\u0590-\u07ff]/.test(text), `${code}: ${text}`).toBe(dir === 'rtl')
      }
    }
  })

  test.each([
    [
      'a situation is missing',
      (copy: typeof file) => delete (copy.languages[1]!.cards as Record<string, unknown>).shop,
    ],
    ['a sentence is too long', (copy: typeof file) => (copy.languages[0]!.cards.shop.plain = 'a'.repeat(181))],
    ['a language is duplicated', (copy: typeof file) => (copy.languages[1]!.code = 'en')],
    [
      'a letter is missing',
      (copy: typeof file) => delete (copy.languages[0]!.letters as Record<string, unknown>).manager,
    ],
  ])('are rejected when %s', (_, change) => {
    const copy = structuredClone(file)
    change(copy)
    expect(() => readCards(copy)).toThrow()
  })
})

const measure = (text: string) => text.length
test.each([
  ['one two three', 7, ['one two', 'three']],
  ['extraordinary', 5, ['extra', 'ordin', 'ary']],
  ['one\n\ntwo', 10, ['one', '', 'two']],
  ['私には吃音があります', 4, ['私には吃', '音があり', 'ます']],
])('breaks %j into lines at width %i', (text, width, lines) => {
  expect(wrapped(text, width, measure)).toEqual(lines)
})

test('writes a PDF with page size, picture and valid offsets', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9])
  const bytes = new Uint8Array(await pdfOf(jpeg, [1200, 762], [241, 153]).arrayBuffer())
  const text = new TextDecoder('latin1').decode(bytes)
  expect(text.startsWith('%PDF-1.4\n')).toBe(true)
  expect(text).toContain('/MediaBox [0 0 241 153]')
  expect(text).toContain('/Width 1200 /Height 762')
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(5)
  for (const [index, offset] of offsets.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`))
  const xref = Number(/startxref\n(\d+)/.exec(text)?.[1])
  expect(text.slice(xref, xref + 4)).toBe('xref')
})
