import type { useTranslations } from 'next-intl'
import { isolate, numberLocale, type Locale } from '@/lib/locales'
import { totalArea, pauseMark, soundMarks, type Mark, type Sound } from '@/lib/score'

/** Marks of a word. A pause comes after it. */
export const wordMarks = ['repeat', 'stretch', 'block', 'pause'] as const
export type WordMark = (typeof wordMarks)[number]

export type Word = { text: string; marks: readonly WordMark[] }

export const sentenceLength = 160

/** The words of a sentence, with the marks of unchanged words. */
export function parseWords(text: string, before: readonly Word[] = []): Word[] {
  const parts = text.slice(0, sentenceLength).split(/\s+/).filter(Boolean)
  const old = before.map((word) => word.text)
  // Compares from both ends, so that marks stay when one word changes.
  let head = 0
  while (head < Math.min(old.length, parts.length) && old[head] === parts[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, parts.length) - head && old.at(-1 - tail) === parts.at(-1 - tail)) tail++
  return parts.map((part, index) => {
    if (index < head) return { text: part, marks: before[index]!.marks }
    const fromEnd = parts.length - index
    if (fromEnd <= tail) return { text: part, marks: before.at(-fromEnd)!.marks }
    // Keeps the marks while a word is typed.
    const same = parts.length === old.length ? before[index] : undefined
    return { text: part, marks: same?.marks ?? [] }
  })
}

export const toggled = (words: readonly Word[], index: number, mark: WordMark): Word[] =>
  words.map((word, at) => {
    if (at !== index) return word
    const on = !word.marks.includes(mark)
    return { ...word, marks: wordMarks.filter((one) => (one === mark ? on : word.marks.includes(one))) }
  })

/** Written vowels without their accents, of the Latin, Greek, Cyrillic, Arabic and Hebrew scripts. */
const vowels = String.raw`aeiouyæœøıαεηιουωаеиоуыэюяіє\u0627\u0648\u0649\u064a\u05d0\u05d5\u05d9`
const vowelGroups = new RegExp(`[^${vowels}]*[${vowels}]+`, 'g')

/** One sound per group of vowels, or one for a word that writes none. */
function soundsOf(text: string): Sound[] {
  const letters = text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  const sizes = letters.match(vowelGroups)?.map((group) => group.length) ?? [Math.max(2, [...letters].length)]
  return sizes.slice(0, 6).map((size) => Math.min(96, 30 + 12 * size))
}

type DrawnWord = { marks: Mark[]; end: number }

const gap = 10

/** A word from `x`: after a block, with a repeated start, or with a stretched first sound. */
function drawWord({ text, marks }: Word, x: number, line: number, hasListener: boolean): DrawnWord {
  const sounds = soundsOf(text)
  const [first = 40] = sounds
  const firstWidth = typeof first === 'number' ? first : first[0]
  const wordSounds: Sound[] = marks.includes('stretch')
    ? [[firstWidth * 2.6, firstWidth * 0.24], ...sounds.slice(1)]
    : sounds
  const repeats = marks.includes('repeat') ? Array<Sound>(3).fill(Math.max(18, firstWidth * 0.45)) : []
  const drawn: Mark[] = []
  if (marks.includes('block')) {
    // As in the legend, the bar has half of the word's area.
    const width = firstWidth * 0.9
    drawn.push(pauseMark(x, line, width, totalArea(wordSounds) / 2, 'pause'))
    x += width
  }
  const all = [...repeats, ...wordSounds]
  drawn.push(...soundMarks(x, line, all, 'above'))
  const end = drawn.reduce((far, mark) => Math.max(far, mark.x + mark.width), x)
  if (hasListener) drawn.push(pauseMark(x, line, end - x, totalArea(all), 'below-rest', false))
  return { marks: drawn, end }
}

/** Height of a row and position of its line, in units of the drawing. */
export const rowHeight = 130
const lineOffset = 84

type SentenceLayout = {
  rowWidth?: number
  /** Draws the listener's rest below each word. */
  hasListener?: boolean
}

type DrawnSentence = { marks: Mark[]; lines: number[]; width: number; height: number }

/** A sentence as rows of a score. A pause has the area of the word before it. */
export function drawnSentence(
  words: readonly Word[],
  { rowWidth = 720, hasListener = false }: SentenceLayout = {},
): DrawnSentence {
  const marks: Mark[] = []
  let row = 0
  let x = 0
  let width = 0
  for (const word of words) {
    let line = row * rowHeight + lineOffset
    let drawn = drawWord(word, x, line, hasListener)
    if (drawn.end > rowWidth && x > 0) {
      row++
      line = row * rowHeight + lineOffset
      drawn = drawWord(word, 0, line, hasListener)
    }
    marks.push(...drawn.marks)
    x = drawn.end + gap
    if (word.marks.includes('pause')) {
      const area = totalArea(soundsOf(word.text))
      const pauseWidth = Math.max(60, area / 22)
      marks.push(pauseMark(x, line + 11, pauseWidth, area, 'pause'))
      x += pauseWidth + gap
    }
    width = Math.max(width, x - gap)
  }
  const lines = Array.from({ length: row + 1 }, (_, index) => index * rowHeight + lineOffset)
  return { marks, lines, width: Math.max(1, width), height: (row + 1) * rowHeight }
}

type SentenceWords = ReturnType<typeof useTranslations<'sentence'>>

const describedMarks = ['block', 'repeat', 'stretch', 'pause'] as const satisfies readonly WordMark[]

/** The drawing in words, for screen readers. */
export function describedSentence(words: readonly Word[], t: SentenceWords, locale: Locale): string {
  if (words.length === 0) return t('empty')
  const sentence = isolate(words.map(({ text }) => text).join(' '), locale)
  const events = words.flatMap(({ text, marks }) =>
    describedMarks
      .filter((mark) => marks.includes(mark))
      .map((mark) => t(`events.${mark}`, { word: isolate(text, locale) })),
  )
  if (events.length === 0) return t('nothingMarked', { sentence })
  return t('described', { sentence, events: listOf(events, locale) })
}

export const listOf = (words: readonly string[], locale: Locale) =>
  new Intl.ListFormat(numberLocale(locale), { type: 'unit' }).format(words)

const bits: Record<WordMark, number> = { repeat: 1, stretch: 2, block: 4, pause: 8 }

/** A sentence as a URL fragment, which browsers never send. */
export function toFragment(words: readonly Word[]): string {
  const digits = words.map(({ marks }) => marks.reduce((sum, mark) => sum + bits[mark], 0).toString(16)).join('')
  return new URLSearchParams({ m: digits, t: words.map(({ text }) => text).join(' ') }).toString()
}

/** The sentence of a fragment, with or without `#`, or null. */
export function fromFragment(fragment: string): Word[] | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const words = parseWords(fields.get('t') ?? '')
  if (words.length === 0) return null
  const digits = fields.get('m') ?? ''
  return words.map(({ text }, index) => {
    const value = Number.parseInt(digits[index] ?? '0', 16) || 0
    return { text, marks: wordMarks.filter((mark) => (value & bits[mark]) !== 0) }
  })
}
