import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, type Locale } from '@/lib/locales'
import { paths, messageKey, type PageName, pages } from '@/lib/site'
import { readAuthor, parsePageNumber, type PostFilter, readPostPage, readPosts, parseTag } from '@/lib/content/posts'
import { readTherapist } from './therapists'

const names = Object.keys(pages) as PageName[]

type ListImage = { list: PostFilter; n: number; text: string }

/** The list of posts and the page that a path names. Page 1 is the list's own path. */
export async function parseListPath(path: string, locale: Locale = defaultLocale): Promise<ListImage | null> {
  const [, base = path, number] = /^(.+)\/page\/([^/]+)$/.exec(path) ?? []
  const n = number === undefined ? 1 : parsePageNumber(number)
  if (n === null || (n === 1 && number !== undefined)) return null
  if (base === paths.blog) return { list: { locale }, n, text: (await translatorOf(locale, 'pages'))('blog.card') }
  const [, , kind, name = ''] = base.split('/')
  const tag = kind === 'tag' ? parseTag(name) : null
  if (tag && base === paths.tag(tag))
    return { list: { locale, tag }, n, text: (await translatorOf(locale, 'blogTags'))(`${messageKey(tag)}.title`) }
  const postAuthor = kind === 'by' ? await readAuthor(name, locale) : null
  if (!postAuthor || base !== paths.by(name)) return null
  const t = await translatorOf(locale, 'blog')
  return { list: { locale, author: name }, n, text: t('author.postsBy', { name: postAuthor.name }) }
}

/** Null if there is no such page. `path` is without the language. */
export async function readShareImageText(path: string, locale: Locale = defaultLocale): Promise<string | null> {
  const page = names.find((name) => pages[name].path === path)
  if (page) return (await translatorOf(locale, 'pages'))(`${page}.card`)
  const [, folder, name = '', ...rest] = path.split('/')
  if (folder === 'therapist') return rest.length > 0 ? null : ((await readTherapist(name, locale))?.name ?? null)
  if (folder !== 'blog') return null
  if (rest.length > 0) {
    const image = await parseListPath(path, locale)
    return image && (await readPostPage(image.n, image.list)) && image.text
  }
  return (await readPosts(locale)).find(({ slug }) => slug === name)?.title ?? null
}

const fontFolder = join(process.cwd(), 'node_modules/@fontsource/figtree/files')
const weights = [400, 600] as const
const subsets = { Figtree: 'latin', 'Figtree ext': 'latin-ext' }

async function fileOf(name: string, subset: string, weight: 400 | 600) {
  return { name, weight, data: await readFile(join(fontFolder, `figtree-${subset}-${weight}-normal.woff`)) }
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
