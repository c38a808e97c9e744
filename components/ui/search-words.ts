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

/** Scripts without spaces between words, and Korean, whose words carry endings. */
const unspaced =
  '(?=[\\p{L}\\p{N}\\p{M}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]'
const letter = `(?!${unspaced})[\\p{L}\\p{N}\\p{M}]\\p{Cf}*`
const words = new RegExp(`(?:${unspaced}\\p{Cf}*)+|(?:${letter})+(?:['’ʼ‐‑-](?:${letter})+)*`, 'gu')
const isUnspaced = new RegExp(`^${unspaced}`, 'u')
const joiners = /['’ʼ‐‑-]/

export type Word = {
  /** Each pair of characters of a word without spaces; otherwise the parts of the word. */
  parts: string[]
  /** A hyphenated word as one. */
  joined?: string
}

function wordOf(folded: string): Word {
  if (isUnspaced.test(folded)) {
    const characters = [...folded]
    return { parts: characters.length === 1 ? characters : characters.slice(1).map((each, n) => characters[n] + each) }
  }
  const parts = folded.split(joiners)
  return parts.length === 1 ? { parts } : { parts, joined: parts.join('') }
}

export const wordsOf = (text: string): Word[] => (fold(text).match(words) ?? []).map(wordOf)

/** The terms of a text for the index. The last character of a word without spaces counts alone, too. */
export const termsOf = (text: string): string[] =>
  (fold(text).match(words) ?? []).flatMap((word) => {
    const { parts, joined } = wordOf(word)
    if (joined !== undefined) return [joined, ...parts]
    return isUnspaced.test(word) ? [...parts, [...word].at(-1) ?? ''] : parts
  })

export type Piece = { text: string; found: boolean }

function markUnspaced(word: string, terms: ReadonlySet<string>): Piece[] {
  const characters = [...word]
  const starts = characters.map((each, n) => terms.has(fold(each + (characters[n + 1] ?? ''))))
  return characters.map((text, n) => ({ text, found: starts[n] || starts[n - 1] || terms.has(fold(text)) }))
}

/** A text in pieces, with the words that were found. */
export function markTerms(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  const add = (piece: Piece) => {
    const last = pieces.at(-1)
    if (last?.found === piece.found) last.text += piece.text
    else if (piece.text) pieces.push(piece)
  }
  let end = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    add({ text: text.slice(end, index), found: false })
    if (isUnspaced.test(word)) markUnspaced(word, terms).forEach(add)
    else add({ text: word, found: termsOf(word).some((term) => terms.has(term)) })
    end = index + word.length
  }
  add({ text: text.slice(end), found: false })
  return pieces
}
