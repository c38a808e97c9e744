import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@/tests/setup/listen'
import { randomFrom } from '@/tests/setup/random'
import type { Fault } from './fault'
import { describe, type Answer } from './support/client'
import { createPerson, post, type Person } from './support/person'
import { startSite } from './support/site'
import { startWorld, vendors, type Vendor, type World } from './support/world'

/** The ten seconds in which a person must get an answer, and room for a busy machine. */
const maxMs = 13_000

type ProxyMode = 'works' | 'drops' | 'fails' | { slowMs: number }
type Proxy = Awaited<ReturnType<typeof startVendorProxy>>

/** A proxy in front of a vendor that can drop, fail or delay calls. */
async function startVendorProxy(vendor: string) {
  let mode: ProxyMode = 'works'
  const pending = new Set<Promise<void>>()

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const now = mode
    if (now === 'drops') return void incoming.socket.destroy()
    if (now === 'fails') return void outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{}')
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    // The vendor performs the call even when the site has stopped waiting.
    if (now !== 'works') await sleep(now.slowMs)
    const { method, headers } = incoming
    await new Promise<void>((resolve) => {
      const forwarded = request(new URL(incoming.url ?? '/', vendor), { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
        response.once('close', resolve)
      })
      forwarded.on('error', () => {
        outgoing.destroy()
        resolve()
      })
      forwarded.end(Buffer.concat(chunks))
    })
  }

  const { url, close } = await listen((incoming, outgoing) => {
    const forwarding = forward(incoming, outgoing).catch(() => void outgoing.destroy())
    pending.add(forwarding)
    void forwarding.finally(() => pending.delete(forwarding))
  })
  return {
    url,
    setMode(next: ProxyMode) {
      mode = next
    },
    /** Resolves when no call is under way. */
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
    stop: close,
  }
}

/** Calls that a customer of one vendor makes. */
function actionsOf(person: Person, vendor: Vendor, world: World) {
  const { uid } = person
  const plan = () => ({ uid, subscriptionId: person.plans().at(-1)?.subscription.id, store: vendor })
  return {
    checkout: () => person.checkout(0, vendor),
    cancel: () => person.once(0, `/users/cancel-plan?uid=${uid}`, post(plan())),
    resume: () => person.once(0, `/users/resume-plan?uid=${uid}`, post(plan())),
    portal: () => person.once(0, `/billing/portal?uid=${uid}`, post({ returnUrl: world.siteOrigin })),
    receipts: () => person.once(0, `/billing/invoices?uid=${uid}`),
    sync: () => person.sync(0),
    plan: () => person.currentPlan(1),
    pages: () => person.pages()[vendor],
    /** Whether the plan is cancelled at the vendor. */
    isCancelled: () => {
      const term = person.plans().at(-1)?.subscription.term
      return term !== undefined && term.cancelAt !== null
    },
    async pay() {
      await world.pay(vendor, this.pages().at(-1)?.id)
      await this.sync()
    },
  }
}

type Actions = ReturnType<typeof actionsOf>
/** A buyer without a plan, a subscriber, and a subscriber who has cancelled a plan that still runs. */
type People = Record<'buyer' | 'subscriber' | 'leaver', Actions>

async function createPeople(vendor: Vendor, world: World): Promise<People> {
  const create = async (name: string) =>
    actionsOf(await createPerson(world, randomFrom(1), `${vendor}-${name}`), vendor, world)
  const people = {
    buyer: await create('buyer'),
    subscriber: await create('subscriber'),
    leaver: await create('leaver'),
  }
  for (const one of [people.subscriber, people.leaver]) {
    await one.checkout()
    await one.pay()
  }
  const cancelled = await people.leaver.cancel()
  if (cancelled.status !== 200) throw new Error(`The plan at ${vendor} was not cancelled: ${describe(cancelled)}`)
  return people
}

/** While the vendor fails, every action must end in an error in time, and the stored plans must be shown. */
async function failureProblems({ buyer, subscriber, leaver }: People, when: string, withinMs: number) {
  const problems: string[] = []
  const expectError = async (name: string, action: () => Promise<Answer>) => {
    const began = Date.now()
    const answer = await action()
    const ms = Date.now() - began
    if (answer.status < 500 || typeof answer.body?.error?.message !== 'string')
      problems.push(`${when}: ${name}: ${describe(answer)}`)
    if (ms > withinMs) problems.push(`${when}: ${name} took ${ms} ms`)
  }
  const actions = [
    expectError('checkout', buyer.checkout),
    expectError('cancel', subscriber.cancel),
    expectError('resume', leaver.resume),
    expectError('portal', subscriber.portal),
    expectError('receipts', leaver.receipts),
  ]
  await sleep(300)
  for (const [person, isCancelled] of [
    [subscriber, false],
    [leaver, true],
  ] as const) {
    const answer = await person.plan()
    if (answer.status !== 200 || answer.body.isUnSubscribed !== isCancelled)
      problems.push(`${when}: current plan: ${describe(answer)}`)
  }
  await Promise.all(actions)
  return problems
}

/** After a sync, the site and the vendor must agree about a plan. */
async function syncProblems(person: Actions, when: string): Promise<string[]> {
  const synced = await person.sync()
  const plan = await person.plan()
  if (synced.status !== 200 || plan.status !== 200) return [`${when}: sync: ${describe(synced)}, ${describe(plan)}`]
  return plan.body.isUnSubscribed === person.isCancelled()
    ? []
    : [`${when}: the plan is ${describe(plan)}, but isCancelled is ${person.isCancelled()} at the vendor`]
}

/** Once the vendor works again, every action must succeed, and must have happened once. */
async function retryProblems({ buyer, subscriber, leaver }: People, when: string): Promise<string[]> {
  const problems = [...(await syncProblems(subscriber, when)), ...(await syncProblems(leaver, when))]
  const expectOk = async (name: string, action: () => Promise<Answer>) => {
    const answer = await action()
    if (answer.status !== 200) problems.push(`${when}: ${name}: ${describe(answer)}`)
  }
  await expectOk('checkout', buyer.checkout)
  if (buyer.pages().length !== 1) problems.push(`${when}: there are ${buyer.pages().length} payment pages`)
  await expectOk('portal', subscriber.portal)
  await expectOk('receipts', leaver.receipts)
  // A slow vendor may have performed the first attempt.
  if (!subscriber.isCancelled()) await expectOk('cancel', subscriber.cancel)
  if (leaver.isCancelled()) await expectOk('resume', leaver.resume)
  problems.push(...(await syncProblems(subscriber, when)), ...(await syncProblems(leaver, when)))
  if (!subscriber.isCancelled() || leaver.isCancelled()) problems.push(`${when}: the vendor has other plan states`)
  // Restore the plans for the next failure.
  await expectOk('resume', subscriber.resume)
  await expectOk('cancel', leaver.cancel)
  return problems
}

async function health(world: World): Promise<Record<string, string>> {
  // The site caches its report for a second.
  await sleep(1100)
  const headers = { 'x-revalidate-secret': world.env.REVALIDATE_SECRET }
  return (await (await fetch(`${world.sites[0].url}/api/health`, { headers })).json()) as Record<string, string>
}

export const vendorsSlow: Fault = {
  name: 'vendors-slow',
  expects: 'while Stripe or Chargebee is down, fails or is slow, people get an error in ten seconds, and a retry works',
  async run(log) {
    const proxies: Partial<Record<Vendor, Proxy>> = {}
    const world = await startWorld({
      start: async (port, env) => {
        for (const vendor of vendors) proxies[vendor] ??= await startVendorProxy(env.STRIPE_API_BASE ?? '')
        const bases = { STRIPE_API_BASE: proxies.stripe?.url ?? '', CHARGEBEE_API_BASE: proxies.chargebee?.url ?? '' }
        return startSite(port, { ...env, ...bases })
      },
    })
    const modes: [string, ProxyMode][] = [
      ['is down', 'drops'],
      ['answers 500', 'fails'],
      ['is slow', { slowMs: 11_000 }],
    ]
    try {
      await world.ready()
      const problems: string[] = []
      const people = { stripe: await createPeople('stripe', world), chargebee: await createPeople('chargebee', world) }
      for (const [name, mode] of modes) {
        const began = Date.now()
        for (const vendor of vendors) proxies[vendor]?.setMode(mode)
        const failing = Promise.all(
          vendors.map((vendor) => failureProblems(people[vendor], `${vendor} ${name}`, maxMs)),
        )
        const report = await health(world)
        for (const vendor of vendors) {
          if (report[vendor] !== 'down') problems.push(`${vendor} ${name}, but health reports ${report[vendor]}`)
        }
        if (report.status !== 'degraded') problems.push(`a vendor ${name}, but health reports ${report.status}`)
        problems.push(...(await failing).flat())
        log(`${name}: all answers within ${Date.now() - began} ms`)
        for (const vendor of vendors) proxies[vendor]?.setMode('works')
        await Promise.all(vendors.map((vendor) => proxies[vendor]?.settled()))
        await world.clearLimits()
        const retried = vendors.map((vendor) => retryProblems(people[vendor], `after ${vendor} ${name}`))
        problems.push(...(await Promise.all(retried)).flat())
        await world.clearLimits()
      }
      const report = await health(world)
      if (vendors.some((vendor) => report[vendor] !== 'ok'))
        problems.push(`health afterwards: ${JSON.stringify(report)}`)
      return problems
    } finally {
      await world.stop()
      await Promise.all(vendors.map((vendor) => proxies[vendor]?.stop()))
    }
  },
}
