import { setTimeout as sleep } from 'node:timers/promises'
import { startRedis, type RedisServer } from '@/tests/setup/redis'
import type { Fault } from './fault'
import { postFiles } from './post-files'
import { addressesOf, differences, looked, publishAt, read, until } from './readers'
import type { Site } from './site'
import { startWorld, type World } from './world'

/** Readers who go on through all of it. */
function startReaders(sites: readonly Site[], paths: string[]) {
  const count = { read: 0, slowest: 0, problems: [] as string[] }
  const state = { isOver: false }
  const reader = async (place: number) => {
    for (let turn = place; !state.isOver; turn++) {
      const path = paths[turn % paths.length] ?? '/'
      const { status, ms, text } = await read(sites[turn % sites.length] as Site, path)
      count.read++
      count.slowest = Math.max(count.slowest, ms)
      if (status !== 200) count.problems.push(`${path} was ${status}: ${text.slice(0, 200)}`)
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

const healthOf = async (site: Site) => {
  const { status, text } = await read(site, '/api/health')
  const { status: whole, cache } = JSON.parse(text) as { status: string; cache: string }
  return `${status} ${whole} ${cache}`
}

const healthProblems = async (sites: readonly Site[], expected: string) =>
  (await Promise.all(sites.map(healthOf))).flatMap((health, place) =>
    health === expected ? [] : [`the health of process ${place} was ${health}, not ${expected}`],
  )

type Way = { name: string; go(redis: RedisServer): unknown; back(redis: RedisServer): unknown }
const ways: Way[] = [
  { name: 'killed', go: (redis) => redis.kill(), back: (redis) => redis.start() },
  { name: 'hanging', go: (redis) => redis.pause(), back: (redis) => redis.resume() },
]

const linesOf = (site: Site, word: string) => site.tail().split(`"${word}`).length - 1

/** Lets Redis go and come back once, with something published meanwhile. */
async function outage(world: World, redis: RedisServer, way: Way, awayMs: number, publish: (slug: string) => void) {
  const slug = `published-while-${way.name}-${Date.now()}`
  const [one, other] = world.sites
  const said = world.sites.map((site) => [linesOf(site, 'Redis is away'), linesOf(site, 'Redis is back')])
  await way.go(redis)
  const problems = (await until(10_000, () => healthProblems(world.sites, '200 degraded down'))).problems
  publish(slug)
  await publishAt(one)
  problems.push(...(await looked([one], ['/blog'], slug)))
  await sleep(awayMs)
  await way.back(redis)
  const paths = ['/', ...addressesOf(slug, 'stuttering')]
  const { ms, problems: left } = await until(60_000, async () => [
    ...(await healthProblems(world.sites, '200 ok ok')),
    ...(await looked([other, one], paths.slice(1), slug)),
    ...(await differences(world.sites, paths)),
  ])
  problems.push(...left)
  for (const [place, site] of world.sites.entries()) {
    const [away, back] = [linesOf(site, 'Redis is away'), linesOf(site, 'Redis is back')]
    const [awayBefore = 0, backBefore = 0] = said[place] ?? []
    if (away - awayBefore !== 1 || back - backBefore !== 1)
      problems.push(
        `process ${place} said ${away - awayBefore} times that Redis went, and ${back - backBefore} that it is back`,
      )
  }
  return { ms, problems }
}

export const redisStopped: Fault = {
  name: 'redis-stopped',
  holds: 'while Redis is away, killed or hanging, pages stay 200; both processes agree within 60 s after it is back',
  needsRedis: true,
  async run(full, say) {
    const redis = await startRedis()
    const files = postFiles()
    const world = await startWorld({ redis, settings: { BLOG_FOLDER: files.folder } })
    try {
      await world.begin()
      const { problems } = await until(10_000, () => healthProblems(world.sites, '200 ok ok'))
      const paths = [
        '/',
        '/faq',
        '/blog',
        `/blog/tag/${files.tag}`,
        '/blog/rss.xml',
        '/sitemap.xml',
        '/blog/search/1.json',
      ]
      const readers = startReaders(world.sites, paths)
      for (let round = 0; round < (full ? 5 : 1); round++) {
        for (const way of ways) {
          const { ms, problems: left } = await outage(world, redis, way, full ? 10_000 : 500, files.write)
          say(`${way.name}: both agreed ${(ms / 1000).toFixed(1)} s after it was back`)
          problems.push(...left)
        }
      }
      await readers.stop()
      say(`${readers.count.read} pages were read, the slowest in ${(readers.count.slowest / 1000).toFixed(1)} s`)
      return [...problems, ...readers.count.problems]
    } finally {
      await world.stop()
      await redis.stop()
      files.remove()
    }
  },
}
