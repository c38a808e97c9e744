/**
 * Writes `messages/en-XA`: English with accents, 40 % longer, so that texts which are not translated or do not fit show.
 * `PSEUDO_LOCALE=on` adds the language to builds, under `/en-xa`. Its long texts are the English ones.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'î',
  o: 'ö',
  u: 'ü',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  y: 'ý',
  A: 'Å',
  E: 'É',
  O: 'Ø',
}

/** Vowels are doubled, which makes English about 40 % longer. */
const lengthen = (text: string) =>
  text.replace(/[a-zA-Z]/g, (letter) => {
    const accented = accents[letter] ?? letter
    return /[aeiou]/.test(letter) ? accented + letter : accented
  })

function change(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: lengthen(element.value) }
    case TYPE.tag:
      return { ...element, children: element.children.map(change) }
    case TYPE.select:
    case TYPE.plural: {
      const options = Object.entries(element.options).map(([key, { value }]) => [key, { value: value.map(change) }])
      return { ...element, options: Object.fromEntries(options) }
    }
    default:
      return element
  }
}

export const pseudo = (message: string): string => printAST(parse(message).map(change))

type Words = { [key: string]: string | Words }

const pseudoWords = (words: Words): Words =>
  Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, typeof value === 'string' ? pseudo(value) : pseudoWords(value)]),
  )

export function writePseudoLocale(root: string): void {
  const [from, to] = [join(root, 'messages/en'), join(root, 'messages/en-XA')]
  cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith('.d.json.ts') })
  for (const file of readdirSync(from).filter((name) => name.endsWith('.json'))) {
    const words = JSON.parse(readFileSync(join(from, file), 'utf8')) as Words
    writeFileSync(join(to, file), JSON.stringify(pseudoWords(words)))
  }
  cpSync(join(root, 'content/en'), join(root, 'content/en-XA'), { recursive: true })
}
