import { unstable_cache as cached } from 'next/cache'
import { connection } from 'next/server'
import type { Post, PostSummary } from '@/lib/contract/content'
import { env, type BlogEnv } from '@/lib/env'
import { limits } from '@/lib/site'
import { markdownSource } from './markdown'
import { notionSource } from './notion'
import type { Draft, PostSource } from './record'
import { contentTag } from './tags'

/** Seconds after which a page asks its source again, beside being told through `/api/revalidate`. */
export const freshFor = 300

/** A build reads files and asks no vendor: it has neither the running site's settings nor, locally, its stand-ins. */
const asksVendor = () => process.env.BLOG_SOURCE?.trim() === 'notion'
const building = () => process.env.NEXT_PHASE === 'phase-production-build'

function postSource(): PostSource {
  const settings: BlogEnv = asksVendor() ? env().blog : { source: 'markdown' }
  return settings.source === 'notion' ? notionSource(settings) : markdownSource
}

/** The only rule of what is published: not a draft, and not dated after today (UTC). */
export function isPublished({ record }: Draft, today = new Date().toISOString().slice(0, 10)): boolean {
  return !record.draft && record.written <= today
}

const newestFirst = (one: Draft, other: Draft) =>
  other.summary.written.localeCompare(one.summary.written) || one.summary.slug.localeCompare(other.summary.slug)

async function published(): Promise<Draft[]> {
  return (await postSource().drafts()).filter((draft) => isPublished(draft)).toSorted(newestFirst)
}

const options = { tags: [contentTag], revalidate: freshFor }

/** The cache outlives a build and a start; without this, a new build would show the posts of the one before. */
const since = String(performance.timeOrigin)

const remembered = {
  posts: cached(
    async (): Promise<PostSummary[]> => (await published()).map((draft) => draft.summary),
    ['posts', since],
    options,
  ),
  post: cached(
    async (slug: string): Promise<Post | null> => {
      const draft = (await published()).find(({ summary }) => summary.slug === slug)
      if (!draft) return null
      const { codeInjectionFooter = null } = draft.record
      return { ...draft.summary, codeInjectionFooter, ...(await postSource().body(draft)) }
    },
    ['post', since],
    options,
  ),
}

/** With a vendor as the source, a page of posts is rendered when somebody asks for it, never at build. */
async function onlyWhenAsked(): Promise<void> {
  if (asksVendor() && building()) await connection()
}

/** Every published post, newest first, without bodies. */
export async function posts(): Promise<PostSummary[]> {
  await onlyWhenAsked()
  return remembered.posts()
}

/** One published post with its body, or null: a draft and a post that never was look the same. */
export async function post(slug: string): Promise<Post | null> {
  await onlyWhenAsked()
  return remembered.post(slug)
}

/** Slugs of the posts whose pages are built ahead: the newest, where that needs no vendor. */
export async function slugsToBuild(): Promise<string[]> {
  if (asksVendor() && building()) return []
  return (await remembered.posts()).slice(0, limits.builtPages).map((summary) => summary.slug)
}

/** Published posts with this tag, newest first. */
export async function postsTagged(tag: string): Promise<PostSummary[]> {
  return (await posts()).filter(({ tags }) => tags.includes(tag))
}
