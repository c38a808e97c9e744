import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, lt } from 'drizzle-orm'
import { interval, planStatus, provider as providerName, type Provider } from '@/lib/contract/plan'
import type { Change, ReconcileLine, ReconcileScope, ReconcileSummary, Standing } from '@/lib/contract/reconcile'
import { database } from '@/lib/server/db/client'
import { isDatabaseFailure } from '@/lib/server/db/failure'
import { customers, deletedCustomers, duplicates, jobs } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/errors'
import { deliverLetters } from '@/lib/server/letters'
import { log } from '@/lib/server/log'
import { kindOf } from './effects'
import { subscriptionRows, type SubscriptionRow } from './plan'
import { billingProvider, billingProviders, type BillingProvider, type ProviderSubscription } from './provider'
import { settle, syncCustomer } from './sync'

type Customer = { store: Provider; customer: string }
/** Somebody with an account and all their customers, or one customer of an account that is gone. */
type Person = { uid: string | null; customers: Customer[] }
type Say = (line: ReconcileLine) => void

/** People who are asked about at a time; of one person one question at a time. */
const width = 4

/** Milliseconds before a failed question is asked again: a provider that limits its callers needs a moment. */
const pausesMs = [500, 2500]

/** Questions in a row that fail before a provider counts as down, and is asked no more in this run. */
const patience = 5

const hourMs = 3_600_000
/** Providers keep their messages for so long. */
const memoryMs = 30 * 24 * hourMs

const keyOf = ({ store, customer }: Customer) => `${store} ${customer}`

/** Under this name `jobs` has the time until which all that a provider could not deliver has been made good. */
const heardOf = (store: Provider) => `events ${store}`

/** Everybody whom a provider knows through us, those who have gone too: what they bought late is ended. */
async function everybody(): Promise<Person[]> {
  const db = await database()
  const people = new Map<string, Person>()
  for (const { uid, provider, customerId } of await db.select().from(customers).orderBy(customers.uid)) {
    const person = people.get(uid) ?? { uid, customers: [] }
    person.customers.push({ store: providerName.parse(provider), customer: customerId })
    people.set(uid, person)
  }
  const gone = await db.select().from(deletedCustomers).orderBy(deletedCustomers.customerId)
  return [
    ...people.values(),
    ...gone.map(({ provider, customerId }) => ({
      uid: null,
      customers: [{ store: providerName.parse(provider), customer: customerId }],
    })),
  ]
}

/** What is said of a failure. Its cause is in the log. */
function sentenceOf(error: unknown): string {
  if (isDatabaseFailure(error)) return 'The database does not answer.'
  if (error instanceof ApiFailure && error.code === 'provider-unavailable') return 'The provider does not answer.'
  if (error instanceof ApiFailure && error.code === 'unavailable') return error.message
  return 'It failed on our side; the log says why.'
}

/** One run: what it has found so far, and which providers it has given up. */
class Run {
  readonly summary: ReconcileSummary = { checked: 0, changed: 0, failed: 0 }
  private readonly inRow: Record<Provider, number> = { stripe: 0, chargebee: 0 }
  private readonly unasked: Record<Provider, number> = { stripe: 0, chargebee: 0 }
  private readonly failures = new Set<string>()

  constructor(
    private readonly say: Say,
    private readonly stop: AbortSignal | undefined,
  ) {}

  fail(store: Provider, customer: string | null, err: unknown): void {
    this.summary.failed++
    log().error({ store, customer, err }, 'reconcile: could not be read')
    this.say({ store, customer, error: sentenceOf(err) })
  }

  change(line: ReconcileLine): void {
    this.summary.changed++
    this.say(line)
  }

  /** Whether all of these customers were read. */
  hasRead = (some: Customer[]) => !this.stop?.aborted && !some.some((one) => this.failures.has(keyOf(one)))

  /** Asks the providers about people, some at a time. */
  async check(people: Person[]): Promise<void> {
    const waiting = people.values()
    const work = async () => {
      for (const person of waiting) {
        if (this.stop?.aborted) return
        await (person.uid === null ? this.checkGone(person) : this.checkPerson(person.uid, person))
      }
    }
    await Promise.all(Array.from({ length: width }, work))
  }

  private async checkPerson(uid: string, person: Person): Promise<void> {
    let before: SubscriptionRow[]
    try {
      before = await subscriptionRows(uid)
    } catch (error) {
      for (const { store, customer } of person.customers) this.lose({ store, customer }, error)
      return
    }
    const read: Customer[] = []
    for (const one of person.customers) {
      if (await this.ask(one, () => syncCustomer(one.store, one.customer))) read.push(one)
    }
    if (read.length === 0) return
    // A second plan at one provider may have been ended for the sake of one at the other: compared at the end.
    const after = await subscriptionRows(uid).catch((error: unknown) => {
      for (const one of read) this.lose(one, error)
      return null
    })
    for (const { store, customer } of after === null ? [] : read) {
      const [first, ...others] = changesBetween(before, after ?? [], { store, customer })
      if (first) this.change({ store, customer, ...first, ...(others.length > 0 && { others }) })
    }
  }

  /** The customer of an account that is gone: nothing of it is stored, so what was ended is told by the provider. */
  private async checkGone({ customers: [one] }: Person): Promise<void> {
    if (!one) return
    await this.ask(one, async () => {
      const provider = await billingProvider(one.store)
      const running = (await provider.subscriptions(one.customer)).filter(({ access }) => access)
      if (running.length === 0) return
      await syncCustomer(one.store, one.customer)
      const now = new Map((await provider.subscriptions(one.customer)).map((told) => [told.id, told]))
      const [first, ...others] = running.map((told) => ({
        before: toldStanding(told),
        after: toldStanding(now.get(told.id) ?? { ...told, status: 'canceled', isUnSubscribed: true, access: false }),
      }))
      if (first) this.change({ ...one, ...first, ...(others.length > 0 && { others }) })
    })
  }

  /** One question, asked again after a moment where it fails; false when it could not be answered. */
  private async ask(one: Customer, question: () => Promise<void>): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      if (this.inRow[one.store] >= patience) {
        this.unasked[one.store]++
        this.failures.add(keyOf(one))
        return false
      }
      try {
        await question()
        this.inRow[one.store] = 0
        this.summary.checked++
        return true
      } catch (error) {
        this.inRow[one.store]++
        const ms = pausesMs[tries]
        if (ms === undefined || this.inRow[one.store] >= patience || this.stop?.aborted) {
          this.lose(one, error)
          return false
        }
        await pause(ms)
      }
    }
  }

  private lose(one: Customer, error: unknown): void {
    this.failures.add(keyOf(one))
    this.fail(one.store, one.customer, error)
  }

  /** Says once for each provider that was given up how many customers were not asked about. */
  sayUnasked(): void {
    for (const store of providerName.options) {
      const count = this.unasked[store]
      if (count === 0) continue
      this.summary.failed += count
      const error = `The provider failed ${patience} times in a row; ${count} more ${count === 1 ? 'customer was' : 'customers were'} not asked about.`
      this.say({ store, customer: null, error })
    }
  }
}

/** What is different of one customer's plans, the one that counts first. */
function changesBetween(before: SubscriptionRow[], after: SubscriptionRow[], { store, customer }: Customer): Change[] {
  const earlier = new Map(before.map((row) => [`${row.store} ${row.id}`, row]))
  return after
    .filter((row) => row.store === store && row.customerId === customer)
    .map((row) => ({ row, was: earlier.get(`${row.store} ${row.id}`) ?? null }))
    .filter(({ row, was }) => kindOf(was, row) !== null)
    .map(({ row, was }) => ({ before: was && storedStanding(was), after: storedStanding(row) }))
}

function storedStanding(row: SubscriptionRow): Standing {
  const unit = interval.safeParse(row.interval)
  const priced = row.priceId !== null && row.amount !== null && row.currency !== null && unit.success
  return {
    subscription: row.id,
    status: planStatus.parse(row.status),
    isUnSubscribed: row.isUnSubscribed,
    access: row.access,
    currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
    price: priced
      ? { id: row.priceId ?? '', amount: row.amount ?? 0, currency: row.currency ?? '', interval: unit.data }
      : null,
  }
}

const toldStanding = (told: ProviderSubscription): Standing => ({
  subscription: told.id,
  status: told.status,
  isUnSubscribed: told.isUnSubscribed,
  access: told.access,
  currentPeriodEnd: told.currentPeriodEnd?.toISOString() ?? null,
  price: told.price,
})

/** From when on a provider's undelivered messages are looked for: an hour twice, for clocks and for what was under way. */
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
    await settle(uid).catch((error: unknown) => failures.set(uid, error))
  }
  for (const row of await secondPayments()) {
    if (settled.has(duplicateKey(row))) continue
    const store = providerName.parse(row.store)
    const { customerId: customer, subscriptionId: subscription, refunded, currency } = row
    if (row.refundedAt) run.change({ store, customer, paidBack: { subscription, amount: refunded ?? 0, currency } })
    else run.fail(store, customer, failures.get(row.uid) ?? new ApiFailure('provider-unavailable'))
  }
}

/** @param stop ends the run before the next question */
type Reconciliation = (say: Say, stop?: AbortSignal) => Promise<ReconcileSummary>

/**
 * Finds whom to ask about. The run that it returns asks the providers for what lost messages have left
 * behind, and makes it good: plans are written, second payments paid back, letters sent; each finding is
 * said as it comes, and the summary last. One provider that is down does not stop the other, and two runs
 * at once are harmless.
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
    await deliverLetters()
    say(run.summary)
    return run.summary
  }
}
