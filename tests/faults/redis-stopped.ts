import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRedis } from '@/tests/setup/redis'
import { health, request, retryCheck, unlessOk, type Fault } from './support/client'
import { inWorld, type World } from './support/world'

/** Every kind of address that shows a post. */
const addressesOf = (slug: string) => [
  '/blog',
  '/blog/tag/posts',
  `/blog/${slug}`,
  '/blog/search.json',
  '/blog/rss.xml',
  '/blog/tag/posts/rss.xml',
  '/sitemap.xml',
]

/** Both sites must show the post at every address, and exactly the same. */
async function postProblems({ sites: [one, other] }: World, slug: string): Promise<string[]> {
  const problems: string[] = []
  for (const path of addressesOf(slug)) {
    const [here, there] = [await request(one.url + path), await request(other.url + path)]
    problems.push(...unlessOk(path, here))
    if (!JSON.stringify(here.body).includes(slug)) problems.push(`${path}: without ${slug}`)
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

/** Requests pages of both sites until `over`. Returns the failures. */
async function readPages({ sites }: World, over: AbortSignal): Promise<string[]> {
  const paths = ['/', '/faq', '/blog', '/blog/rss.xml', '/sitemap.xml', '/blog/search.json']
  const problems: string[] = []
  for (let n = 0; !over.aborted; n++) {
    const path = paths[n % paths.length] ?? '/'
    problems.push(...unlessOk(path, await request(sites[n % 2 === 0 ? 0 : 1].url + path)))
    await sleep(10)
  }
  return problems
}

type Outage = { name: string; begin(): unknown; end(): unknown }

/** One outage, during which a post is published. */
async function runOutage(world: World, publish: (slug: string) => void, { name, begin, end }: Outage) {
  const slug = `published-while-${name}`
  const [one] = world.sites
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
  return { ms: agreed.ms, problems: [...problems, ...agreed.problems].map((problem) => `${name}: ${problem}`) }
}

export const redisStopped: Fault = {
  name: 'redis-stopped',
  expects: 'while Redis is killed or hangs, pages stay 200, and both sites agree within 60 s after it is back',
  needsRedis: true,
  async run(log) {
    const redis = await startRedis()
    const folder = mkdtempSync(join(tmpdir(), 'unhurried-posts-'))
    let day = 1
    // Each post is dated a day after the last, so that it comes first in lists.
    const publish = (slug: string) =>
      writeFileSync(
        join(folder, `${slug}.md`),
        `---\ntitle: About ${slug}\ndescription: D\ntags: [posts]\nwritten: 2026-06-0${day++}\n---\n\nWords.\n`,
      )
    publish('published-before')
    try {
      return await inWorld({ redis, settings: { BLOG_FOLDER: folder } }, async (world) => {
        const { problems } = await retryCheck(10_000, () => healthProblems(world, '200 ok ok'))
        const over = new AbortController()
        const reading = [readPages(world, over.signal), readPages(world, over.signal)]
        for (const outage of [
          { name: 'killed', begin: redis.kill, end: redis.start },
          { name: 'hanging', begin: redis.pause, end: redis.resume },
        ]) {
          const found = await runOutage(world, publish, outage)
          log(`${outage.name}: both sites agreed ${(found.ms / 1000).toFixed(1)} s after it was back`)
          problems.push(...found.problems)
        }
        over.abort()
        return [...problems, ...(await Promise.all(reading)).flat()]
      })
    } finally {
      await redis.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
