import { setTimeout as sleep } from 'node:timers/promises'
import { describe, health, post, retryCheck, unlessOk, type Answer, type Fault } from './support/client'
import { createPerson, type Person } from './support/person'
import { inWorld, vendors, type Vendor, type World } from './support/world'

/** The ten seconds in which a person must get an answer, and room for a busy machine. */
const maxMs = 13_000

/** The stand-ins perform a slow call even when the site has stopped waiting. */
const slowMs = 11_000

const failures = {
  'is down': { drop: true, delayMs: 0 },
  'is slow': { delayMs: slowMs },
}

/** Calls that a customer of one vendor makes. */
function actionsOf(person: Person, vendor: Vendor, world: World) {
  const { uid } = person
  const plan = () => post({ uid, subscriptionId: person.plans().at(-1)?.subscription.id, store: vendor })
  return {
    checkout: () => person.checkout(0, vendor),
    cancel: () => person.once(0, `/users/cancel-plan?uid=${uid}`, plan()),
    resume: () => person.once(0, `/users/resume-plan?uid=${uid}`, plan()),
    portal: () => person.once(0, `/billing/portal?uid=${uid}`, post({ returnUrl: world.siteOrigin })),
    receipts: () => person.once(0, `/billing/invoices?uid=${uid}`),
    sync: () => person.sync(0),
    plan: () => person.currentPlan(1),
    pages: () => person.pagesAt(vendor),
    /** Whether the plan is cancelled at the vendor. */
    isCancelled: () => (person.plans().at(-1)?.subscription.term.cancelAt ?? null) !== null,
  }
}

type Actions = ReturnType<typeof actionsOf>
/** A buyer without a plan, a subscriber, and a subscriber who has cancelled a plan that still runs. */
type People = Record<'buyer' | 'subscriber' | 'leaver', Actions>

async function createPeople(vendor: Vendor, world: World): Promise<People> {
  const create = async (name: string) => actionsOf(await createPerson(world, `${vendor}-${name}`), vendor, world)
  const people = {
    buyer: await create('buyer'),
    subscriber: await create('subscriber'),
    leaver: await create('leaver'),
  }
  for (const one of [people.subscriber, people.leaver]) {
    await one.checkout()
    await world.pay(vendor, one.pages().at(-1)?.id)
    await one.sync()
  }
  const cancelled = await people.leaver.cancel()
  if (cancelled.status !== 200) throw new Error(`The plan at ${vendor} was not cancelled: ${describe(cancelled)}`)
  return people
}

/** While the vendor fails, every action must end in an error in time, and the stored plans must be shown. */
async function failureProblems({ buyer, subscriber, leaver }: People): Promise<string[]> {
  const expectError = async (name: string, action: () => Promise<Answer>) => {
    const answer = await action()
    const isError = answer.status >= 500 && typeof answer.body?.error?.message === 'string'
    return isError && answer.ms <= maxMs ? [] : [`${name}, after ${answer.ms} ms: ${describe(answer)}`]
  }
  const expectPlan = async (person: Actions, isCancelled: boolean) => {
    await sleep(300)
    const answer = await person.plan()
    const isRight = answer.status === 200 && answer.body.isUnSubscribed === isCancelled
    return isRight ? [] : [`current plan: ${describe(answer)}`]
  }
  const found = await Promise.all([
    expectError('checkout', buyer.checkout),
    expectError('cancel', subscriber.cancel),
    expectError('resume', leaver.resume),
    expectError('portal', subscriber.portal),
    expectError('receipts', leaver.receipts),
    expectPlan(subscriber, false),
    expectPlan(leaver, true),
  ])
  return found.flat()
}

/** After a sync, the site and the vendor must agree about a plan. */
async function syncProblems(person: Actions): Promise<string[]> {
  const synced = await person.sync()
  const plan = await person.plan()
  if (synced.status !== 200 || plan.status !== 200) return [`sync: ${describe(synced)}, ${describe(plan)}`]
  if (plan.body.isUnSubscribed === person.isCancelled()) return []
  return [`the plan is ${describe(plan)}, but isCancelled is ${person.isCancelled()} at the vendor`]
}

/** Once the vendor works again, every action must succeed, and must have happened once. */
async function retryProblems({ buyer, subscriber, leaver }: People): Promise<string[]> {
  const problems = [...(await syncProblems(subscriber)), ...(await syncProblems(leaver))]
  const expectOk = async (name: string, action: () => Promise<Answer>) =>
    void problems.push(...unlessOk(name, await action()))
  await expectOk('checkout', buyer.checkout)
  if (buyer.pages().length !== 1) problems.push(`there are ${buyer.pages().length} payment pages`)
  await expectOk('portal', subscriber.portal)
  await expectOk('receipts', leaver.receipts)
  // A slow vendor may have performed the first attempt.
  if (!subscriber.isCancelled()) await expectOk('cancel', subscriber.cancel)
  if (leaver.isCancelled()) await expectOk('resume', leaver.resume)
  problems.push(...(await syncProblems(subscriber)), ...(await syncProblems(leaver)))
  if (!subscriber.isCancelled() || leaver.isCancelled()) problems.push('the vendor has other plan states')
  // Restore the plans for the next failure.
  await expectOk('resume', subscriber.resume)
  await expectOk('cancel', leaver.cancel)
  return problems
}

async function healthProblems({ sites }: World, state: string, status: string): Promise<string[]> {
  const { body } = await health(sites[0])
  const isRight = body.status === status && vendors.every((vendor) => body[vendor] === state)
  return isRight ? [] : [`health: ${JSON.stringify(body)}`]
}

export const vendorsSlow: Fault = {
  name: 'vendors-slow',
  expects: 'while Stripe or Chargebee is down or slow, people get an error in ten seconds, and a retry works',
  run: (log) =>
    inWorld({}, async (world) => {
      const { faults } = world.vendorContext
      const problems: string[] = []
      const people = [await createPeople('stripe', world), await createPeople('chargebee', world)]
      for (const [name, failure] of Object.entries(failures)) {
        const report = (found: string[], when: string) =>
          problems.push(...found.map((problem) => `${when} a vendor ${name}: ${problem}`))
        for (const vendor of vendors) faults.arm({ vendor, times: 1_000_000, ...failure })
        const began = Date.now()
        const failing = Promise.all(people.map(failureProblems))
        report(await healthProblems(world, 'down', 'degraded'), 'while')
        report((await failing).flat(), 'while')
        log(`${name}: all answers within ${Date.now() - began} ms`)
        for (const vendor of vendors) faults.arm({ vendor, times: 0, delayMs: 0 })
        // Until the calls that are still under way have been performed.
        if (failure.delayMs > 0) await sleep(slowMs)
        await world.clearLimits()
        report((await Promise.all(people.map(retryProblems))).flat(), 'after')
        await world.clearLimits()
      }
      // The report may be a second old.
      return [...problems, ...(await retryCheck(3000, () => healthProblems(world, 'ok', 'ok'))).problems]
    }),
}
