/**
 * `npm run bench:blog`: what the length of the archive costs. Builds and serves the site with 100, 1,000 and
 * 10,000 Markdown posts on this machine, and prints each figure beside its ratio to the smallest archive.
 */
import { paths } from '@/lib/site'
import { manySlug } from '@/tests/setup/many-posts'
import { memoryOf } from '@/tests/setup/processes'
import { ask, firstHits, writeArchive } from './archive'
import { endAll, endInTime } from './endings'
import { build, copyOfProject, start } from './project'

/** Several times what it takes: each archive is built twice. */
const mostMs = 60 * 60_000

const sizes = process.argv.slice(2).map(Number).filter(Number.isInteger)
const counts = sizes.length > 0 ? sizes : [100, 1_000, 10_000]

type Figures = Record<string, number>

async function measure(folder: string, count: number): Promise<Figures> {
  const env = writeArchive(folder, count)
  const cold = await build(folder, env)
  const warm = await build(folder, env)
  const site = await start(folder, env)
  try {
    const idle = memoryOf(site.pid)
    // The first question reads what all files say of themselves; the index of the build spares it their texts.
    const first = await ask(site.origin + paths.blog)
    const unbuilt = await firstHits(site.origin, count)
    const lastPage = await ask(site.origin + paths.listPage(paths.blog, Math.ceil(count / 20)))
    const hit = await ask(site.origin + paths.post(manySlug(1))).then(() => ask(site.origin + paths.post(manySlug(1))))
    const feed = await ask(site.origin + paths.feed)
    const again = await ask(site.origin + paths.feed)
    const search = await ask(site.origin + paths.searchPart(1))
    const sitemap = await ask(`${site.origin}/sitemap.xml`)
    return {
      'build, seconds (no index yet)': cold.total,
      'build, seconds (index there)': warm.total,
      'generating pages, seconds (no index yet)': cold.generation,
      'generating pages, seconds (index there)': warm.generation,
      'posts and list pages built ahead': warm.ahead,
      'first page asked for after a start, ms': first.ms,
      'first hit of a post not built ahead, median of 25, ms': unbuilt,
      'first hit of the last page of the list, ms': lastPage.ms,
      'hit of a post, ms': hit.ms,
      'feed, first, ms': feed.ms,
      'feed, again, ms': again.ms,
      'feed, KB': feed.bytes / 1024,
      'search, one part, ms': search.ms,
      'search, one part, KB': search.bytes / 1024,
      'sitemap, ms': sitemap.ms,
      'sitemap, KB': sitemap.bytes / 1024,
      'memory before the first question, MB': idle,
      'memory at the end, MB': memoryOf(site.pid),
    }
  } finally {
    await site.stop()
  }
}

endInTime(mostMs)
try {
  const folder = await copyOfProject()
  const results: Figures[] = []
  for (const count of counts) {
    console.log(`${count} posts …`)
    results.push(await measure(folder, count))
  }
  const [base = {}] = results
  const cell = (value: number) => value.toFixed(value < 10 ? 2 : 0)
  console.log(`\n| | ${counts.map((count) => `${count} posts`).join(' | ')} |\n|-|${counts.map(() => '-|').join('')}`)
  for (const name of Object.keys(base)) {
    const values = results.map((figures) => {
      const value = figures[name] ?? Number.NaN
      return `${cell(value)} (${(value / (base[name] ?? Number.NaN)).toFixed(2)} ×)`
    })
    console.log(`| ${name} | ${values.join(' | ')} |`)
  }
} finally {
  await endAll()
}
