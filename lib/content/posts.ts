import { draftMode, headers } from 'next/headers'
import { unstable_cache as cached } from 'next/cache'
import { connection } from 'next/server'
import path from 'node:path'
import type { PostNeighbours, Author, PlainPost, Post, PostPage, PostSummary } from '@/lib/contract/content'
import { type BlogEnv, env, readBlogEnv } from '@/lib/env'
import { hasValidPreviewCookie } from '@/lib/preview-cookie'
import { processState, shared } from '@/lib/server/process-state'
import { type BlogTag, blogTags, limits, postTimes } from '@/lib/site'
import { readCopyNames } from './content-files'
import { diskCache, PostCache, type Snapshot } from './post-cache'
import { readAuthors, type Draft, type SourceBody } from './record'
import { findRelated } from './related'
import { markdownSource } from './sources/markdown'
import { notionSource } from './sources/notion/notion'

/** Cache tag of all pages that show posts. */
export const contentTag = 'posts'

/** Next's draft cookie alone does not prove permission. */
export async function isPreview(): Promise<boolean> {
  if (!(await draftMode()).isEnabled) return false
  return hasValidPreviewCookie((await headers()).get('cookie'), env().revalidateSecret)
}

export { retryAfterSeconds } from './post-cache'

/** Maximum age of the list at rendering, in milliseconds. */
export const maxAgeAtRenderMs = 4000

const isBuilding = () => process.env.NEXT_PHASE === 'phase-production-build'
const usesNotion = () => process.env.BLOG_SOURCE?.trim() === 'notion'

/** A build has only the blog's settings. */
const blogEnv = (): BlogEnv => (isBuilding() ? readBlogEnv() : env().blog)

function createPostCache(): PostCache {
  const settings = blogEnv()
  if (settings.source === 'markdown') {
    return new PostCache(markdownSource(settings.folder), {
      freshMs: postTimes.maxListAge * 1000,
      rejectInvalid: isBuilding(),
    })
  }
  const dataDir = isBuilding() ? process.env.DATA_DIR?.trim() || '.data' : env().dataDir
  return new PostCache(notionSource(settings), {
    freshMs: postTimes.maxListAge * 1000,
    disk: diskCache(path.join(dataDir, 'blog')),
  })
}

const postCache = (): PostCache => processState('post-cache', createPostCache)

const processStart = String(performance.timeOrigin)

/** Tags the page being rendered, and refreshes after each revalidation. Failures are not cached. */
const refreshAfterRevalidation = cached(
  async () => {
    await postCache().refresh(false)
    return true
  },
  ['posts', processStart],
  { tags: [contentTag] },
)

async function readSnapshot(maxAge?: number): Promise<Snapshot> {
  try {
    // Already logged.
    await refreshAfterRevalidation().catch(() => undefined)
    return await postCache().getSnapshot(maxAge)
  } catch (error) {
    // During a vendor's outage, a build leaves the page to its first request.
    if (isBuilding() && usesNotion()) await connection()
    throw error
  }
}

/** Milliseconds until an unknown address causes another request to the source. */
const missRetryMs = { markdown: maxAgeAtRenderMs, notion: postTimes.retryMissing * 1000 }

let lastRefresh = { revision: 0, done: Promise.resolve() as Promise<unknown> }

/**
 * Searches the index. If nothing is found, it is refreshed after a publication or `missRetryMs`.
 * @throws {BlogUnavailable} if the source fails and nothing is cached
 */
export async function isInPosts(matches: (snapshot: Snapshot) => boolean): Promise<boolean> {
  const index = postCache()
  if (matches(await index.getSnapshot())) return true
  const revision = shared.contentRevision
  if (revision !== lastRefresh.revision) lastRefresh = { revision, done: index.refresh(false).catch(() => undefined) }
  await lastRefresh.done
  return matches(await index.getSnapshot(missRetryMs[blogEnv().source]))
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
export async function readPosts(): Promise<readonly PostSummary[]> {
  const { published } = await readSnapshot(maxAgeAtRenderMs)
  const list = summaries.get(published) ?? published.map(({ summary }) => summary)
  summaries.set(published, list)
  return list
}

/** `revision` changes with the content; `changedAt` is in milliseconds. */
export async function readPostsState(): Promise<{ revision: string; changedAt: number }> {
  const { revision, changedAt } = await readSnapshot()
  return { revision, changedAt }
}

async function withBody(draft: Draft): Promise<Post> {
  const { codeInjectionFooter = null } = draft.record
  const { html, contents, answer, minutes } = await postCache().body(draft)
  const runsFooter = codeInjectionFooter !== null && !isBuilding() && env().allowsCodeInjection
  return { ...draft.summary, codeInjectionFooter, runsFooter, html, contents, answer, minutes }
}

/** For the search. Null, and logged, if the text cannot be read. */
export async function readPlainPost(slug: string): Promise<PlainPost | null> {
  const draft = (await readSnapshot(maxAgeAtRenderMs)).bySlug.get(slug)
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
export async function readPost(slug: string): Promise<Post | null> {
  const draft = (await readSnapshot(maxAgeAtRenderMs)).bySlug.get(slug)
  return draft ? withBody(draft) : null
}

/** The image optimiser's requests lack the preview cookie. */
const withoutOptimiser = (html: string) =>
  html
    .replace(/ srcset="[^"]*"/g, '')
    .replace(/ src="\/_next\/image\?url=([^&"]+)[^"]*"/g, (_, url: string) => ` src="${decodeURIComponent(url)}"`)

/** A post that may be unpublished. Never cache the result. */
export async function readDraftPost(slug: string): Promise<(Post & { isPublished: boolean }) | null> {
  const { drafts, bySlug } = await readSnapshot()
  const draft = drafts.find(({ summary }) => summary.slug === slug)
  if (!draft) return null
  const post = await withBody(draft)
  return { ...post, html: withoutOptimiser(post.html), isPublished: bySlug.has(slug) }
}

export async function readBodyByKey(key: string, includesDrafts = false): Promise<SourceBody | null> {
  const { published, drafts } = await readSnapshot()
  const draft = (includesDrafts ? drafts : published).find((one) => one.key === key)
  return draft ? postCache().body(draft) : null
}

export async function readFilesByKey(key: string): Promise<readonly string[]> {
  const matching: Draft[] = []
  await isInPosts(({ published }) => {
    const draft = published.find((one) => one.key === key)
    if (draft) matching.push(draft)
    return draft !== undefined
  })
  return matching[0] ? ((await postCache().body(matching[0])).files ?? []) : []
}

export async function readNeighbours(slug: string): Promise<PostNeighbours> {
  const all = await readPosts()
  const index = all.findIndex((one) => one.slug === slug)
  const current = all[index]
  if (!current) return { newer: null, older: null, related: [] }
  const [newer = null, older = null] = [all[index - 1], all[index + 1]]
  const neighbours = [newer, older].flatMap((one) => one?.slug ?? [])
  return {
    newer,
    older,
    related: findRelated({ post: current, all, count: limits.relatedPosts, excluded: neighbours }),
  }
}

export type PostFilter = { tag?: BlogTag; author?: string }

export const isInList =
  ({ tag, author: readAuthor }: PostFilter) =>
  (post: PostSummary): boolean =>
    (tag === undefined || post.tags.includes(tag)) && (readAuthor === undefined || post.author.slug === readAuthor)

export const filterPosts = async (list: PostFilter = {}): Promise<PostSummary[]> =>
  (await readPosts()).filter(isInList(list))

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

export async function readAuthor(slug: string): Promise<Author | null> {
  return (await readAuthors()).get(slug) ?? null
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

export function slugsToBuild(): Promise<string[]> {
  return emptyIfUnavailable(async () => (await readPosts()).slice(0, limits.builtPages).map(({ slug }) => slug))
}

export function pagesToBuild(): Promise<number[]> {
  return emptyIfUnavailable(async () => {
    const pages = Math.ceil((await readPosts()).length / limits.listPosts)
    return Array.from({ length: Math.max(0, Math.min(pages, limits.builtPages) - 1) }, (_, index) => index + 2)
  })
}
