import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commonTag, writeManyPosts } from '@/tests/setup/many-posts'
import { startRedis, type RedisServer } from '@/tests/setup/redis'
import { describe, health, request, retryCheck, unlessOk, type Fault } from './support/client'
import { inWorld, type World } from './support/world'

/** Every kind of address that shows a post. */
const addressesOf = (slug: string) => [
  '/blog',
  `/blog/tag/${commonTag}`,
  `/blog/${slug}`,
  '/blog/search.json',
  '/blog/rss.xml',
  `/blog/tag/${commonTag}/rss.xml`,
  '/sitemap.xml',
]

/** Both sites must show the post at every address, and exactly the same. */
async function postProblems({ sites: [one, other] }: World, slug: string): Promise<string[]> {
  const problems: string[] = []
  for (const path of ['/', ...addressesOf(slug)]) {
    const [here, there] = [await request(one.url + path), await request(other.url + path)]
    const isShown = path === '/' || JSON.stringify(here.body).includes(slug)
    problems.push(...unlessOk(path, here), ...(isShown ? [] : [`${path}: without ${slug}`]))
    if (JSON.stringify(here.body) !== JSON.stringify(there.body)) problems.push(`${path}: the sites differ`)
  }
  return problems
}

async function healthProblems({ sites }: World, expected: string): Promise<string[]> {
  const found = await Promise.all(sites.map(health))
  return found.flatMap(({ status, body }) => {
    const words = `${status} ${body.status} ${body.cache}`
    return words === expected ? [] : [`health is ${words} instead of ${expected}`]
  })
}

/** Four readers who request pages throughout the outages. */
function startReaders({ sites }: World) {
  const paths = ['/', '/faq', '/blog', `/blog/tag/${commonTag}`, '/blog/rss.xml', '/sitemap.xml', '/blog/search.json']
  const problems: string[] = []
  const over = new AbortController()
  let count = 0
  const reader = async (place: number) => {
    for (let n = place; !over.signal.aborted; n++) {
      const path = paths[n % paths.length] ?? '/'
      const answer = await request(sites[n % 2 === 0 ? 0 : 1].url + path)
      if (answer.status !== 200) problems.push(`${path}: ${describe(answer)}`)
      count++
      await sleep(20)
    }
  }
  const readers = [0, 1, 2, 3].map(reader)
  return {
    count: () => count,
    async stop() {
      over.abort()
      await Promise.all(readers)
      return problems
    },
  }
}

/** How often each site has logged that Redis is away, and that it is back. */
const logCounts = ({ sites }: World) =>
  sites.flatMap((site) => ['"Redis is away', '"Redis is back'].map((words) => site.tail().split(words).length - 1))

/** One outage, during which a post is published. */
async function runOutage(
  world: World,
  publish: (slug: string) => void,
  name: string,
  begin: () => unknown,
  end: () => unknown,
) {
  const slug = `published-while-${name}`
  const [one] = world.sites
  const before = logCounts(world)
  await begin()
  const { problems } = await retryCheck(10_000, () => healthProblems(world, '200 degraded down'))
  publish(slug)
  const headers = { 'x-revalidate-secret': 'revalidate-secret' }
  problems.push(...unlessOk('publishing', await request(`${one.url}/api/revalidate`, { method: 'POST', headers })))
  const list = await request(`${one.url}/blog`)
  if (!JSON.stringify(list.body).includes(slug)) problems.push(`/blog does not show ${slug} during the outage`)
  await end()
  const agreed = await retryCheck(60_000, async () => [
    ...(await healthProblems(world, '200 ok ok')),
    ...(await postProblems(world, slug)),
  ])
  problems.push(...agreed.problems)
  const logged = logCounts(world).map((count, place) => count - (before[place] ?? 0))
  if (logged.some((count) => count !== 1)) problems.push(`"away" and "back" were logged ${logged.join(', ')} times`)
  return { ms: agreed.ms, problems: problems.map((problem) => `${name}: ${problem}`) }
}

async function runOutages(
  world: World,
  redis: RedisServer,
  publish: (slug: string) => void,
  log: (line: string) => void,
) {
  const { problems } = await retryCheck(10_000, () => healthProblems(world, '200 ok ok'))
  const readers = startReaders(world)
  for (const [name, begin, end] of [
    ['killed', redis.kill, redis.start],
    ['hanging', redis.pause, redis.resume],
  ] as const) {
    const { ms, problems: found } = await runOutage(world, publish, name, begin, end)
    log(`${name}: both sites agreed ${(ms / 1000).toFixed(1)} s after it was back`)
    problems.push(...found)
  }
  problems.push(...(await readers.stop()))
  log(`${readers.count()} pages were read`)
  return problems
}

export const redisStopped: Fault = {
  name: 'redis-stopped',
  expects: 'while Redis is killed or hangs, pages stay 200, and both sites agree within 60 s after it is back',
  needsRedis: true,
  async run(log) {
    const redis = await startRedis()
    const folder = mkdtempSync(join(tmpdir(), 'unhurried-posts-'))
    writeManyPosts(folder, 3)
    let day = 1
    // Each post is dated a day after the last, so that it comes first in lists.
    const publish = (slug: string) =>
      writeFileSync(
        join(folder, `${slug}.md`),
        `---\ntitle: About ${slug}\ndescription: D\ntags: [${commonTag}]\nwritten: 2026-06-0${day++}\n---\n\nWords.\n`,
      )
    try {
      return await inWorld({ redis, settings: { BLOG_FOLDER: folder } }, (world) =>
        runOutages(world, redis, publish, log),
      )
    } finally {
      await redis.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
