import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { offers } from '@/local/vendors/catalogue'
import { exact } from '@/lib/site'
import { deploySite, type Build, type DeployedSite } from '@/tests/setup/deployed-site'
import { ensureSecondBuild } from '@/tests/setup/second-build'
import { startBalancer } from './balancer'
import type { Fault } from './fault'
import { createPerson, type Person } from './person'
import { randomFrom } from '@/tests/setup/random'
import { beginVisits } from './visitors'
import { startWorld, type World } from './world'

const rate = { full: 50, small: 15 }
/** For which a process goes on answering: longer than this process, balancer and all, may itself be late. */
const delayMs = 3000
/** So many that nobody comes near what one person may ask. */
const crowd = 40
/** Whoever starts processes gives them as long before it kills. */
const graceMs = 30_000

const journal = () =>
  (JSON.parse(readFileSync('lib/server/db/migrations/meta/_journal.json', 'utf8')) as { entries: unknown[] }).entries

/** Two builds that began on an empty database at once have made each table once. */
async function checkMigrated(world: World): Promise<string[]> {
  const rows = await world.rows('select 1 from drizzle.__drizzle_migrations')
  const wanted = journal().length
  return rows.length === wanted ? [] : [`${rows.length} migrations were noted, and there are ${wanted}`]
}

async function beginCheckout(person: Person, world: World): Promise<string[]> {
  const answer = await person.once(0, `/stripe/checkout-session?uid=${person.uid}`, {
    method: 'POST',
    body: JSON.stringify({
      priceId: offers[0]?.stripePriceId,
      successUrl: world.siteOrigin + exact.checkoutSuccess,
      cancelUrl: world.siteOrigin + exact.checkoutCancel,
    }),
  })
  return answer.status === 200 ? [] : [`the checkout was answered ${answer.status} ${JSON.stringify(answer.body)}`]
}

/** Pays on the page that was opened before the deploys, and comes back to a site that is another by then. */
async function payAndReturn(person: Person, world: World): Promise<string[]> {
  const pages = person.pages().stripe
  const [page] = pages
  if (!page || pages.length > 1) return [`${pages.length} pages to pay on were made`]
  await fetch(`${world.base}/checkout/stripe/${page.id}/pay`, { method: 'POST', redirect: 'manual' })
  const rung = await person.once(0, `/billing/sync?uid=${person.uid}`, { method: 'POST', body: '{}' })
  if (rung.status !== 200) return [`coming back from paying was answered ${rung.status} ${JSON.stringify(rung.body)}`]
  const plan = await person.once(0, `/users/current-plan?uid=${person.uid}`, {})
  const status = plan.body?.subscription?.status
  return status === 'trialing' ? [] : [`after paying the plan is ${JSON.stringify(plan.body)}`]
}

async function checkStored(world: World, visitors: { person: Person; names: Set<string> }[]): Promise<string[]> {
  const rows = await world.rows<{ uid: string; name: string | null }>('select uid, name from users')
  const stored = new Map(rows.map(({ uid, name }) => [uid, name]))
  return visitors.flatMap(({ person: { uid }, names }) => {
    const name = stored.get(uid) ?? ''
    return names.size === 0 || names.has(name) ? [] : [`${uid} is stored as "${name}", which nobody was told`]
  })
}

/** Replaces one process after the other, waiting each time until the balancer gives the new one its share. */
async function deploy(sites: DeployedSite[], build: Build, isWell: (port: number) => boolean) {
  const problems: string[] = []
  let slowest = 0
  for (const site of sites) {
    const { code, ms } = await site.replace(build)
    slowest = Math.max(slowest, ms)
    if (code !== 0) problems.push(`a process that was told to end did so with ${code}, after ${ms} ms`)
    for (let left = 100; !isWell(site.port) && left > 0; left--) await sleep(100)
  }
  return { problems, slowest }
}

export const rollingDeploy: Fault = {
  name: 'rolling-deploy',
  holds: `deploys of two processes in turn, from one build to another, fail none of the requests of ${rate.full} a second`,
  async run(full, say) {
    await ensureSecondBuild()
    const sites: DeployedSite[] = []
    const world = await startWorld({
      start: async (port, env) => {
        const site = deploySite(
          port,
          { ...env, SHUTDOWN_DELAY_MS: String(delayMs) },
          sites.length === 0 ? 'first' : 'second',
        )
        sites.push(site)
        return site
      },
    })
    let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined
    try {
      await world.begin()
      const problems = await checkMigrated(world)
      balancer = await startBalancer(sites.map(({ port }) => port))
      const { isWell, url } = balancer
      for (const { port } of sites) while (!isWell(port)) await sleep(50)
      const behind = {
        ...world,
        sites: [
          { ...world.sites[0], url },
          { ...world.sites[1], url },
        ],
      } as World
      const random = randomFrom(1)
      const people: Person[] = []
      for (let number = 0; number < crowd; number++)
        people.push(await createPerson(behind, random, `visitor-${number}`))
      const buyer = await createPerson(behind, random, 'buyer')
      problems.push(...(await beginCheckout(buyer, world)))

      const visits = await beginVisits(
        url,
        people,
        (uid) => world.identity.token(uid),
        full ? rate.full : rate.small,
        random,
      )
      const late = monitorEventLoopDelay()
      late.enable()
      const count = full ? 20 : 3
      let slowest = 0
      for (let number = 0; number < count; number++) {
        const done = await deploy(sites, number % 2 === 0 ? 'first' : 'second', isWell)
        problems.push(...done.problems)
        slowest = Math.max(slowest, done.slowest)
        if (number === 0) problems.push(...(await payAndReturn(buyer, world)))
      }
      await visits.stop()
      problems.push(...visits.failures, ...(await checkStored(world, visits.visitors)))
      const shares = balancer.served().join(' and ')
      say(`${count} deploys, ${visits.asked()} requests (${shares} at each process), ${visits.failures.length} failed`)
      say(
        `${visits.fromOthers()} files were had of a build that the process asked was not; the slowest end took ${slowest} ms`,
      )
      say(`the balancer itself was late by at most ${Math.round(late.max / 1e6)} ms`)
      if (visits.fromOthers() === 0) problems.push('no file of another build was ever asked for: nothing was tried')
      if (slowest > graceMs) problems.push(`a process took ${slowest} ms to end`)
      return problems
    } finally {
      await balancer?.stop()
      await world.stop()
    }
  },
}
