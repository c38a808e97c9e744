import { draftMode, headers } from 'next/headers'
import { unstable_cache as cached } from 'next/cache'
import { connection } from 'next/server'
import path from 'node:path'
import type { Around, Author, PlainPost, Post, PostPage, PostSummary } from '@/lib/contract/content'
import { type BlogEnv, env, readBlogEnv } from '@/lib/env'
import { hasPreviewPass } from '@/lib/preview-pass'
import { processState, shared } from '@/lib/process-state'
import { type BlogTag, blogTags, limits } from '@/lib/site'
import { diskCache, PostCache, type Snapshot } from './post-cache'
import { authors, type Draft, type SourceBody } from './record'
import { relatedTo } from './related'
import { markdownSource } from './sources/markdown'
import { notionSource } from './sources/notion/notion'

/** Cache tag of all pages that show posts. */
export const contentTag = 'posts'

/** Next's draft cookie alone does not prove permission. */
export async function isPreview(): Promise<boolean> {
  if (!(await draftMode()).isEnabled) return false
  return hasPreviewPass((await headers()).get('cookie'), env().revalidateSecret)
}

export { retryAfterSeconds } from './post-cache'

/** Seconds for which a list is used while its source is slow. With `expireTime`, less than five minutes. */
export const freshFor = 140

/** Maximum age of the list at rendering, in milliseconds. */
export const renderedWithin = 4000

const building = () => process.env.NEXT_PHASE === 'phase-production-build'
const asksVendor = () => process.env.BLOG_SOURCE?.trim() === 'notion'

/** A build has only the blog's settings. */
const blogEnv = (): BlogEnv => (building() ? readBlogEnv() : env().blog)

function open(): PostCache {
  const settings = blogEnv()
  if (settings.source === 'markdown') {
    return new PostCache(markdownSource(settings.folder), { freshFor: freshFor * 1000, rejectInvalid: building() })
  }
  const dataDir = building() ? (process.env.DATA_DIR?.trim() ?? '.data') : env().dataDir
  return new PostCache(notionSource(settings), {
    freshFor: freshFor * 1000,
    disk: diskCache(path.join(dataDir, 'blog')),
  })
}

const postCache = (): PostCache => processState('post-cache', open)

const since = String(performance.timeOrigin)

/** Tags the page being rendered, and refreshes after each revalidation. Failures are not cached. */
const refreshedWithTag = cached(
  async () => {
    await postCache().refresh(false)
    return true
  },
  ['posts', since],
  { tags: [contentTag] },
)

async function snapshot(maxAge?: number): Promise<Snapshot> {
  try {
    // Already logged.
    await refreshedWithTag().catch(() => undefined)
    return await postCache().current(maxAge)
  } catch (error) {
    // During a vendor's outage, a build leaves the page to its first request.
    if (building() && asksVendor()) await connection()
    throw error
  }
}

/** Milliseconds until an unknown address causes another request to the source. */
const missedWithin = { markdown: renderedWithin, notion: 60_000 }

let seen = { count: 0, refreshed: Promise.resolve() as Promise<unknown> }

/**
 * Searches the index. If nothing is found, it is refreshed after a publication or `missedWithin`.
 * @throws {BlogUnavailable} if the source fails and nothing is cached
 */
export async function lookUp(find: (snapshot: Snapshot) => boolean): Promise<boolean> {
  const index = postCache()
  if (find(await index.current())) return true
  const count = shared.contentRevision
  if (count !== seen.count) seen = { count, refreshed: index.refresh(false).catch(() => undefined) }
  await seen.refreshed
  return find(await index.current(missedWithin[blogEnv().source]))
}

/**
 * Asks the source at once, for use after publishing.
 * @throws if it fails; the cached posts stay
 */
export async function refreshPosts(): Promise<void> {
  await postCache().refresh()
}

/** For the health check. */
export const isBlogHealthy = (): Promise<boolean> => postCache().isHealthy()

const summaries = new WeakMap<Snapshot['published'], readonly PostSummary[]>()

/** Published posts, newest first. Returns the same object until something changes. */
export async function posts(): Promise<readonly PostSummary[]> {
  const { published } = await snapshot(renderedWithin)
  const known = summaries.get(published) ?? published.map(({ summary }) => summary)
  summaries.set(published, known)
  return known
}

/** `revision` changes with the content; `changedAt` is in milliseconds. */
export async function postsState(): Promise<{ revision: string; changedAt: number }> {
  const { revision, changedAt } = await snapshot()
  return { revision, changedAt }
}

async function whole(draft: Draft): Promise<Post> {
  const { codeInjectionFooter = null } = draft.record
  const { html, contents, answer, minutes } = await postCache().body(draft)
  const runsFooter = codeInjectionFooter !== null && !building() && env().allowsCodeInjection
  return { ...draft.summary, codeInjectionFooter, runsFooter, html, contents, answer, minutes }
}

/** For the search. Null, and logged, if the text cannot be read. */
export async function plainPost(slug: string): Promise<PlainPost | null> {
  const draft = (await snapshot(renderedWithin)).bySlug.get(slug)
  const body =
    draft &&
    (await postCache()
      .body(draft)
      .catch(() => null))
  if (!body) return null
  const headings = body.contents.flatMap(({ text, parts = [] }) => [text, ...parts.map((part) => part.text)])
  return { headings: headings.join(' · '), text: body.text ?? '' }
}

/** Null for drafts and unknown slugs. */
export async function post(slug: string): Promise<Post | null> {
  const draft = (await snapshot(renderedWithin)).bySlug.get(slug)
  return draft ? whole(draft) : null
}

/** The image optimiser's requests lack the preview cookie. */
const withoutOptimiser = (html: string) =>
  html
    .replace(/ srcset="[^"]*"/g, '')
    .replace(/ src="\/_next\/image\?url=([^&"]+)[^"]*"/g, (_, url: string) => ` src="${decodeURIComponent(url)}"`)

/** A post that may be unpublished. Never cache the result. */
export async function draftPost(slug: string): Promise<(Post & { isPublished: boolean }) | null> {
  const { drafts, bySlug } = await snapshot()
  const draft = drafts.find(({ summary }) => summary.slug === slug)
  if (!draft) return null
  const full = await whole(draft)
  return { ...full, html: withoutOptimiser(full.html), isPublished: bySlug.has(slug) }
}

export async function bodyOfKey(key: string, mayBeDraft = false): Promise<SourceBody | null> {
  const { published, drafts } = await snapshot()
  const draft = (mayBeDraft ? drafts : published).find((one) => one.key === key)
  return draft ? postCache().body(draft) : null
}

export async function filesOfKey(key: string): Promise<readonly string[]> {
  const found: Draft[] = []
  await lookUp(({ published }) => {
    const draft = published.find((one) => one.key === key)
    if (draft) found.push(draft)
    return draft !== undefined
  })
  return found[0] ? ((await postCache().body(found[0])).files ?? []) : []
}

export async function around(slug: string): Promise<Around> {
  const all = await posts()
  const place = all.findIndex((one) => one.slug === slug)
  const here = all[place]
  if (!here) return { newer: null, older: null, related: [] }
  const [newer = null, older = null] = [all[place - 1], all[place + 1]]
  const beside = [newer, older].flatMap((one) => one?.slug ?? [])
  return { newer, older, related: relatedTo({ post: here, all, count: limits.relatedPosts, without: beside }) }
}

export type PostList = { tag?: BlogTag; author?: string }

export const isInList =
  ({ tag, author }: PostList) =>
  (post: PostSummary): boolean =>
    (tag === undefined || post.tags.includes(tag)) && (author === undefined || post.author.slug === author)

export const postsOf = async (list: PostList = {}): Promise<PostSummary[]> => (await posts()).filter(isInList(list))

/** Page `n` of a list, from 1. Null beyond the last, but an empty list has one page. */
export async function postPage(n: number, list: PostList = {}): Promise<PostPage | null> {
  const all = await postsOf(list)
  const pages = Math.max(1, Math.ceil(all.length / limits.listPosts))
  if (!Number.isInteger(n) || n < 1 || n > pages) return null
  const start = (n - 1) * limits.listPosts
  return { posts: all.slice(start, start + limits.listPosts), page: n, pages, total: all.length }
}

/** The page number in an address, or null for `02`, `1e1` or `-1`. */
export const pageNumber = (text: string): number | null => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null)

/** A page of a list by the number in its address; null for page 1, which is the list's own address. */
export async function laterPage(text: string, list: PostList = {}): Promise<PostPage | null> {
  const n = pageNumber(text)
  return n === null || n === 1 ? null : postPage(n, list)
}

export const tagNamed = (text: string): BlogTag | null => blogTags.find((tag) => tag === text) ?? null

export async function author(slug: string): Promise<Author | null> {
  return (await authors()).get(slug) ?? null
}

export const authorSlugs = async (): Promise<string[]> => [...(await authors()).keys()]

/** Empty if the vendor does not answer during a build. */
async function atBuild<T>(known: () => Promise<T[]>): Promise<T[]> {
  try {
    return await known()
  } catch (error) {
    if (asksVendor()) return []
    throw error
  }
}

export function slugsToBuild(): Promise<string[]> {
  return atBuild(async () => (await posts()).slice(0, limits.builtPages).map(({ slug }) => slug))
}

export function pagesToBuild(): Promise<number[]> {
  return atBuild(async () => {
    const pages = Math.ceil((await posts()).length / limits.listPosts)
    return Array.from({ length: Math.max(0, Math.min(pages, limits.builtPages) - 1) }, (_, index) => index + 2)
  })
}
