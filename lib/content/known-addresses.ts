import { env } from '@/lib/env'
import { type PageEntry, pages } from '@/lib/pages'
import { appIcons, limits, paths } from '@/lib/site'
import { therapistSlugs } from './pages/therapists'
import type { Snapshot } from './post-cache'
import { authorSlugs, lookUp, pageNumber, tagNamed } from './posts'
import { partNumber } from './search/search-index'

/** Decides from the index of posts which addresses of dynamic routes exist, without rendering. */

export type Params = Readonly<Record<string, string>>

type Rule = (params: Params) => boolean | Promise<boolean>

const counts = new WeakMap<Snapshot['published'], Map<string, number>>()

function countsOf({ published }: Snapshot): Map<string, number> {
  const known = counts.get(published)
  if (known) return known
  const made = new Map([[paths.blog as string, published.length]])
  const add = (list: string) => made.set(list, (made.get(list) ?? 0) + 1)
  for (const { summary } of published) {
    for (const tag of summary.tags) add(paths.tag(tag))
    add(paths.by(summary.author.slug))
  }
  counts.set(published, made)
  return made
}

const hasPost = (slug: string) => lookUp(({ bySlug }) => bySlug.has(slug))

/** Page 1 always exists, and redirects to the list. */
async function hasPage(list: string, text: string): Promise<boolean> {
  const n = pageNumber(text)
  if (n === null) return false
  return n === 1 || lookUp((snapshot) => n <= Math.ceil((countsOf(snapshot).get(list) ?? 0) / limits.listPosts))
}

const hasTag: Rule = ({ tag = '' }) => tagNamed(tag) !== null

let people: Promise<{ authors: string[]; therapists: string[] }> | undefined

async function readPeople() {
  const [authors, therapists] = await Promise.all([authorSlugs(), therapistSlugs()])
  return { authors, therapists }
}

const hasAuthor = async (slug: string) => (await (people ??= readPeople())).authors.includes(slug)
const hasTherapist = async (slug: string) => (await (people ??= readPeople())).therapists.includes(slug)

async function hasPart(file: string): Promise<boolean> {
  const n = partNumber(file)
  return n !== null && lookUp(({ published }) => n <= Math.max(1, Math.ceil(published.length / limits.searchPosts)))
}

/** The same condition as in `app/blog/footer`. */
const runsFooter = (slug: string) =>
  env().allowsCodeInjection && lookUp(({ bySlug }) => Boolean(bySlug.get(slug)?.record.codeInjectionFooter))

const hasFile: Rule = async ({ page = '', file = '' }) =>
  env().blog.source === 'notion' && (await import('./sources/notion/files')).hasNotionFile(page, file)

const fixed = new Set(Object.values<PageEntry>(pages).map(({ path }) => path))

/** True exactly if `shareImageText` finds text for the page. */
async function hasPicture(page: string): Promise<boolean> {
  const path = page === 'home.png' ? paths.home : `/${page.replace(/\.png$/, '')}`
  if (paths.picture(path) !== `/og/${page}`) return false
  if (fixed.has(path)) return true
  const [, folder, kind = '', name = '', word, n, ...rest] = path.split('/')
  if (folder === 'therapist') return name === '' && !path.endsWith('/') && hasTherapist(kind)
  if (folder !== 'blog' || rest.length > 0) return false
  if (path === paths.post(kind)) return hasPost(kind)
  if (kind === 'page') return path === `${paths.blog}/page/${name}` && name !== '1' && hasPage(paths.blog, name)
  const list = kind === 'tag' && tagNamed(name) ? paths.tag(name) : null
  const own = list ?? (kind === 'by' && (await hasAuthor(name)) ? paths.by(name) : null)
  if (own === null) return false
  if (path === own) return true
  return word === 'page' && n !== undefined && n !== '1' && path === `${own}/page/${n}` && hasPage(own, n)
}

const isEmulated = () => Boolean(env().identity?.authEmulator)

export const rules: Readonly<Record<string, Rule>> = {
  '/blog/[slug]': ({ slug = '' }) => hasPost(slug),
  '/blog/page/[n]': ({ n = '' }) => hasPage(paths.blog, n),
  '/blog/tag/[tag]': hasTag,
  '/blog/tag/[tag]/page/[n]': async ({ tag = '', n = '' }) => tagNamed(tag) !== null && hasPage(paths.tag(tag), n),
  '/blog/tag/[tag]/rss.xml': hasTag,
  '/blog/tag/[tag]/atom.xml': hasTag,
  '/blog/tag/[tag]/feed.json': hasTag,
  '/blog/by/[author]': ({ author = '' }) => hasAuthor(author),
  '/blog/by/[author]/page/[n]': async ({ author = '', n = '' }) =>
    (await hasAuthor(author)) && hasPage(paths.by(author), n),
  '/blog/search/[part]': ({ part = '' }) => hasPart(part),
  '/blog/footer/[slug]': ({ slug = '' }) => runsFooter(slug),
  '/blog/file/[page]/[file]': hasFile,
  '/og/[...page]': ({ page = '' }) => hasPicture(page),
  '/app-icon/[name]': ({ name = '' }) => Object.hasOwn(appIcons, name),
  '/therapist/[slug]': ({ slug = '' }) => hasTherapist(slug),
  '/emulator/[...path]': isEmulated,
  '/identitytoolkit.googleapis.com/[...path]': isEmulated,
  '/securetoken.googleapis.com/[...path]': isEmulated,
  '/v0/[...path]': () => Boolean(env().identity?.storageEmulator),
  '/__/[...path]': ({ path = '' }) => env().identity !== null && !isEmulated() && /^(auth|firebase)\/./.test(path),
}

/**
 * Whether an address of a dynamic route exists. Asks the source again, if due, before answering no.
 * @param route Next's name, such as `/blog/[slug]`
 * @throws {BlogUnavailable} if there is no index
 */
export async function isKnown(route: string, params: Params): Promise<boolean> {
  const rule = rules[route]
  return rule ? rule(params) : true
}
