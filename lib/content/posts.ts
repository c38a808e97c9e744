import { draftMode, headers } from 'next/headers'
import { unstable_cache as cached } from 'next/cache'
import { connection } from 'next/server'
import path from 'node:path'
import type { Around, Author, Post, PostPage, PostSummary } from '@/lib/contract/content'
import { type BlogEnv, env, readBlogEnv } from '@/lib/env'
import { hasPreviewPass } from '@/lib/preview-pass'
import { processState, shared } from '@/lib/process-state'
import { type BlogTag, blogTags, limits } from '@/lib/site'
import { keepIn } from './disk-cache'
import { Archive, type Snapshot } from './post-cache'
import { authors, type Draft, type SourceBody } from './record'
import { markdownSource } from './sources/markdown'
import { notionSource } from './sources/notion/notion'

/** The one cache tag of everything that shows posts: pages, index, tag pages, feed and sitemap refresh together. */
export const contentTag = 'posts'

/** Whether the request may see drafts. The framework's cookie alone is not enough. */
export async function isPreview(): Promise<boolean> {
  if (!(await draftMode()).isEnabled) return false
  return hasPreviewPass((await headers()).get('cookie'), env().revalidateSecret)
}

/** How many posts of a list have each tag. Counted once for a list, which is asked about for each of its posts. */
const counted = new WeakMap<readonly PostSummary[], ReadonlyMap<string, number>>()

function usesIn(all: readonly PostSummary[]): ReadonlyMap<string, number> {
  const known = counted.get(all)
  if (known) return known
  const uses = new Map<string, number>()
  for (const { tags } of all) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  counted.set(all, uses)
  return uses
}

type Found = { other: PostSummary; score: number; distance: number }

const better = (one: Found, two: Found) =>
  one.score > two.score || (one.score === two.score && one.distance < two.distance)

/**
 * Posts on like matters, best first: those that share most tags, a rare tag counting for more than a common
 * one; between equals the one written nearest in time. One look at each of `all`, since a first reader waits for it.
 * @param without slugs of posts that are led to in another way
 */
export function relatedTo(
  post: PostSummary,
  all: readonly PostSummary[],
  count: number,
  without: readonly string[] = [],
): PostSummary[] {
  const uses = usesIn(all)
  const weights = new Map(post.tags.map((tag) => [tag as string, Math.log((1 + all.length) / (uses.get(tag) ?? 1))]))
  const written = Date.parse(post.written)
  const best: Found[] = []
  for (const other of all) {
    let score = 0
    for (const tag of other.tags) score += weights.get(tag) ?? 0
    const last = best[count - 1]
    if (score <= 0 || (last && score < last.score)) continue
    if (other.slug === post.slug || without.includes(other.slug)) continue
    const found = { other, score, distance: Math.abs(Date.parse(other.written) - written) }
    const place = best.findIndex((each) => better(found, each))
    best.splice(place < 0 ? best.length : place, 0, found)
    best.length = Math.min(best.length, count)
  }
  return best.map(({ other }) => other)
}

export { secondsToWait } from './post-cache'

/** Seconds after which a page asks its source again, beside being told through `/api/revalidate`. */
export const freshFor = 300

/**
 * Milliseconds that what a page is rendered from may be old. A page is kept for `freshFor` by itself: rendered
 * from an answer that is nearly as old, it would be old for twice that long.
 */
const renderedWithin = 4000

const building = () => process.env.NEXT_PHASE === 'phase-production-build'
const asksVendor = () => process.env.BLOG_SOURCE?.trim() === 'notion'

/** A build has few of the running site's settings, and only those of the blog are asked for there. */
const blogEnv = (): BlogEnv => (building() ? readBlogEnv() : env().blog)

function open(): Archive {
  const settings = blogEnv()
  if (settings.source === 'markdown') {
    return new Archive(markdownSource(settings.folder), { freshFor: freshFor * 1000, beginsWhole: building() })
  }
  const dataDir = building() ? (process.env.DATA_DIR?.trim() ?? '.data') : env().dataDir
  return new Archive(notionSource(settings), { freshFor: freshFor * 1000, keep: keepIn(path.join(dataDir, 'blog')) })
}

/** The process's one archive; bundles of several routes share it. */
const archive = (): Archive => processState('post-archive', open)

/** One process's memory of pages must not outlive it, and its archive begins anew with it. */
const since = String(performance.timeOrigin)

/**
 * Puts the one tag on whatever is being rendered, and runs again after each revalidation of that tag, here
 * or in another process: that is when the source has to be asked. A failure is not remembered, so that it is
 * asked again as soon as it may be.
 */
const renewedWithTag = cached(
  async () => {
    await archive().renew(false)
    return true
  },
  ['posts', since],
  { tags: [contentTag] },
)

async function snapshot(wished?: number): Promise<Snapshot> {
  try {
    // It has been logged, and the last good posts are shown.
    await renewedWithTag().catch(() => undefined)
    return await archive().current(wished)
  } catch (error) {
    // A build must neither fail for a vendor's outage nor keep an empty blog: such a page is rendered when asked for.
    if (building() && asksVendor()) await connection()
    throw error
  }
}

/** Milliseconds after which an address that is not in the index is looked for in the source again. */
const missedWithin = { markdown: renderedWithin, notion: 60_000 }

let seen = { count: 0, renewed: Promise.resolve() as Promise<unknown> }

/**
 * Looks something up in the index without rendering anything. What is not found is looked for again after a
 * publication, in this process or another, and once the index is older than `missedWithin`.
 * @throws {BlogUnavailable} when the source fails and nothing is known of it
 */
export async function lookUp(find: (snapshot: Snapshot) => boolean): Promise<boolean> {
  const index = archive()
  if (find(await index.current())) return true
  const count = shared.contentRevision
  if (count !== seen.count) seen = { count, renewed: index.renew(false).catch(() => undefined) }
  await seen.renewed
  return find(await index.current(missedWithin[blogEnv().source]))
}

/**
 * Asks the source at once, for whoever has just published something.
 * @throws when it does not answer; what was shown before stays
 */
export async function renewPosts(): Promise<void> {
  await archive().renew()
}

/** Whether the source of posts gave what it was last asked for. */
export const postsAnswer = (): Promise<boolean> => archive().isAnswered()

const summaries = new WeakMap<Snapshot['published'], readonly PostSummary[]>()

/** Every published post, newest first, without bodies: the same list for as long as they are the same. */
export async function posts(): Promise<readonly PostSummary[]> {
  const { published } = await snapshot(renderedWithin)
  const known = summaries.get(published) ?? published.map(({ summary }) => summary)
  summaries.set(published, known)
  return known
}

/** What the present posts are: `revision` changes when they do, `changedAt` (milliseconds) is when this process saw it. */
export async function postsState(): Promise<{ revision: string; changedAt: number }> {
  const { revision, changedAt } = await snapshot()
  return { revision, changedAt }
}

async function whole(draft: Draft): Promise<Post> {
  const { codeInjectionFooter = null } = draft.record
  const { html, contents, answer, minutes } = await archive().body(draft)
  const runsFooter = codeInjectionFooter !== null && !building() && env().allowsCodeInjection
  return { ...draft.summary, codeInjectionFooter, runsFooter, html, contents, answer, minutes }
}

/** One published post with its body, or null: a draft and a post that never was look the same. */
export async function post(slug: string): Promise<Post | null> {
  const draft = (await snapshot(renderedWithin)).bySlug.get(slug)
  return draft ? whole(draft) : null
}

/** The optimiser asks for a picture without the cookie of a preview; the browser itself has it. */
const withoutOptimiser = (html: string) =>
  html
    .replace(/ srcset="[^"]*"/g, '')
    .replace(/ src="\/_next\/image\?url=([^&"]+)[^"]*"/g, (_, url: string) => ` src="${decodeURIComponent(url)}"`)

/** A post that may not be published yet, for those who may see it: never to be cached. */
export async function draftPost(slug: string): Promise<(Post & { isPublished: boolean }) | null> {
  const { drafts, bySlug } = await snapshot()
  const draft = drafts.find(({ summary }) => summary.slug === slug)
  if (!draft) return null
  const full = await whole(draft)
  return { ...full, html: withoutOptimiser(full.html), isPublished: bySlug.has(slug) }
}

/** A post's body with what its source knows of it, by the source's own key; a draft's only for who may see drafts. */
export async function bodyOfKey(key: string, mayBeDraft = false): Promise<SourceBody | null> {
  const { published, drafts } = await snapshot()
  const draft = (mayBeDraft ? drafts : published).find((one) => one.key === key)
  return draft ? archive().body(draft) : null
}

/** Names of the files that a published post has at its source; none for a key that no published post has. */
export async function filesOfKey(key: string): Promise<readonly string[]> {
  const found: Draft[] = []
  await lookUp(({ published }) => {
    const draft = published.find((one) => one.key === key)
    if (draft) found.push(draft)
    return draft !== undefined
  })
  return found[0] ? ((await archive().body(found[0])).files ?? []) : []
}

/** What stands beside a published post. */
export async function around(slug: string): Promise<Around> {
  const all = await posts()
  const place = all.findIndex((one) => one.slug === slug)
  const here = all[place]
  if (!here) return { newer: null, older: null, related: [] }
  const [newer = null, older = null] = [all[place - 1], all[place + 1]]
  const beside = [newer, older].flatMap((one) => one?.slug ?? [])
  return { newer, older, related: relatedTo(here, all, limits.relatedPosts, beside) }
}

export type PostList = { tag?: BlogTag; author?: string }

/** The posts of a list, newest first. */
export async function postsOf({ tag, author }: PostList = {}): Promise<readonly PostSummary[]> {
  return (await posts()).filter(
    (one) => (tag === undefined || one.tags.includes(tag)) && (author === undefined || one.author.slug === author),
  )
}

/** Page `n` of a list, from 1; the first page of an empty list is there, any other page beyond the last is null. */
export async function postPage(n: number, list: PostList = {}): Promise<PostPage | null> {
  const all = await postsOf(list)
  const pages = Math.max(1, Math.ceil(all.length / limits.listPosts))
  if (!Number.isInteger(n) || n < 1 || n > pages) return null
  const start = (n - 1) * limits.listPosts
  return { posts: all.slice(start, start + limits.listPosts), page: n, pages, total: all.length }
}

/** The number of a page as an address writes it, or null: `2` is one, and neither `02`, `1e1` nor `-1` is. */
export const pageNumber = (text: string): number | null => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null)

/** The tag that an address names, or null. */
export const tagNamed = (text: string): BlogTag | null => blogTags.find((tag) => tag === text) ?? null

/** Whoever answers for posts, by slug; null for nobody. */
export async function author(slug: string): Promise<Author | null> {
  return (await authors()).get(slug) ?? null
}

export const authorSlugs = async (): Promise<string[]> => [...(await authors()).keys()]

/** What a build can know; nothing where that would need a vendor who does not answer. */
async function atBuild<T>(known: () => Promise<T[]>): Promise<T[]> {
  try {
    return await known()
  } catch (error) {
    if (asksVendor()) return []
    throw error
  }
}

/** Slugs of the posts whose pages are built ahead: the newest. */
export function slugsToBuild(): Promise<string[]> {
  return atBuild(async () => (await posts()).slice(0, limits.builtPages).map(({ slug }) => slug))
}

/** Numbers of the blog's pages that are built ahead, beside its own address, which is the first. */
export function pagesToBuild(): Promise<number[]> {
  return atBuild(async () => {
    const pages = Math.ceil((await posts()).length / limits.listPosts)
    return Array.from({ length: Math.max(0, Math.min(pages, limits.builtPages) - 1) }, (_, index) => index + 2)
  })
}
