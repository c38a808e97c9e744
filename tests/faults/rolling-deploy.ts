import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom, type Random } from '@/tests/setup/random'
import { startBalancer } from './balancer'
import { describe, post, request, unlessOk, type Fault } from './support/client'
import { createPerson, type Person } from './support/person'
import { inWorld, type World } from './support/world'

const requestsPerSecond = 10
/** How long a process answers after SIGTERM: longer than this process and its balancer may be late. */
const shutdownDelayMs = 3000
/** Enough people that none of them reaches a rate limit. */
const peopleCount = 30
/** How long a deployment tool waits before it kills a process. */
const graceMs = 30_000

const pages = ['/', '/faq', '/about', '/blog', '/therapy-protocol', '/pricing/start', '/blog/rss.xml']

/** Requests pages, their files and the API at a constant rate, without waiting for responses. */
function startVisitors(url: string, people: Person[], random: Random) {
  const problems: string[] = []
  const files = new Set<string>()
  /** Names that were confirmed as stored. Writes may overtake each other, so any of them may be the last one. */
  const names = new Map<string, string[]>()
  const pending = new Set<Promise<void>>()
  let requests = 0

  async function readPage(): Promise<void> {
    const path = random.pick(pages)
    const answer = await request(url + path)
    const text = String(answer.body)
    if (answer.status !== 200 || !/<h1|<item>/.test(text)) problems.push(`${path}: ${describe(answer)}`)
    for (const [file] of text.matchAll(/\/_next\/static\/[\w\-./~]+\.(?:js|css)\b/g)) files.add(file)
  }

  async function loadFile(): Promise<void> {
    if (files.size === 0) return
    const path = random.pick([...files])
    problems.push(...unlessOk(path, await request(url + path)))
  }

  async function callApi(): Promise<void> {
    const person = random.pick(people)
    if (random.chance(0.7)) return void problems.push(...unlessOk('current-plan', await person.currentPlan(0)))
    const name = `Name ${requests}`
    const answer = await person.once(0, '/users/insert-or-update', post(person.record(name)))
    problems.push(...unlessOk('insert-or-update', answer))
    if (answer.status === 200) names.set(person.uid, [...(names.get(person.uid) ?? []), name])
  }

  const timer = setInterval(() => {
    requests++
    const share = random.next()
    const work = share < 0.4 ? readPage() : share < 0.65 ? loadFile() : callApi()
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }, 1000 / requestsPerSecond)

  return {
    names,
    problems,
    requests: () => requests,
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}

/** Replaces one process after the other, waiting each time until the balancer uses the new one. */
async function deploy({ sites }: World, isHealthy: (url: string) => boolean): Promise<string[]> {
  const problems: string[] = []
  for (const site of sites) {
    const { code, ms } = await site.replace()
    if (code !== 0 || ms > graceMs) problems.push(`a process exited with ${code} after SIGTERM and ${ms} ms`)
    for (let left = 100; !isHealthy(site.url) && left > 0; left--) await sleep(100)
  }
  return problems
}

async function storageProblems({ rows }: World, names: Map<string, string[]>): Promise<string[]> {
  const stored = await rows<{ uid: string; name: string | null }>('select uid, name from users')
  return stored.flatMap(({ uid, name }) =>
    names.has(uid) && !names.get(uid)?.includes(name ?? '')
      ? [`${uid} is stored as "${name}", which no response confirmed`]
      : [],
  )
}

export const rollingDeploy: Fault = {
  name: 'rolling-deploy',
  expects: `no request fails while two processes are replaced in turn, at ${requestsPerSecond} requests a second`,
  run: (log) =>
    inWorld({ settings: { SHUTDOWN_DELAY_MS: String(shutdownDelayMs) } }, async (world) => {
      const balancer = await startBalancer(world.sites.map(({ url }) => url))
      try {
        for (const { url } of world.sites) while (!balancer.isHealthy(url)) await sleep(50)
        const balanced = { ...world, sites: world.sites.map((site) => ({ ...site, url: balancer.url })) } as World
        const people: Person[] = []
        for (let number = 0; number < peopleCount; number++)
          people.push(await createPerson(balanced, `visitor-${number}`))
        const buyer = await createPerson(balanced, 'buyer')
        const checkout = await buyer.checkout(0, 'stripe')
        const visitors = startVisitors(balancer.url, people, randomFrom(1))
        const problems = [...unlessOk('the checkout', checkout), ...(await deploy(world, balancer.isHealthy))]
        // Pays on a page that was opened before the deploy, and returns to the site after it.
        await world.pay('stripe', checkout.body.id)
        const synced = await buyer.sync(0)
        if (synced.body?.subscription?.status !== 'trialing')
          problems.push(`the plan after paying is ${describe(synced)}`)
        await visitors.stop()
        log(`${visitors.requests()} requests, ${visitors.problems.length} failed`)
        return [...problems, ...visitors.problems, ...(await storageProblems(world, visitors.names))]
      } finally {
        await balancer.stop()
      }
    }),
}
