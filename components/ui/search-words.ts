/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
}
/** Accents, Hebrew and Arabic points, and invisible characters. */
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]|[\u0640\p{Cf}]|[\ufe00-\ufe0f]/gu

/** One form for texts and queries: compatible characters, lower case, no accents, nothing invisible. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC')

const word = /[\p{L}\p{N}\p{M}\p{Cf}]+(?:['’ʼ‐‑-][\p{L}\p{N}\p{M}\p{Cf}]+)*/gu
const joiners = /['’ʼ‐‑-]/

export type Word = {
  parts: string[]
  /** A word with a hyphen or an apostrophe as one. */
  joined?: string
}

export const wordsOf = (text: string): Word[] =>
  (fold(text).match(word) ?? []).map((found) => {
    const parts = found.split(joiners)
    return parts.length === 1 ? { parts } : { parts, joined: parts.join('') }
  })

/** The terms of a text for the index. */
export const termsOf = (text: string): string[] =>
  wordsOf(text).flatMap(({ parts, joined }) => (joined === undefined ? parts : [joined, ...parts]))

export type Piece = { text: string; found: boolean }

/** A text in pieces, with the words that were found. */
export function markTerms(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  const add = (piece: Piece) => {
    const last = pieces.at(-1)
    if (last?.found === piece.found) last.text += piece.text
    else if (piece.text) pieces.push(piece)
  }
  let end = 0
  for (const { 0: found, index } of text.matchAll(word)) {
    add({ text: text.slice(end, index), found: false })
    add({ text: found, found: termsOf(found).some((term) => terms.has(term)) })
    end = index + found.length
  }
  add({ text: text.slice(end), found: false })
  return pieces
}
