import { setTimeout as sleep } from 'node:timers/promises'
import { offers } from '@/local/vendors/catalogue'
import { exact } from '@/lib/site'
import type { Fault } from './fault'
import { startGate, type Gate, type Passage } from './gate'
import { createPerson, type Answer, type Person } from './person'
import { randomFrom } from '@/tests/setup/random'
import { startSite } from './site'
import { startWorld, type Vendor, type World } from './world'

const vendors = ['stripe', 'chargebee'] as const

/** Milliseconds in which a person has an answer; a busy machine is given more in the small run. */
const answeredWithin = { full: 10_000, small: 13_000 }

const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })

/** What one person of a vendor may press. */
function presses(person: Person, vendor: Vendor, world: World) {
  const { uid } = person
  const plan = () => ({ uid, subscriptionId: person.held().at(-1)?.subscription.id, store: vendor })
  const priceId = vendor === 'stripe' ? offers[0]?.stripePriceId : offers[0]?.itemPriceId
  const back = {
    successUrl: world.siteOrigin + exact.checkoutSuccess,
    cancelUrl: world.siteOrigin + exact.checkoutCancel,
  }
  return {
    checkout: () => person.once(0, `/${vendor}/checkout-session?uid=${uid}`, post({ priceId, ...back })),
    cancel: () => person.once(0, `/users/cancel-plan?uid=${uid}`, post(plan())),
    resume: () => person.once(0, `/users/resume-plan?uid=${uid}`, post(plan())),
    portal: () => person.once(0, `/billing/portal?uid=${uid}`, post({ returnUrl: world.siteOrigin })),
    receipts: () => person.once(0, `/billing/invoices?uid=${uid}`, {}),
    ring: () => person.once(0, `/billing/sync?uid=${uid}`, post({})),
    plan: () => person.once(1, `/users/current-plan?uid=${uid}`, {}),
    /** Pages at the vendor on which a purchase may be paid. */
    pages: () => person.pages()[vendor],
    /** Whether the vendor has the plan as one that will not renew. */
    isLeaving: () => {
      const term = person.held().at(-1)?.subscription.term
      return term !== undefined && term.cancelAt !== null
    },
    async pay() {
      const id = this.pages().at(-1)?.id
      const path = vendor === 'stripe' ? `/checkout/stripe/${id}/pay` : `/pages/v4/${id}/checkout/pay`
      await fetch(world.base + path, { method: 'POST', redirect: 'manual' })
      await this.ring()
    },
  }
}

type Presses = ReturnType<typeof presses>
type People = Record<'buyer' | 'stayer' | 'leaver', Presses>

const told = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`

/** Somebody who wants to buy, somebody with a plan, and somebody who has cancelled one that still runs. */
async function gather(vendor: Vendor, world: World): Promise<People> {
  const make = async (name: string) =>
    presses(await createPerson(world, randomFrom(1), `${vendor}-${name}`), vendor, world)
  const people = { buyer: await make('buyer'), stayer: await make('stayer'), leaver: await make('leaver') }
  for (const one of [people.stayer, people.leaver]) {
    await one.checkout()
    await one.pay()
  }
  const left = await people.leaver.cancel()
  if (left.status !== 200) throw new Error(`A plan at ${vendor} could not be prepared: ${told(left)}`)
  return people
}

/** Presses everything at once while the vendor fails: each is an error in time, and the plans are said as they are. */
async function pressAll(people: People, when: string, withinMs: number): Promise<string[]> {
  const { buyer, stayer, leaver } = people
  const problems: string[] = []
  const one = async (name: string, press: () => Promise<Answer>) => {
    const began = Date.now()
    const answer = await press()
    const ms = Date.now() - began
    if (answer.status < 500 || typeof answer.body?.error?.message !== 'string')
      problems.push(`${when}: ${name} was answered ${told(answer)}`)
    if (ms > withinMs) problems.push(`${when}: ${name} was answered after ${ms} ms`)
  }
  const all = [
    one('checkout', buyer.checkout),
    one('cancel', stayer.cancel),
    one('resume', leaver.resume),
    one('portal', stayer.portal),
    one('receipts', leaver.receipts),
  ]
  await sleep(300)
  for (const [person, expected] of [
    [stayer, false],
    [leaver, true],
  ] as const) {
    const answer = await person.plan()
    if (answer.status !== 200 || answer.body.isUnSubscribed !== expected)
      problems.push(`${when}: the plan was answered ${told(answer)}`)
  }
  await Promise.all(all)
  return problems
}

/** The site and the vendor say the same of a plan, after the site has looked. */
async function agree(person: Presses, when: string): Promise<string[]> {
  const rung = await person.ring()
  const plan = await person.plan()
  if (rung.status !== 200 || plan.status !== 200)
    return [`${when}: looking again was answered ${told(rung)}, ${told(plan)}`]
  return plan.body.isUnSubscribed === person.isLeaving()
    ? []
    : [`${when}: the plan is said to be ${told(plan)}, and the vendor has isLeaving ${person.isLeaving()}`]
}

/** Once the vendor answers again everything can be pressed once more, and was done once. */
async function pressAgain({ buyer, stayer, leaver }: People, when: string): Promise<string[]> {
  const problems = [...(await agree(stayer, when)), ...(await agree(leaver, when))]
  const must = async (name: string, press: () => Promise<Answer>) => {
    const answer = await press()
    if (answer.status !== 200) problems.push(`${when}: ${name} was answered ${told(answer)}`)
  }
  await must('checkout', buyer.checkout)
  if (buyer.pages().length !== 1) problems.push(`${when}: ${buyer.pages().length} pages to pay on were made`)
  await must('portal', stayer.portal)
  await must('receipts', leaver.receipts)
  // A vendor that was slow may have done it after all.
  if (!stayer.isLeaving()) await must('cancel', stayer.cancel)
  if (leaver.isLeaving()) await must('resume', leaver.resume)
  problems.push(...(await agree(stayer, when)), ...(await agree(leaver, when)))
  if (!stayer.isLeaving() || leaver.isLeaving()) problems.push(`${when}: the vendor has not what was pressed`)
  // As it was, for what comes next.
  await must('resume', stayer.resume)
  await must('cancel', leaver.cancel)
  return problems
}

async function health(world: World): Promise<Record<string, string>> {
  await sleep(1100)
  const headers = { 'x-revalidate-secret': world.env.REVALIDATE_SECRET }
  return (await (await fetch(`${world.sites[0].url}/api/health`, { headers })).json()) as Record<string, string>
}

export const vendorsSlow: Fault = {
  name: 'vendors-slow',
  holds: 'while Stripe or Chargebee is down, fails or is slow, people have an error in ten seconds, and a retry works',
  async run(full, say) {
    const gates: Partial<Record<Vendor, Gate>> = {}
    const world = await startWorld({
      start: async (port, env) => {
        for (const vendor of vendors) gates[vendor] ??= await startGate(env.STRIPE_API_BASE ?? '')
        const bases = { STRIPE_API_BASE: gates.stripe?.url ?? '', CHARGEBEE_API_BASE: gates.chargebee?.url ?? '' }
        return startSite(port, { ...env, ...bases })
      },
    })
    const withinMs = full ? answeredWithin.full : answeredWithin.small
    const passages: [string, Passage][] = [
      ['is down', 'cut'],
      ['answers 500', 'fails'],
      ['is slow', { slowMs: full ? 30_000 : 11_000 }],
    ]
    try {
      await world.begin()
      const problems: string[] = []
      const people = { stripe: await gather('stripe', world), chargebee: await gather('chargebee', world) }
      for (const [name, passage] of passages) {
        const began = Date.now()
        for (const vendor of vendors) gates[vendor]?.set(passage)
        const pressing = Promise.all(vendors.map((vendor) => pressAll(people[vendor], `${vendor} ${name}`, withinMs)))
        const report = await health(world)
        for (const vendor of vendors) {
          if (report[vendor] !== 'down') problems.push(`${vendor} ${name}, and health says ${report[vendor]}`)
        }
        if (report.status !== 'degraded') problems.push(`a vendor ${name}, and health says ${report.status}`)
        problems.push(...(await pressing).flat())
        say(`${name}: everybody was answered within ${Date.now() - began} ms`)
        for (const vendor of vendors) gates[vendor]?.set('open')
        await Promise.all(vendors.map((vendor) => gates[vendor]?.quiet()))
        await world.rows('delete from rate_limits')
        const again = await Promise.all(vendors.map((vendor) => pressAgain(people[vendor], `after ${vendor} ${name}`)))
        problems.push(...again.flat())
        await world.rows('delete from rate_limits')
      }
      const well = await health(world)
      if (vendors.some((vendor) => well[vendor] !== 'ok'))
        problems.push(`afterwards health says ${JSON.stringify(well)}`)
      return problems
    } finally {
      await world.stop()
      await Promise.all(vendors.map((vendor) => gates[vendor]?.stop()))
    }
  },
}
