/**
 * `npm run build && npm run bench:cache`: what a page costs that is kept in Redis, beside one
 * that is kept in memory. Both sites answer the same addresses by turns, in one run; `next start`, with nothing round it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { paths } from '@/lib/site'
import { processorTime } from '@/tests/setup/processes'
import { startRedis } from '@/tests/setup/redis'
import { endAll, endInTime, endWith } from './endings'
import { median } from './figures'
import { start, type Site } from './project'

const addresses = [paths.home, paths.blog, paths.searchPart(1)]
const mostMs = 10 * 60_000
const rounds = 5
const requests = 200
const atOnce = 8

const root = resolve(import.meta.dirname, '..')

type Figures = { perSecond: number; cpu: number }

/** Asks so often for an address that everybody gets from the cache, and counts it on one process. */
async function measure({ origin, pid }: Site, path: string): Promise<Figures> {
  let left = requests
  const ask = async () => {
    const response = await fetch(origin + path)
    await response.arrayBuffer()
    if (response.headers.get('x-nextjs-cache') !== 'HIT') throw new Error(`${path} was not kept.`)
  }
  const began = performance.now()
  const before = processorTime([pid])
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await ask()
    }),
  )
  const seconds = (performance.now() - began) / 1000
  return { perSecond: requests / seconds, cpu: (processorTime([pid]) - before) / requests }
}

/** Both sites, over folders and a Redis of their own, which end with the run. */
async function startBoth(): Promise<Record<'memory' | 'redis', Site>> {
  const redis = await startRedis()
  endWith(() => redis.stop())
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-bench-cache-'))
  endWith(() => rmSync(folder, { recursive: true, force: true }))
  return {
    memory: await start(root, { DATA_DIR: join(folder, 'memory'), REDIS_URL: '' }),
    redis: await start(root, { DATA_DIR: join(folder, 'redis'), REDIS_URL: redis.url }),
  }
}

endInTime(mostMs)
try {
  const sites = await startBoth()
  console.log('| | memory, a second | Redis, a second | ratio | memory, CPU ms | Redis, CPU ms | ratio |')
  console.log('|-|-|-|-|-|-|-|')
  for (const path of addresses) {
    const seen = { memory: [] as Figures[], redis: [] as Figures[] }
    for (const name of ['memory', 'redis'] as const) await fetch(sites[name].origin + path).then((one) => one.text())
    for (let round = 0; round < rounds; round++) {
      for (const name of ['memory', 'redis'] as const) seen[name].push(await measure(sites[name], path))
    }
    const of = (name: 'memory' | 'redis', figure: keyof Figures) => median(seen[name].map((one) => one[figure]))
    const row = (figure: keyof Figures) => {
      const [memory, shared] = [of('memory', figure), of('redis', figure)]
      return `${memory.toFixed(1)} | ${shared.toFixed(1)} | ${(shared / memory).toFixed(2)}`
    }
    console.log(`| ${path} | ${row('perSecond')} | ${row('cpu')} |`)
  }
} finally {
  await endAll()
}
