import { freePort } from '@/local/ports'
import { startRedis } from '@/tests/setup/redis'
import { freshFor } from '@/lib/content/posts'
import type { Fault } from './fault'
import { drawSteps } from './history'
import { checkLimits } from './limits'
import { checkLetters } from './mail'
import { postFiles } from './post-files'
import { randomFrom } from '@/tests/setup/random'
import { addressesOf, differences, looked, publishAt, read, until } from './readers'
import { runHistory } from './run-history'
import { startSite, type Site } from './site'
import { startWorld, type World } from './world'

type Pair = readonly [Site, Site]
const turned = ([one, other]: Pair): Pair => [other, one]

/** Publishing through one process, by turns, of which now the other one is asked first and now this one. */
async function published(sites: Pair, rounds: number, tag: string, write: (slug: string) => unknown) {
  const problems: string[] = []
  for (let round = 0; round < rounds; round++) {
    const slug = `published-${round}`
    const paths = addressesOf(slug, tag)
    const [one, other] = round % 2 === 0 ? sites : turned(sites)
    problems.push(...(await looked(sites, paths, slug, false)))
    await write(slug)
    await publishAt(one)
    const asked = round % 4 < 2 ? [other, one] : [one, other]
    problems.push(...(await looked(asked, paths, slug)), ...(await differences(sites, paths)))
  }
  return problems
}

/**
 * What nobody was told of is there when a page has had its time, and five seconds later at the latest: also on a
 * page that was rendered shortly before.
 */
async function unannounced(
  world: World,
  files: ReturnType<typeof postFiles>,
  withinMs: number,
  say: (line: string) => void,
) {
  const slug = 'unannounced'
  const lists = addressesOf(slug, files.tag).filter((path) => !path.endsWith(slug))
  const late = `/blog/tag/${files.otherTag}`
  const problems = await looked(world.sites, lists, slug, false)
  files.write(slug)
  problems.push(...(await looked(world.sites, lists, slug, false)))
  await world.setAhead((freshFor - 30) * 1000)
  for (const site of world.sites) await read(site, late)
  await world.setAhead(freshFor * 1000)
  const all = [...lists, late]
  const waiting = new Set(all)
  const { ms, problems: left } = await until(withinMs, async () => {
    const looks = [...waiting].map(async (path) => {
      const wrong = await looked(world.sites, [path], slug)
      if (wrong.length === 0) waiting.delete(path)
      return wrong
    })
    return (await Promise.all(looks)).flat()
  })
  say(`unannounced, both showed it ${(ms / 1000).toFixed(1)} s after ${freshFor} s`)
  problems.push(...left, ...(await differences(world.sites, all)))
  await world.setAhead(0)
  return problems
}

/** The same with posts from Notion's stand-in, over two more processes beside the others. */
async function publishedInNotion(world: World, rounds: number): Promise<string[]> {
  const env = { ...world.env, BLOG_SOURCE: 'notion' }
  const sites = [await startSite(await freePort(), env), await startSite(await freePort(), env)] as const
  let slug = 'sample-not-published-yet'
  const edit = async (next: string) => {
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
    return await published(sites, rounds, 'posts', edit)
  } finally {
    await Promise.all(sites.map((site) => site.stop()))
  }
}

/** Every message of the vendors comes to either process, up to twenty times. */
async function effects(world: World, histories: number, say: (line: string) => void): Promise<string[]> {
  const problems: string[] = []
  let [events, sent] = [0, 0]
  for (let number = 0; number < histories; number++) {
    const steps = drawSteps(randomFrom(number))
    const ran = await runHistory(world, { steps, deaths: [] }, randomFrom(number + 1000), `pair-${number}`)
    problems.push(...ran.problems)
    events += ran.events
    sent += ran.sent
  }
  say(`${events} messages came ${sent} times, each effect counted once`)
  return [...problems, ...(await checkLetters(world, 0))]
}

export const twoProcesses: Fault = {
  name: 'two-processes',
  holds:
    'two processes show the same: published through one it is at the other’s next request, unannounced within its time and 5 s; limits and effects count once',
  needsRedis: true,
  async run(full, say) {
    const redis = await startRedis()
    const files = postFiles()
    const world = await startWorld({ redis, settings: { BLOG_FOLDER: files.folder } })
    try {
      await world.begin()
      const problems = [
        ...(await published(world.sites, full ? 50 : 4, files.tag, files.write)),
        // A busy machine has more time in the small run.
        ...(await unannounced(world, files, full ? 5000 : 10_000, say)),
        ...(await publishedInNotion(world, full ? 20 : 2)),
        ...(await checkLimits(world)),
        ...(await effects(world, full ? 30 : 2, say)),
      ]
      return problems
    } finally {
      await world.stop()
      await redis.stop()
      files.remove()
    }
  },
}
