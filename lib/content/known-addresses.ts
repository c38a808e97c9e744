import { env } from '@/lib/env'
import { type PageEntry, pages } from '@/lib/pages'
import { appIcons, limits, paths } from '@/lib/site'
import { parseListPath } from './pages/share-image-text'
import { readTherapistSlugs } from './pages/therapists'
import { readAuthorSlugs, isInList, isInPosts, parsePageNumber, type PostFilter, parseTag } from './posts'
import { parsePartNumber } from './search/search-index'

/** Decides from the index of posts which addresses of dynamic routes exist, without rendering. */

export type Params = Readonly<Record<string, string>>

type Rule = (params: Params) => boolean | Promise<boolean>

const hasPost = (slug: string) => isInPosts(({ bySlug }) => bySlug.has(slug))

/** Page 1 always exists, and redirects to the list. */
async function hasPage(text: string, list: PostFilter = {}): Promise<boolean> {
  const n = parsePageNumber(text)
  if (n === null || n === 1) return n === 1
  const isListed = isInList(list)
  return isInPosts(({ published }) => {
    const total = published.filter(({ summary }) => isListed(summary)).length
    return n <= Math.ceil(total / limits.listPosts)
  })
}

const hasTag: Rule = ({ tag = '' }) => parseTag(tag) !== null

const hasAuthor = async (slug: string) => (await readAuthorSlugs()).includes(slug)
const hasTherapist = async (slug: string) => (await readTherapistSlugs()).includes(slug)

async function hasSearchPart(file: string): Promise<boolean> {
  const n = parsePartNumber(file)
  return n !== null && isInPosts(({ published }) => n <= Math.max(1, Math.ceil(published.length / limits.searchPosts)))
}

/** The same condition as in `app/blog/footer`. */
const runsFooter = (slug: string) =>
  env().allowsCodeInjection && isInPosts(({ bySlug }) => Boolean(bySlug.get(slug)?.record.codeInjectionFooter))

const hasFile: Rule = async ({ page = '', file = '' }) =>
  env().blog.source === 'notion' && (await import('./sources/notion/files')).hasNotionFile(page, file)

const fixedPaths = new Set(Object.values<PageEntry>(pages).map(({ path }) => path))

/** True exactly if `readShareImageText` finds text for the page. */
async function hasShareImage(page: string): Promise<boolean> {
  const path = page === 'home.png' ? paths.home : `/${page.replace(/\.png$/, '')}`
  if (paths.picture(path) !== `/og/${page}`) return false
  if (fixedPaths.has(path)) return true
  const [, folder, name = '', ...rest] = path.split('/')
  if (folder === 'therapist') return rest.length === 0 && hasTherapist(name)
  if (folder !== 'blog') return false
  if (rest.length === 0) return hasPost(name)
  const list = await parseListPath(path)
  return list !== null && hasPage(String(list.n), list.list)
}

const isEmulated = () => Boolean(env().identity?.authEmulator)

export const rules: Readonly<Record<string, Rule>> = {
  '/blog/[slug]': ({ slug = '' }) => hasPost(slug),
  '/blog/page/[n]': ({ n = '' }) => hasPage(n),
  '/blog/tag/[tag]': hasTag,
  '/blog/tag/[tag]/page/[n]': async ({ tag: name = '', n = '' }) => {
    const tag = parseTag(name)
    return tag !== null && hasPage(n, { tag })
  },
  '/blog/tag/[tag]/rss.xml': hasTag,
  '/blog/tag/[tag]/atom.xml': hasTag,
  '/blog/tag/[tag]/feed.json': hasTag,
  '/blog/by/[author]': ({ author = '' }) => hasAuthor(author),
  '/blog/by/[author]/page/[n]': async ({ author = '', n = '' }) => (await hasAuthor(author)) && hasPage(n, { author }),
  '/blog/search/[part]': ({ part = '' }) => hasSearchPart(part),
  '/blog/footer/[slug]': ({ slug = '' }) => runsFooter(slug),
  '/blog/file/[page]/[file]': hasFile,
  '/og/[...page]': ({ page = '' }) => hasShareImage(page),
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
export async function isKnownAddress(route: string, params: Params): Promise<boolean> {
  const rule = rules[route]
  return rule ? rule(params) : true
}
