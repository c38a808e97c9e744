import { readFile } from 'node:fs/promises'
import path from 'node:path'

const folder = path.join(process.cwd(), 'node_modules/@fontsource/figtree/files')
const weights = [400, 600] as const
const subsets = { Figtree: 'latin', 'Figtree ext': 'latin-ext' }

async function fileOf(name: string, subset: string, weight: 400 | 600) {
  return { name, weight, data: await readFile(path.join(folder, `figtree-${subset}-${weight}-normal.woff`)) }
}

let fonts: Promise<Awaited<ReturnType<typeof fileOf>>[]> | undefined

export function loadFigtree() {
  return (fonts ??= Promise.all(
    Object.entries(subsets).flatMap(([name, subset]) => weights.map((weight) => fileOf(name, subset, weight))),
  ))
}

/** Characters in the font files above. */
const supportedText =
  /^[ -~\u00A0-\u00AC\u00AE-\u0113\u0116-\u0127\u012A\u012B\u012E-\u0137\u0139-\u013E\u0141-\u0148\u014A-\u014D\u0150-\u0161\u0164\u0165\u016A-\u017E\u0218-\u021B\u0237\u1E80-\u1E85\u1E9E\u1EF2\u1EF3\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020\u2022\u2026\u2039\u203A\u20AC\u2122\u2212]*$/

function toSupported(character: string): string | null {
  if (supportedText.test(character)) return character
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  if (supportedText.test(plain)) return plain
  return /[\p{L}\p{N}]/u.test(character) ? null : ''
}

/**
 * Reduces text to characters of the typeface, because the image library would fetch missing fonts from other sites.
 * @returns null if letters are missing from the typeface
 */
export function toTypeface(words: string): string | null {
  const characters = [...words.normalize('NFC')].map(toSupported)
  if (characters.includes(null)) return null
  return characters.join('').replace(/\s+/g, ' ').trim() || null
}
