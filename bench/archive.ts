/** What a blog of many posts costs the first who ask for it. */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '@/local/project'
import { paths } from '@/lib/site'
import { manySlug, writeManyPosts } from '@/tests/setup/many-posts'
import { median } from './figures'
import { longText } from './long-text'
import { build, copyOfProject, start } from './project'

type Answer = { ms: number; bytes: number }

/** Asks once. @throws when the answer is not a good one */
export async function ask(url: string): Promise<Answer> {
  const started = performance.now()
  const response = await fetch(url)
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return { ms: performance.now() - started, bytes: byteLength }
}

/** Writes so many posts beside a copy of the project, and returns the settings that lead there. */
export function writeArchive(folder: string, count: number): { BLOG_FOLDER: string } {
  const posts = join(folder, '.posts', String(count))
  writeManyPosts(posts, count, longText)
  return { BLOG_FOLDER: posts }
}

/** Posts that are asked for before the measured ones: the first that a process renders cost it more than the archive does. */
const warmHits = 5
const measuredHits = 25

/**
 * Milliseconds of the first hit of posts that nobody has asked for, which no build has made ahead: the median of 25, from
 * the middle of the archive on.
 */
export async function firstHits(origin: string, count: number): Promise<number> {
  const hits = warmHits + measuredHits
  const times: number[] = []
  for (let index = 0; index < hits; index++) {
    times.push((await ask(origin + paths.post(manySlug(Math.floor(count * (0.45 + (0.45 * index) / hits)))))).ms)
  }
  return median(times.slice(warmHits))
}

export type ArchiveFigures = {
  posts: number
  buildSeconds: number
  /** Of these, for the pages that are made ahead. */
  generationSeconds: number
  /** Milliseconds of the first hit of a post that is not made ahead: the median of 25. */
  firstHitMs: number
}

/** What the last build of the checkout has compiled: each of these builds would do the same, and none is about that. */
function takeCompiled(folder: string): void {
  const compiled = '.next/cache/turbopack'
  if (existsSync(join(root, compiled))) cpSync(join(root, compiled), join(folder, compiled), { recursive: true })
}

/** Milliseconds after which a process has opened its database, which stops all else in it for a moment. */
const settledMs = 3000

/** Builds and serves the site with each number of posts, in a copy that goes with the run. */
export async function measureArchives(
  counts: readonly number[],
  say: (line: string) => void,
): Promise<ArchiveFigures[]> {
  const folder = await copyOfProject()
  takeCompiled(folder)
  const figures: ArchiveFigures[] = []
  for (const posts of counts) {
    say(`building with ${posts.toLocaleString('en')} posts`)
    const env = writeArchive(folder, posts)
    const { total, generation } = await build(folder, env)
    const site = await start(folder, env)
    try {
      // What every first hit shares with all others is read when the first page is asked for.
      await ask(site.origin + paths.blog)
      await sleep(settledMs)
      const firstHitMs = await firstHits(site.origin, posts)
      figures.push({ posts, buildSeconds: total, generationSeconds: generation, firstHitMs })
    } finally {
      await site.stop()
    }
  }
  return figures
}
