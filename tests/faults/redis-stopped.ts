import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisServer } from '@/tests/setup/redis'
import type { Fault } from './fault'
import { addressesOf, differences, postProblems, read, retryCheck, revalidate, withBlog } from './support/blog-readers'
import type { Site } from './support/site'
import type { World } from './support/world'

/** Four readers who request pages throughout the outages. */
function startReaders(sites: readonly Site[], paths: string[]) {
  const count = { read: 0, slowest: 0, problems: [] as string[] }
  const state = { isOver: false }
  const reader = async (place: number) => {
    for (let n = place; !state.isOver; n++) {
      const path = paths[n % paths.length] ?? '/'
      const { status, ms, text } = await read(sites[n % sites.length] as Site, path)
      count.read++
      count.slowest = Math.max(count.slowest, ms)
      if (status !== 200) count.problems.push(`${path}: ${status} ${text.slice(0, 200)}`)
      await sleep(20)
    }
  }
  const readers = [0, 1, 2, 3].map(reader)
  return {
    count,
    async stop() {
      state.isOver = true
      await Promise.all(readers)
    },
  }
}

async function healthOf(site: Site): Promise<string> {
  const { status, text } = await read(site, '/api/health')
  if (status === 0) return `not answered: ${text}`
  const report = JSON.parse(text) as { status: string; cache: string }
  return `${status} ${report.status} ${report.cache}`
}

const healthProblems = async (sites: readonly Site[], expected: string) =>
  (await Promise.all(sites.map(healthOf))).flatMap((health, place) =>
    health === expected ? [] : [`health of site ${place} is ${health} instead of ${expected}`],
  )

type Outage = { name: string; begin(redis: RedisServer): unknown; end(redis: RedisServer): unknown }
const outages: Outage[] = [
  { name: 'killed', begin: (redis) => redis.kill(), end: (redis) => redis.start() },
  { name: 'hanging', begin: (redis) => redis.pause(), end: (redis) => redis.resume() },
]

/** How often a site has logged that Redis is away, and that it is back. */
const logCounts = (site: Site) =>
  ['"Redis is away', '"Redis is back'].map((words) => site.tail().split(words).length - 1) as [number, number]

type Round = { world: World; redis: RedisServer; outage: Outage; publish(slug: string): void }

/** One outage, during which a post is published. */
async function runOutage({ world, redis, outage, publish }: Round) {
  const slug = `published-while-${outage.name}-${Date.now()}`
  const [one, other] = world.sites
  const before = world.sites.map(logCounts)
  await outage.begin(redis)
  const { problems } = await retryCheck(10_000, () => healthProblems(world.sites, '200 degraded down'))
  publish(slug)
  await revalidate(one)
  problems.push(...(await postProblems([one], ['/blog'], slug)))
  await sleep(500)
  await outage.end(redis)
  const paths = ['/', ...addressesOf(slug, 'stuttering')]
  const { ms, problems: left } = await retryCheck(60_000, async () => [
    ...(await healthProblems(world.sites, '200 ok ok')),
    ...(await postProblems([other, one], paths.slice(1), slug)),
    ...(await differences(world.sites, paths)),
  ])
  problems.push(...left)
  for (const [place, site] of world.sites.entries()) {
    const [awayBefore, backBefore] = before[place] ?? [0, 0]
    const [away, back] = logCounts(site)
    if (away - awayBefore !== 1 || back - backBefore !== 1)
      problems.push(`site ${place} logged "away" ${away - awayBefore} times and "back" ${back - backBefore} times`)
  }
  return { ms, problems }
}

export const redisStopped: Fault = {
  name: 'redis-stopped',
  expects: 'while Redis is killed or hangs, pages stay 200, and both sites agree within 60 s after it is back',
  needsRedis: true,
  run: (log) =>
    withBlog(async ({ world, redis, files }) => {
      const { problems } = await retryCheck(10_000, () => healthProblems(world.sites, '200 ok ok'))
      const tagPage = `/blog/tag/${files.tag}`
      const paths = ['/', '/faq', '/blog', tagPage, '/blog/rss.xml', '/sitemap.xml', '/blog/search/1.json']
      const readers = startReaders(world.sites, paths)
      for (const outage of outages) {
        const { ms, problems: found } = await runOutage({ world, redis, outage, publish: files.write })
        log(`${outage.name}: both sites agreed ${(ms / 1000).toFixed(1)} s after it was back`)
        problems.push(...found)
      }
      await readers.stop()
      log(`${readers.count.read} pages were read, the slowest in ${(readers.count.slowest / 1000).toFixed(1)} s`)
      return [...problems, ...readers.count.problems]
    }),
}
