/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', ı: 'i', ة: 'ه', ى: 'ي' }

/** Written as one word with the noun, with or without a short word before it. */
const arabicArticle = /(?<!\p{L})(?:[وفبك]?ال|لل)(?=\p{L}{2})/gu

/** One form for texts and queries: compatible characters, lower case, no accents, nothing invisible. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
    .replace(arabicArticle, '')

/** Invisible characters, such as soft hyphens, may be within a word. */
const words = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\p{Cf}]|['’ʼ‐‑-](?=[\p{L}\p{N}]))*/gu

export type Word = {
  parts: string[]
  /** A hyphenated word as one. */
  joined?: string
}

function wordOf(folded: string): Word {
  const parts = folded.split(/['’ʼ‐‑-]/)
  return parts.length === 1 ? { parts } : { parts, joined: parts.join('') }
}

export const wordsOf = (text: string): Word[] => (fold(text).match(words) ?? []).map(wordOf)

export const termsOf = (text: string): string[] =>
  wordsOf(text).flatMap(({ parts, joined }) => (joined === undefined ? parts : [joined, ...parts]))

export type Piece = { text: string; found: boolean }

export function markTerms(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!termsOf(word).some((term) => terms.has(term))) continue
    if (index > end) pieces.push({ text: text.slice(end, index), found: false })
    pieces.push({ text: word, found: true })
    end = index + word.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), found: false })
  return pieces
}
