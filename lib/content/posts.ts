import { draftMode, headers } from 'next/headers'
import { unstable_cache as cached } from 'next/cache'
import { connection } from 'next/server'
import type { Root } from 'hast'
import path from 'node:path'
import type { PostNeighbours, Author, PlainPost, Post, PostPage, PostSummary } from '@/lib/contract/content'
import { defaultLocale, localPath, type Locale, locales, splitPath } from '@/lib/locales'
import { type BlogEnv, contentEnv, readBlogEnv } from '@/lib/site-settings'
import { hasValidPreviewCookie } from '@/lib/preview-cookie'
import { processState } from '@/lib/server/process-state'
import { type BlogTag, blogTags, limits, postTimes } from '@/lib/site'
import { readCopyNames } from './content-files'
import { PostCache, type PostList, lastGoodFiles } from './post-cache'
import { readAuthors, type Draft, type SourceBody } from './record'
import { elementsIn, serializer } from './render/markdown'
import { markdownSource } from './sources/markdown'
import { notionSource } from './sources/notion/notion'

export const contentTag = 'posts'

/** Next's draft cookie alone does not prove permission. */
export async function isPreview(): Promise<boolean> {
  if (!(await draftMode()).isEnabled) return false
  return hasValidPreviewCookie((await headers()).get('cookie'), contentEnv().revalidateSecret)
}

export { reasonOf } from './content-files'
export { BlogUnavailable, retryAfterSeconds } from './post-cache'

const isBuilding = () => process.env.NEXT_PHASE === 'phase-production-build'
const usesNotion = () => process.env.BLOG_SOURCE?.trim() === 'notion'

/** A build has only the blog's settings. */
const blogEnv = (): BlogEnv => (isBuilding() ? readBlogEnv() : contentEnv().blog)

function createPostCache(): PostCache {
  const settings = blogEnv()
  const listMs = postTimes.list[settings.source] * 1000
  if (settings.source === 'markdown') {
    return new PostCache(markdownSource(settings.folder), { listMs, isStrict: isBuilding() })
  }
  const dataDir = isBuilding() ? process.env.DATA_DIR?.trim() || '.data' : contentEnv().dataDir
  return new PostCache(notionSource(settings), { listMs, files: lastGoodFiles(path.join(dataDir, 'blog')) })
}

const postCache = (): PostCache => processState('post-cache', createPostCache)

/** Tags the page being rendered. */
const tagPage = cached(async () => true, ['posts'], { tags: [contentTag] })

async function readList(): Promise<PostList> {
  try {
    await tagPage().catch(() => undefined)
    return await postCache().read()
  } catch (error) {
    // During a vendor's outage, a build leaves the page to its first request.
    if (isBuilding() && usesNotion()) await connection()
    throw error
  }
}

const find = (drafts: readonly Draft[], slug: string, locale: Locale): Draft | undefined =>
  drafts.find(({ summary }) => summary.slug === slug && (summary.locale ?? defaultLocale) === locale)

/** Works outside of Next's rendering, too. */
export const isPublishedPost = async (slug: string, locale: Locale): Promise<boolean> =>
  find((await postCache().read()).published, slug, locale) !== undefined

export const refreshPosts = (): Promise<void> => postCache().refresh()

export const isBlogHealthy = (): Promise<boolean> => postCache().isHealthy()

const summariesIn = ({ published }: PostList, locale: Locale): PostSummary[] =>
  published.flatMap(({ summary }) => ((summary.locale ?? defaultLocale) === locale ? summary : []))

/** Published posts in a language, newest first. */
export const readPosts = async (locale: Locale = defaultLocale): Promise<PostSummary[]> =>
  summariesIn(await readList(), locale)

/** The posts in a language, then those that are only there in English. */
export async function readListed(locale: Locale = defaultLocale): Promise<PostSummary[]> {
  const list = await readList()
  const own = summariesIn(list, locale)
  const translated = new Set(own.map(({ slug }) => slug))
  return [...own, ...summariesIn(list, defaultLocale).filter(({ slug }) => !translated.has(slug))]
}

export async function readTranslations(slug: string): Promise<Locale[]> {
  const { published } = await readList()
  return locales.filter((locale) => find(published, slug, locale))
}

/** A published post and its text as a tree. Null for drafts and unknown slugs. */
export async function readPostTree(
  slug: string,
  locale: Locale = defaultLocale,
): Promise<(PostSummary & SourceBody) | null> {
  const list = await readList()
  const draft = find(list.published, slug, locale)
  return draft ? { ...draft.summary, ...(await readBody(draft, list)) } : null
}

/** Such as `/faq#cost`, but not `/pictures/lake.jpg` or `/es/faq`. */
const isPagePath = (href: unknown): href is string =>
  typeof href === 'string' && /^\/(?!\/)[^.?#]*(?:[?#]|$)/.test(href) && splitPath(href).locale === defaultLocale

/** Points links at pages in the language of the text. Posts that are not translated keep their English address. */
function withLocalLinks(tree: Root, locale: Locale, isTranslated: (slug: string) => boolean): Root {
  const copy = structuredClone(tree)
  for (const { tagName, properties } of elementsIn(copy)) {
    const { href } = properties
    if (tagName !== 'a' || !isPagePath(href)) continue
    const [, slug] = /^\/blog\/([a-z0-9-]+)(?:[?#]|$)/.exec(href) ?? []
    if (slug !== undefined && !isTranslated(slug)) properties.hrefLang = defaultLocale
    else properties.href = localPath(href, locale)
  }
  return copy
}

async function readBody(draft: Draft, { published }: PostList): Promise<SourceBody> {
  const body = await postCache().body(draft)
  const { locale = defaultLocale } = draft.summary
  if (locale === defaultLocale) return body
  const localised = (tree: Root) => withLocalLinks(tree, locale, (slug) => find(published, slug, locale) !== undefined)
  const answer = body.answer && localised({ type: 'root', children: body.answer })
  return { ...body, tree: localised(body.tree), answer: answer && (answer.children as typeof body.answer) }
}

async function withBody(draft: Draft, list: PostList, change = (tree: Root) => tree): Promise<Post> {
  const { codeInjectionFooter = null } = draft.record
  const { tree, contents, answer, minutes } = await readBody(draft, list)
  const runsFooter = codeInjectionFooter !== null && !isBuilding() && contentEnv().allowsCodeInjection
  return {
    ...draft.summary,
    codeInjectionFooter,
    runsFooter,
    html: serializer.stringify(change(tree)),
    contents,
    answer: answer && serializer.stringify({ type: 'root', children: answer }),
    minutes,
  }
}

/** For the search. Null, and logged, if the text cannot be read. */
export async function readPlainPost({ slug, locale }: PostSummary): Promise<PlainPost | null> {
  const body = await readPostTree(slug, locale).catch(() => null)
  if (!body) return null
  const headings = body.contents.flatMap(({ text, parts = [] }) => [text, ...parts.map((part) => part.text)])
  return { headings: headings.join(' · '), text: body.text ?? '' }
}

/** Null for drafts and unknown slugs. */
export async function readPost(slug: string, locale: Locale = defaultLocale): Promise<Post | null> {
  const list = await readList()
  const draft = find(list.published, slug, locale)
  return draft ? withBody(draft, list) : null
}

/** The image optimiser's requests lack the preview cookie. */
function withoutOptimiser(tree: Root): Root {
  const copy = structuredClone(tree)
  for (const { tagName, properties } of elementsIn(copy)) {
    const [, query] = (tagName === 'img' && String(properties.src).split('/_next/image?')) || []
    if (query === undefined) continue
    delete properties.srcSet
    properties.src = new URLSearchParams(query).get('url') ?? ''
  }
  return copy
}

/** A post that may be unpublished. Never cache the result. */
export async function readDraftPost(
  slug: string,
  locale: Locale = defaultLocale,
): Promise<(Post & { isPublished: boolean }) | null> {
  const list = await readList()
  const draft = find(list.drafts, slug, locale)
  if (!draft) return null
  return { ...(await withBody(draft, list, withoutOptimiser)), isPublished: list.published.includes(draft) }
}

export async function readBodyByKey(key: string, includesDrafts = false): Promise<SourceBody | null> {
  const { published, drafts } = await readList()
  const draft = (includesDrafts ? drafts : published).find((one) => one.key === key)
  return draft ? postCache().body(draft) : null
}

/** Those of the same language, then those with the most tags in common, then those nearest in time. */
function findRelated(post: PostSummary, others: readonly PostSummary[]): PostSummary[] {
  const shared = ({ tags }: PostSummary) => tags.filter((tag) => post.tags.includes(tag)).length
  const isOther = ({ locale }: PostSummary) => Number(locale !== post.locale)
  const distance = ({ written }: PostSummary) => Math.abs(Date.parse(written) - Date.parse(post.written))
  return others
    .filter((other) => shared(other) > 0)
    .toSorted(
      (one, other) => isOther(one) - isOther(other) || shared(other) - shared(one) || distance(one) - distance(other),
    )
    .slice(0, limits.relatedPosts)
}

export async function readNeighbours(slug: string, locale: Locale = defaultLocale): Promise<PostNeighbours> {
  const all = await readPosts(locale)
  const index = all.findIndex((one) => one.slug === slug)
  const current = all[index]
  if (!current) return { newer: null, older: null, related: [] }
  const [newer = null, older = null] = [all[index - 1], all[index + 1]]
  const others = (await readListed(locale)).filter((one) => one !== current && one !== newer && one !== older)
  return { newer, older, related: findRelated(current, others) }
}

export type PostFilter = { locale?: Locale; tag?: BlogTag; author?: string }

export const isInList =
  ({ tag, author: readAuthor }: PostFilter) =>
  (post: PostSummary): boolean =>
    (tag === undefined || post.tags.includes(tag)) && (readAuthor === undefined || post.author.slug === readAuthor)

export const filterPosts = async (list: PostFilter = {}): Promise<PostSummary[]> =>
  (await readListed(list.locale)).filter(isInList(list))

/** Page `n` of a list, from 1. Null beyond the last, but an empty list has one page. */
export async function readPostPage(n: number, list: PostFilter = {}): Promise<PostPage | null> {
  const all = await filterPosts(list)
  const pages = Math.max(1, Math.ceil(all.length / limits.listPosts))
  if (!Number.isInteger(n) || n < 1 || n > pages) return null
  const start = (n - 1) * limits.listPosts
  return { posts: all.slice(start, start + limits.listPosts), page: n, pages, total: all.length }
}

/** The page number in an address, or null for `02`, `1e1` or `-1`. */
export const parsePageNumber = (text: string): number | null => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null)

/** A page of a list by the number in its address; null for page 1, which is the list's own address. */
export async function readLaterPage(text: string, list: PostFilter = {}): Promise<PostPage | null> {
  const n = parsePageNumber(text)
  return n === null || n === 1 ? null : readPostPage(n, list)
}

export const parseTag = (text: string): BlogTag | null => blogTags.find((tag) => tag === text) ?? null

export async function readAuthor(slug: string, locale: Locale = defaultLocale): Promise<Author | null> {
  return (await readAuthors(locale)).get(slug) ?? null
}

export const readAuthorSlugs = (): Promise<string[]> => readCopyNames('authors')

/** Empty if the vendor does not answer during a build. */
async function emptyIfUnavailable<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read()
  } catch (error) {
    if (usesNotion()) return []
    throw error
  }
}

export function slugsToBuild(locale: Locale = defaultLocale): Promise<string[]> {
  return emptyIfUnavailable(async () => (await readPosts(locale)).slice(0, limits.builtPages).map(({ slug }) => slug))
}

export function pagesToBuild(): Promise<number[]> {
  return emptyIfUnavailable(async () => {
    const pages = Math.ceil((await readPosts()).length / limits.listPosts)
    return Array.from({ length: Math.max(0, Math.min(pages, limits.builtPages) - 1) }, (_, index) => index + 2)
  })
}
