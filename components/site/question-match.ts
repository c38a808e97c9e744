const marks = /[\p{M}\u00ad]/gu
const apostrophes = /['’‘ʼ`´]/g
const hyphens = /([\p{L}\p{N}])[-‐‑](?=[\p{L}\p{N}])/gu
const signs = /[^\p{L}\p{N}]+/gu

/**
 * Text as it is compared: small letters without accents or apostrophes, words joined by a hyphen as one, one
 * space between words and no other sign.
 */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(marks, '')
    .toLowerCase()
    .replace(apostrophes, '')
    .replace(hyphens, '$1')
    .replace(signs, ' ')
    .trim()

/** Whether every word of the query begins a word of the text. An empty query finds all. */
export function matches(text: string, query: string): boolean {
  // What a hyphen joins is found by its parts, too.
  const inside = ` ${folded(text)} ${folded(text.replace(hyphens, '$1 '))}`
  return folded(query)
    .split(' ')
    .every((word) => inside.includes(` ${word}`))
}
