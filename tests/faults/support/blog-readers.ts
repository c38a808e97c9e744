/** Publishes posts into a folder, and compares what several sites show of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { blogTags } from '@/lib/site'
import { commonTag, writeManyPosts } from '@/tests/setup/many-posts'
import { startRedis, type RedisServer } from '@/tests/setup/redis'
import type { Site } from './site'
import { startWorld, type World } from './world'

const timeoutMs = 20_000
const otherTag = blogTags.at(-1) ?? commonTag

type PostFolder = ReturnType<typeof createPostFolder>
export type Blog = { world: World; redis: RedisServer; files: PostFolder }

/** Runs a test against two sites that share Redis and a folder of posts. */
export async function withBlog(run: (blog: Blog) => Promise<string[]>): Promise<string[]> {
  const redis = await startRedis()
  const files = createPostFolder()
  const world = await startWorld({ redis, settings: { BLOG_FOLDER: files.folder } })
  try {
    await world.ready()
    return await run({ world, redis, files })
  } finally {
    await world.stop()
    await redis.stop()
    files.remove()
  }
}

function createPostFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-posts-'))
  writeManyPosts(folder, 3)
  let count = 0
  return {
    folder,
    tag: commonTag,
    /** A tag whose list has not been requested yet. */
    otherTag,
    /** Each post is dated a day after the last, so that it comes first in lists. */
    write(slug: string) {
      const written = new Date(Date.UTC(2026, 5, 1 + count++)).toISOString().slice(0, 10)
      writeFileSync(
        join(folder, `${slug}.md`),
        `---\ntitle: About ${slug}\ndescription: D\ntags: [${commonTag}, ${otherTag}]\nwritten: ${written}\n---\n\nWords.\n`,
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Requests a page. The status is 0 when there was no answer. */
export async function read(site: Site, path: string): Promise<{ status: number; text: string; ms: number }> {
  const began = performance.now()
  try {
    const response = await fetch(site.url + path, { signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    return { status: response.status, text, ms: performance.now() - began }
  } catch (error) {
    return { status: 0, text: String(error), ms: performance.now() - began }
  }
}

/** Every kind of address that shows a post with this tag. */
export const addressesOf = (slug: string, tag: string) => [
  '/blog',
  `/blog/tag/${tag}`,
  `/blog/${slug}`,
  '/blog/search/1.json',
  '/blog/rss.xml',
  '/blog/atom.xml',
  '/blog/feed.json',
  `/blog/tag/${tag}/rss.xml`,
  '/sitemap.xml',
]

/** Revalidates the blog at one site, as a publisher does. */
export async function revalidate(site: Site): Promise<void> {
  const response = await fetch(`${site.url}/api/revalidate`, {
    method: 'POST',
    headers: { 'x-revalidate-secret': 'revalidate-secret' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) throw new Error(`Revalidation failed: ${response.status} ${await response.text()}`)
}

/**
 * Requests each address once from each site, in this order.
 * @param isPublished whether every address must show the post, or none may
 */
export async function postProblems(sites: readonly Site[], paths: string[], slug: string, isPublished = true) {
  const problems: string[] = []
  for (const path of paths) {
    for (const [place, site] of sites.entries()) {
      const { status, text } = await read(site, path)
      // The "not found" page contains the address, and so the slug.
      const isRight = path.endsWith(`/${slug}`)
        ? status === (isPublished ? 200 : 404)
        : status === 200 && text.includes(slug) === isPublished
      if (isRight) continue
      problems.push(`${path}: ${status} ${isPublished ? 'without' : 'with'} ${slug} at site ${place + 1} of this check`)
    }
  }
  return problems
}

/** Both sites must show exactly the same. */
export async function differences([one, other]: readonly [Site, Site], paths: string[]): Promise<string[]> {
  const problems: string[] = []
  for (const path of paths) {
    const [here, there] = [await read(one, path), await read(other, path)]
    if (here.status !== there.status || here.text !== there.text)
      problems.push(`${path}: the sites differ (${here.status} and ${there.status})`)
  }
  return problems
}

/** Repeats a check until it passes. Returns how long that took, and the problems that were left after `ms`. */
export async function retryCheck(ms: number, check: () => Promise<string[]>) {
  const began = performance.now()
  for (;;) {
    const problems = await check()
    const took = performance.now() - began
    if (problems.length === 0 || took > ms) return { ms: Math.round(took), problems }
    await sleep(100)
  }
}
