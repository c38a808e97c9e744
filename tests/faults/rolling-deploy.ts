import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { deploySite, type DeployedSite } from '@/tests/setup/deployed-site'
import { randomFrom } from '@/tests/setup/random'
import { startBalancer, startVisitors } from './deploy-traffic'
import type { Fault } from './fault'
import { describe } from './support/client'
import { createPerson, type Person } from './support/person'
import { startWorld, type World } from './support/world'

const requestsPerSecond = 15
const deploys = 2
/** How long a process answers after SIGTERM: longer than this process and its balancer may be late. */
const shutdownDelayMs = 3000
/** Enough people that none of them reaches a rate limit. */
const peopleCount = 40
/** How long a deployment tool waits before it kills a process. */
const graceMs = 30_000

/** Both processes started on an empty database at once, and each migration must have run once. */
async function migrationProblems(world: World): Promise<string[]> {
  const journal = JSON.parse(readFileSync('lib/server/db/migrations/meta/_journal.json', 'utf8')) as {
    entries: unknown[]
  }
  const rows = await world.rows('select 1 from drizzle.__drizzle_migrations')
  const expected = journal.entries.length
  return rows.length === expected ? [] : [`${rows.length} migrations ran instead of ${expected}`]
}

/** Pays on a page that was opened before the deploys, and returns to the site after one. */
async function purchaseProblems(person: Person, world: World): Promise<string[]> {
  const pages = person.pages().stripe
  if (pages.length !== 1) return [`there are ${pages.length} payment pages`]
  await world.pay('stripe', pages[0]?.id)
  const synced = await person.sync(0)
  if (synced.status !== 200) return [`sync after paying: ${describe(synced)}`]
  const { body } = await person.currentPlan(0)
  return body?.subscription?.status === 'trialing' ? [] : [`the plan after paying is ${JSON.stringify(body)}`]
}

async function storageProblems(world: World, visitors: { person: Person; names: Set<string> }[]): Promise<string[]> {
  const rows = await world.rows<{ uid: string; name: string | null }>('select uid, name from users')
  const stored = new Map(rows.map(({ uid, name }) => [uid, name]))
  return visitors.flatMap(({ person: { uid }, names }) => {
    const name = stored.get(uid) ?? ''
    return names.size === 0 || names.has(name) ? [] : [`${uid} is stored as "${name}", which no response confirmed`]
  })
}

/** Replaces one process after the other, waiting each time until the balancer uses the new one. */
async function deploy(sites: DeployedSite[], isHealthy: (port: number) => boolean) {
  const problems: string[] = []
  let slowest = 0
  for (const site of sites) {
    const { code, ms } = await site.replace()
    slowest = Math.max(slowest, ms)
    if (code !== 0) problems.push(`a process exited with ${code} after SIGTERM and ${ms} ms`)
    for (let left = 100; !isHealthy(site.port) && left > 0; left--) await sleep(100)
  }
  return { problems, slowest }
}

export const rollingDeploy: Fault = {
  name: 'rolling-deploy',
  expects: `no request fails while two processes are replaced in turn, at ${requestsPerSecond} requests a second`,
  async run(log) {
    const sites: DeployedSite[] = []
    const world = await startWorld({
      start: async (port, env) => {
        const settings = { ...env, SHUTDOWN_DELAY_MS: String(shutdownDelayMs) }
        const site = deploySite(port, settings)
        sites.push(site)
        return site
      },
    })
    let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined
    try {
      await world.ready()
      const problems = await migrationProblems(world)
      balancer = await startBalancer(sites.map(({ port }) => port))
      const { isHealthy, url } = balancer
      for (const { port } of sites) while (!isHealthy(port)) await sleep(50)
      const balanced = { ...world, sites: world.sites.map((site) => ({ ...site, url })) } as World
      const random = randomFrom(1)
      const people: Person[] = []
      for (let number = 0; number < peopleCount; number++)
        people.push(await createPerson(balanced, random, `visitor-${number}`))
      const buyer = await createPerson(balanced, random, 'buyer')
      const checkout = await buyer.checkout(0, 'stripe')
      if (checkout.status !== 200) problems.push(`the checkout: ${describe(checkout)}`)

      const visitors = await startVisitors({ url, people, token: world.token, perSecond: requestsPerSecond, random })
      const delay = monitorEventLoopDelay()
      delay.enable()
      let slowest = 0
      for (let number = 0; number < deploys; number++) {
        const deployed = await deploy(sites, isHealthy)
        problems.push(...deployed.problems)
        slowest = Math.max(slowest, deployed.slowest)
        if (number === 0) problems.push(...(await purchaseProblems(buyer, world)))
      }
      await visitors.stop()
      problems.push(...visitors.failures, ...(await storageProblems(world, visitors.visitors)))
      const served = balancer.served().join(' and ')
      const { failures } = visitors
      log(`${deploys} deploys, ${visitors.requests()} requests (${served} per process), ${failures.length} failed`)
      log(`the slowest exit took ${slowest} ms`)
      log(`the balancer was late by at most ${Math.round(delay.max / 1e6)} ms`)
      if (slowest > graceMs) problems.push(`a process took ${slowest} ms to exit`)
      return problems
    } finally {
      await balancer?.stop()
      await world.stop()
    }
  },
}
