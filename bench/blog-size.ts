/**
 * Costs of a large blog. `npm run bench:blog-size` builds and serves the site with 100, 1,000 and 10,000 posts and
 * prints each figure with its ratio to the smallest blog.
 */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '@/local/project'
import { paths } from '@/lib/site'
import { manySlug, writeManyPosts } from '@/tests/setup/many-posts'
import { memoryOf } from '@/tests/setup/processes'
import { randomText } from './long-text'
import { build, cleanUp, copyOfProject, limitRun, nextProgram, serve, type Served } from './processes'
import { median } from './table'

export const blogSizes = [100, 1_000, 10_000]

/** @throws when the answer is not a good one */
async function timedFetch(url: string): Promise<{ ms: number; bytes: number }> {
  const started = performance.now()
  const response = await fetch(url)
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return { ms: performance.now() - started, bytes: byteLength }
}

/** Writes posts beside a copy of the project, and returns the setting that leads there. */
function writePosts(folder: string, count: number): { BLOG_FOLDER: string } {
  const posts = join(folder, '.posts', String(count))
  writeManyPosts(posts, count, randomText)
  return { BLOG_FOLDER: posts }
}

const startSite = (folder: string, env: Record<string, string>): Promise<Served> =>
  serve({
    name: 'site',
    args: [nextProgram(folder), 'start'],
    env: { DEPLOYMENT: 'local', LOG_LEVEL: 'silent', DATA_DIR: join(folder, '.data'), ...env },
    cwd: folder,
    logs: join(folder, '.logs'),
  })

/** The first posts that a process renders are slower. */
const warmHits = 5
const measuredHits = 25

/** Median milliseconds of the first hit of posts from the middle of the list, which no build has prepared. */
async function firstHits(origin: string, count: number): Promise<number> {
  const hits = warmHits + measuredHits
  const times: number[] = []
  for (let index = 0; index < hits; index++) {
    times.push((await timedFetch(origin + paths.post(manySlug(Math.floor(count * (0.45 + (0.45 * index) / hits)))))).ms)
  }
  return median(times.slice(warmHits))
}

export type BlogSizeFigures = { posts: number; buildSeconds: number; generationSeconds: number; firstHitMs: number }

/** Opening the database blocks the process for a moment. */
const settledMs = 3000

/** Builds and serves the site with each number of posts. */
export async function measureBlogSizes(say: (line: string) => void): Promise<BlogSizeFigures[]> {
  const folder = await copyOfProject()
  // Compiling is not part of the measurement.
  const compiled = '.next/cache/turbopack'
  if (existsSync(join(root, compiled))) cpSync(join(root, compiled), join(folder, compiled), { recursive: true })
  const figures: BlogSizeFigures[] = []
  for (const posts of blogSizes) {
    say(`building with ${posts.toLocaleString('en')} posts`)
    const env = writePosts(folder, posts)
    const { totalSeconds: buildSeconds, generationSeconds } = await build(folder, env)
    const site = await startSite(folder, env)
    try {
      await timedFetch(site.origin + paths.blog)
      await sleep(settledMs)
      figures.push({ posts, buildSeconds, generationSeconds, firstHitMs: await firstHits(site.origin, posts) })
    } finally {
      await site.stop()
    }
  }
  return figures
}

async function measureInDetail(folder: string, count: number): Promise<Record<string, number>> {
  const env = writePosts(folder, count)
  const cold = await build(folder, env)
  const warm = await build(folder, env)
  const site = await startSite(folder, env)
  try {
    const idle = memoryOf(site.pid)
    const first = await timedFetch(site.origin + paths.blog)
    const unbuilt = await firstHits(site.origin, count)
    const lastPage = await timedFetch(site.origin + paths.listPage(paths.blog, Math.ceil(count / 20)))
    const post = site.origin + paths.post(manySlug(1))
    const hit = await timedFetch(post).then(() => timedFetch(post))
    const feed = await timedFetch(site.origin + paths.feed)
    const again = await timedFetch(site.origin + paths.feed)
    const search = await timedFetch(site.origin + paths.searchPart(1))
    const sitemap = await timedFetch(`${site.origin}/sitemap.xml`)
    return {
      'build without an index, s': cold.totalSeconds,
      'build with an index, s': warm.totalSeconds,
      'generating pages without an index, s': cold.generationSeconds,
      'generating pages with an index, s': warm.generationSeconds,
      'posts and list pages built ahead': warm.prebuilt,
      'first page after a start, ms': first.ms,
      'first hit of an unbuilt post, median of 25, ms': unbuilt,
      'first hit of the last list page, ms': lastPage.ms,
      'hit of a post, ms': hit.ms,
      'feed, first, ms': feed.ms,
      'feed, again, ms': again.ms,
      'feed, KB': feed.bytes / 1024,
      'search, one part, ms': search.ms,
      'search, one part, KB': search.bytes / 1024,
      'sitemap, ms': sitemap.ms,
      'sitemap, KB': sitemap.bytes / 1024,
      'memory before the first request, MB': idle,
      'memory at the end, MB': memoryOf(site.pid),
    }
  } finally {
    await site.stop()
  }
}

async function main(): Promise<void> {
  limitRun(60 * 60_000)
  const requestedSizes = process.argv.slice(2).map(Number).filter(Number.isInteger)
  const sizes = requestedSizes.length > 0 ? requestedSizes : blogSizes
  const folder = await copyOfProject()
  const results: Record<string, number>[] = []
  for (const size of sizes) {
    console.log(`${size} posts …`)
    results.push(await measureInDetail(folder, size))
  }
  const [base = {}] = results
  const cell = (value: number) => value.toFixed(value < 10 ? 2 : 0)
  console.log(`\n| | ${sizes.map((size) => `${size} posts`).join(' | ')} |\n|-|${sizes.map(() => '-|').join('')}`)
  for (const [name, smallest] of Object.entries(base)) {
    const values = results.map((figures) => {
      const value = figures[name] ?? Number.NaN
      return `${cell(value)} (${(value / smallest).toFixed(2)} ×)`
    })
    console.log(`| ${name} | ${values.join(' | ')} |`)
  }
}

if (process.argv[1] === import.meta.filename) await main().finally(cleanUp)
