import 'server-only'
import { and, eq, lt, ne } from 'drizzle-orm'
import { provider as providerName, type Provider } from '@/lib/contract/plan'
import type { ReconcileScope, ReconcileSummary } from '@/lib/contract/reconcile'
import { database } from '@/lib/server/db/client'
import { customers, deletedCustomers, duplicates, jobs, subscriptions } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import { deliverLetters } from '@/lib/server/email/emails'
import { log } from '@/lib/server/observability/log'
import { billingProviders, isSetUp } from './providers/registry'
import type { BillingProvider } from './providers/provider'
import { keyOf, Run, type Customer, type Person, type Say } from './reconcile-run'
import { isOver } from './unavailable-providers'
import { settle } from './sync'

const hourMs = 3_600_000
/** Providers keep their messages for so long. */
const memoryMs = 30 * 24 * hourMs

/** Under this name `jobs` has the time until which all that a provider could not deliver has been made good. */
const heardOf = (store: Provider) => `events ${store}`

/**
 * Everybody whom a provider knows through us, those who have gone too: what they bought late is ended. Whoever
 * came back has the same number at one of the providers, and is not gone. A provider that was taken out of the
 * settings cannot be asked.
 */
async function everybody(): Promise<Person[]> {
  const db = await database()
  const people = new Map<string, Person>()
  for (const { uid, provider: store, customerId } of await db.select().from(customers).orderBy(customers.uid)) {
    if (!isSetUp(store)) continue
    const person = people.get(uid) ?? { uid, customers: [] }
    person.customers.push({ store, customer: customerId })
    people.set(uid, person)
  }
  const here = new Set([...people.values()].flatMap((person) => person.customers.map(keyOf)))
  const gone = (await db.select().from(deletedCustomers).orderBy(deletedCustomers.customerId))
    .map(({ provider, customerId }) => ({ store: provider, customer: customerId }))
    .filter((one) => isSetUp(one.store) && !here.has(keyOf(one)))
  return [...people.values(), ...gone.map((one) => ({ uid: null, customers: [one] }))]
}

/** From when on undelivered messages are looked for: the last hour twice, for clocks and for what was under way. */
async function lookFrom(store: Provider, now: number): Promise<Date> {
  const db = await database()
  const [row] = await db
    .select()
    .from(jobs)
    .where(eq(jobs.name, heardOf(store)))
  return new Date(Math.max(now - memoryMs, (row?.begunAt.getTime() ?? 0) - hourMs))
}

async function noteHeard(store: Provider, begunAt: Date): Promise<void> {
  const db = await database()
  await db
    .insert(jobs)
    .values({ name: heardOf(store), begunAt })
    .onConflictDoUpdate({ target: jobs.name, set: { begunAt }, setWhere: lt(jobs.begunAt, begunAt) })
}

/** Customers of ours of whom a provider could not tell us something; where it cannot say, that is a failure. */
async function missed(run: Run, provider: BillingProvider, began: Date): Promise<Customer[] | null> {
  try {
    const since = await lookFrom(provider.name, began.getTime())
    const told = await provider.missedCustomers(since)
    return told.map((customer) => ({ store: provider.name, customer }))
  } catch (error) {
    run.fail(provider.name, null, error)
    return null
  }
}

/** Asks about the people whom undelivered messages were about, and remembers how far that went. */
async function makeGood(run: Run, people: Person[]): Promise<Set<Person>> {
  const began = new Date()
  const owners = new Map(people.flatMap((person) => person.customers.map((one) => [keyOf(one), person] as const)))
  const heard = await Promise.all(
    (await billingProviders()).map(async (provider) => ({ provider, told: await missed(run, provider, began) })),
  )
  // The same account of a provider may serve other sites, whose customers are nobody of ours.
  const ours = ({ told }: { told: Customer[] | null }) => (told ?? []).filter((one) => owners.has(keyOf(one)))
  const concerned = new Set(heard.flatMap(ours).flatMap((one) => owners.get(keyOf(one)) ?? []))
  await run.check([...concerned])
  for (const each of heard) {
    if (each.told === null || !run.hasRead(ours(each))) continue
    await noteHeard(each.provider.name, began)
  }
  return concerned
}

type Duplicate = typeof duplicates.$inferSelect

const duplicateKey = (row: Duplicate) => `${row.store} ${row.subscriptionId}`

async function secondPayments(): Promise<Duplicate[]> {
  const db = await database()
  return db.select().from(duplicates)
}

/**
 * Takes up second payments that could not be paid back when they were found, and says which ones were in this run.
 * @param settled those that had been paid back before it
 */
async function payBack(run: Run, settled: ReadonlySet<string>): Promise<void> {
  const failures = new Map<string, unknown>()
  for (const { uid } of (await secondPayments()).filter(({ refundedAt }) => refundedAt === null)) {
    const [error] = await settle(uid).catch((thrown: unknown) => [thrown])
    failures.set(uid, error)
  }
  for (const row of await secondPayments()) {
    if (settled.has(duplicateKey(row))) continue
    const { store, customerId: customer, subscriptionId: subscription, refunded, currency } = row
    if (row.refundedAt) run.change({ store, customer, paidBack: { subscription, amount: refunded ?? 0, currency } })
    else {
      run.owed++
      run.fail(store, customer, failures.get(row.uid) ?? new ApiFailure('provider-unavailable'))
    }
  }
}

/** Says how many plans may still charge at a provider that was taken out of the settings: nobody can look there. */
async function sayOutOfReach(say: Say): Promise<void> {
  const db = await database()
  for (const store of providerName.options.filter((name) => !isSetUp(name))) {
    const rows = await db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.store, store), ne(subscriptions.status, 'canceled')))
    const count = rows.filter((row) => !isOver(row)).length
    if (count === 0) continue
    const plans = `${count} ${count === 1 ? 'plan' : 'plans'}`
    const error = `It is not set up any more, and ${plans} of it may still charge: set it up again, or end them there.`
    log().error({ store, count }, 'plans of a provider that is not set up may still charge')
    say({ store, customer: null, error })
  }
}

/** @param stop ends the run before the next question */
type Reconciliation = (say: Say, stop?: AbortSignal) => Promise<ReconcileSummary & { owed: number; refused: number }>

/**
 * Finds whom to ask about. The run that it returns asks the providers for what lost messages have left
 * behind, and makes it good: plans are written, second payments paid back, letters sent; each finding is
 * said as it comes, and the summary last, which is returned with the numbers of failures that are payments owed, and
 * refusals. One
 * provider that is down does not stop the other, and two runs at once are harmless.
 */
export async function reconciliation(scope: ReconcileScope): Promise<Reconciliation> {
  const people = await everybody()
  const settled = new Set((await secondPayments()).filter(({ refundedAt }) => refundedAt).map(duplicateKey))
  return async (say, stop) => {
    const run = new Run(say, stop)
    const asked = await makeGood(run, people)
    if (scope === 'all') await run.check(people.filter((person) => !asked.has(person)))
    if (!stop?.aborted) await payBack(run, settled)
    run.sayUnasked()
    await sayOutOfReach(say)
    await deliverLetters()
    say(run.summary)
    return { ...run.summary, owed: run.owed, refused: run.refused }
  }
}
