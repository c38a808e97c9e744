import { postTimes } from '@/lib/site'
import { freePort } from '@/local/ports'
import { randomFrom } from '@/tests/setup/random'
import { checkEmails, checkLimits } from './billing/check-processes'
import { drawSteps } from './billing/draw-history'
import { runHistory } from './billing/run-history'
import type { Fault } from './fault'
import {
  addressesOf,
  differences,
  postProblems,
  read,
  retryCheck,
  revalidate,
  withBlog,
  type Blog,
} from './support/blog-readers'
import { startSite, type Site } from './support/site'
import type { World } from './support/world'

type Pair = readonly [Site, Site]

/** Publishes at each site in turn. Alternately, the other site and the same site are read first. */
async function publishingProblems(sites: Pair, rounds: number, tag: string, publish: (slug: string) => unknown) {
  const problems: string[] = []
  for (let round = 0; round < rounds; round++) {
    const slug = `published-${round}`
    const paths = addressesOf(slug, tag)
    const [one, other] = round % 2 === 0 ? sites : sites.toReversed()
    problems.push(...(await postProblems(sites, paths, slug, false)))
    await publish(slug)
    await revalidate(one as Site)
    const readers = (round % 4 < 2 ? [other, one] : [one, other]) as Site[]
    problems.push(...(await postProblems(readers, paths, slug)), ...(await differences(sites, paths)))
  }
  return problems
}

/** Without revalidation, a post is shown to the first reader after pages expired, and on a page that was rendered later. */
async function expiryProblems(world: World, files: Blog['files'], withinMs: number, log: (line: string) => void) {
  const slug = 'unannounced'
  const lists = addressesOf(slug, files.tag).filter((path) => !path.endsWith(slug))
  const lateList = `/blog/tag/${files.otherTag}`
  const problems = await postProblems(world.sites, lists, slug, false)
  files.write(slug)
  problems.push(...(await postProblems(world.sites, lists, slug, false)))
  await world.setAhead((postTimes.maxPageAge - 30) * 1000)
  for (const site of world.sites) await read(site, lateList)
  await world.setAhead(postTimes.maxPageAge * 1000)
  problems.push(...(await postProblems(world.sites, lists, slug)))
  const all = [...lists, lateList]
  const stale = new Set(all)
  const { ms, problems: left } = await retryCheck(withinMs, async () => {
    const checks = [...stale].map(async (path) => {
      const found = await postProblems(world.sites, [path], slug)
      if (found.length === 0) stale.delete(path)
      return found
    })
    return (await Promise.all(checks)).flat()
  })
  log(
    `without revalidation, both sites showed the post after ${postTimes.maxPageAge} s and ${(ms / 1000).toFixed(1)} s`,
  )
  problems.push(...left, ...(await differences(world.sites, all)))
  await world.setAhead(0)
  return problems
}

/** The same with posts from Notion, over two more sites. */
async function notionProblems(world: World, rounds: number): Promise<string[]> {
  const env = { ...world.env, BLOG_SOURCE: 'notion' }
  const sites = [await startSite(await freePort(), env), await startSite(await freePort(), env)] as const
  let slug = 'sample-not-published-yet'
  const publish = async (next: string) => {
    const response = await fetch(`${world.base}/notion/control/edit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ page: slug, slug: next, published: true, tags: ['posts'] }),
    })
    if (!response.ok) throw new Error(await response.text())
    slug = next
  }
  try {
    await Promise.all(sites.map((site) => site.up()))
    return await publishingProblems(sites, rounds, 'posts', publish)
  } finally {
    await Promise.all(sites.map((site) => site.stop()))
  }
}

/** Webhooks arrive at either site, up to twenty times each. */
async function billingProblems(world: World, histories: number, log: (line: string) => void): Promise<string[]> {
  const problems: string[] = []
  let [webhooks, sent] = [0, 0]
  for (let number = 0; number < histories; number++) {
    const steps = drawSteps(randomFrom(number))
    const ran = await runHistory(world, { steps, kills: [] }, randomFrom(number + 1000), `pair-${number}`)
    problems.push(...ran.problems)
    webhooks += ran.webhooks
    sent += ran.sent
  }
  log(`${webhooks} webhooks arrived ${sent} times, with each effect once`)
  return [...problems, ...(await checkEmails(world, 0))]
}

export const twoProcesses: Fault = {
  name: 'two-processes',
  expects:
    'two sites show the same: published posts at the next request, other posts within 5 s of expiry; limits and webhooks count once',
  needsRedis: true,
  run: (full, log) =>
    withBlog(async ({ world, files }) => [
      ...(await publishingProblems(world.sites, full ? 50 : 4, files.tag, files.write)),
      // The small run may share the machine.
      ...(await expiryProblems(world, files, full ? 5000 : 10_000, log)),
      ...(await notionProblems(world, full ? 20 : 2)),
      ...(await checkLimits(world)),
      ...(await billingProblems(world, full ? 30 : 2, log)),
    ]),
}
