const marks = /\p{M}/gu

/** Text as it is compared: small letters without accents, one space between words. */
export const folded = (text: string) =>
  text.normalize('NFD').replace(marks, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** Whether every word of the query, or its beginning, stands somewhere in the text. An empty query finds all. */
export function matches(text: string, query: string): boolean {
  const inside = folded(text)
  return folded(query)
    .split(' ')
    .every((word) => inside.includes(word))
}
