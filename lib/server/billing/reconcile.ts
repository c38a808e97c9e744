/** Finds and repairs what lost webhooks left behind. */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, lt, ne } from 'drizzle-orm'
import { providers, type Provider } from '@/lib/contract/plan'
import {
  jsonLines,
  type ReconciledPlan,
  type ReconcileLine,
  type ReconcileScope,
  type ReconcileSummary,
} from '@/lib/contract/operations'
import { database } from '@/lib/server/db/client'
import { customers, deletedCustomers, duplicates, jobs, subscriptions } from '@/lib/server/db/schema'
import { deliverPlanEmails } from '@/lib/server/email/plan-emails'
import { ApiFailure, isDatabaseFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { changeKind, hasCertainlyEnded, isSamePlan, subscriptionRows, type SubscriptionRow } from './plan'
import { isProviderRefusal, type BillingProvider } from './providers/provider'
import { billingProvider, billingProviders, isConfigured } from './providers/registry'
import { resolveDuplicates, syncCustomer } from './sync'

type Customer = { store: Provider; customer: string }

/** A deleted account has no uid and one customer. */
type Owner = { uid: string | null; customers: Customer[] }

type Report = (line: ReconcileLine) => void

const customerKey = ({ store, customer }: Customer) => `${store} ${customer}`

/** All customers of configured providers, including those of deleted accounts. */
async function readOwners(): Promise<Owner[]> {
  const db = await database()
  const owners = new Map<string, Owner>()
  for (const { uid, provider: store, customerId } of await db.select().from(customers).orderBy(customers.uid)) {
    if (!isConfigured(store)) continue
    const owner = owners.get(uid) ?? { uid, customers: [] }
    owner.customers.push({ store, customer: customerId })
    owners.set(uid, owner)
  }
  const presentKeys = new Set([...owners.values()].flatMap((owner) => owner.customers.map(customerKey)))
  const deleted = (await db.select().from(deletedCustomers).orderBy(deletedCustomers.customerId))
    .map(({ provider, customerId }) => ({ store: provider, customer: customerId }))
    .filter((one) => isConfigured(one.store) && !presentKeys.has(customerKey(one)))
  return [...owners.values(), ...deleted.map((one) => ({ uid: null, customers: [one] }))]
}

function errorSentence(error: unknown): string {
  if (isDatabaseFailure(error)) return 'The database does not answer.'
  if (error instanceof ApiFailure && error.code === 'provider-unavailable') return 'The provider does not answer.'
  if (isProviderRefusal(error)) return 'The provider refused this permanently. See the log.'
  if (error instanceof ApiFailure && error.code === 'unavailable') return error.message
  return 'Internal error. See the log.'
}

const concurrency = 4

const retryDelaysMs = [500, 2500]

/** Counts customers, because one outage fails several calls at once. */
const maxFailuresInRow = 5

class Run {
  readonly summary: ReconcileSummary = { checked: 0, changed: 0, failed: 0 }
  owed = 0
  /** Customers whose sync the provider refused. Not retried soon. */
  refused = 0
  /** Providers of which a customer could not be checked. */
  readonly incomplete = new Set<Provider>()
  private readonly failuresInRow = new Map<Provider, number>()

  constructor(
    readonly report: Report,
    readonly stop: AbortSignal | undefined,
  ) {}

  /** @param customer null if the list of undelivered webhooks could not be read */
  fail(store: Provider, customer: string | null, err: unknown): void {
    this.summary.failed++
    log().error({ store, customer, err }, 'reconcile: customer or webhook list could not be read')
    const prefix = customer === null ? 'Its undelivered webhooks are unknown. ' : ''
    this.report({ store, customer, error: prefix + errorSentence(err) })
  }

  change(line: ReconcileLine): void {
    this.summary.changed++
    this.report(line)
  }

  async check(owners: Owner[]): Promise<void> {
    const queue = owners.values()
    const worker = async () => {
      for (const owner of queue) {
        if (this.stop?.aborted) return
        const checked =
          owner.uid === null ? this.checkDeleted(owner.customers) : this.checkUser(owner.uid, owner.customers)
        await checked.catch((error: unknown) => owner.customers.forEach((one) => this.failCustomer(one, error)))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }

  private async checkUser(uid: string, all: Customer[]): Promise<void> {
    const before = await subscriptionRows(uid)
    const synced: Customer[] = []
    for (const one of all) {
      if (await this.tryCustomer(one, () => syncCustomer(one.store, one.customer))) synced.push(one)
    }
    if (synced.length === 0) return
    // Read last, because a sync at one provider may end a plan at the other.
    const after = await subscriptionRows(uid)
    for (const one of synced) this.reportPlans(one, changedPlans(before, after, one))
  }

  private async checkDeleted(all: Customer[]): Promise<void> {
    for (const one of all) {
      let ended: ReconciledPlan[] = []
      const isSynced = await this.tryCustomer(one, async () => {
        const { own } = await (await billingProvider(one.store)).subscriptions(one.customer, null)
        const running = own.filter(({ status }) => status !== 'canceled')
        ended = running.map(({ id }) => ({ subscription: id, kind: 'ended', status: 'canceled', access: false }))
        // Always, because a process may have died between ending a plan and refunding it.
        await syncCustomer(one.store, one.customer)
      })
      if (isSynced) this.reportPlans(one, ended)
    }
  }

  private reportPlans(customer: Customer, plans: ReconciledPlan[]): void {
    if (plans.length > 0) this.change({ ...customer, plans })
  }

  private async tryCustomer(one: Customer, call: () => Promise<void>): Promise<boolean> {
    const failures = this.failuresInRow.get(one.store) ?? 0
    if (failures >= maxFailuresInRow) {
      this.incomplete.add(one.store)
      this.summary.failed++
      return false
    }
    for (let tries = 0; ; tries++) {
      try {
        await call()
        this.failuresInRow.set(one.store, 0)
        this.summary.checked++
        return true
      } catch (error) {
        if (isProviderRefusal(error)) {
          // The provider works and would refuse again, so this customer counts as handled.
          this.failuresInRow.set(one.store, 0)
          this.refused++
          this.fail(one.store, one.customer, error)
          return false
        }
        const ms = retryDelaysMs[tries]
        if (ms === undefined || this.stop?.aborted) {
          this.failCustomer(one, error)
          return false
        }
        await sleep(ms)
      }
    }
  }

  private failCustomer({ store, customer }: Customer, error: unknown): void {
    this.incomplete.add(store)
    this.fail(store, customer, error)
    const failures = (this.failuresInRow.get(store) ?? 0) + 1
    this.failuresInRow.set(store, failures)
    if (failures === maxFailuresInRow) {
      this.report({
        store,
        customer: null,
        error: `It failed for ${failures} customers in a row. The others are left out.`,
      })
    }
  }
}

const changedPlans = (before: SubscriptionRow[], after: SubscriptionRow[], { store, customer }: Customer) =>
  after
    .filter((row) => row.store === store && row.customerId === customer)
    .flatMap((row): ReconciledPlan[] => {
      const kind = changeKind(before.find((one) => isSamePlan(one, row)) ?? null, row)
      return kind ? [{ subscription: row.id, kind, status: row.status, access: row.access }] : []
    })

const hourMs = 3_600_000
/** Providers keep undelivered messages for 30 days. */
const maxLookbackMs = 30 * 24 * hourMs

const eventsJobName = (store: Provider) => `events ${store}`

/** Overlaps by an hour, for clock differences and late messages. */
async function lookbackStart(store: Provider, now: number): Promise<Date> {
  const db = await database()
  const [row] = await db
    .select()
    .from(jobs)
    .where(eq(jobs.name, eventsJobName(store)))
  return new Date(Math.max(now - maxLookbackMs, (row?.begunAt.getTime() ?? 0) - hourMs))
}

async function recordHandled(store: Provider, begunAt: Date): Promise<void> {
  const db = await database()
  await db
    .insert(jobs)
    .values({ name: eventsJobName(store), begunAt })
    .onConflictDoUpdate({ target: jobs.name, set: { begunAt }, setWhere: lt(jobs.begunAt, begunAt) })
}

/** Null if the list could not be read. Other sites may share the provider's account. */
async function missedOwners(
  run: Run,
  provider: BillingProvider,
  { owners, startedAt }: { owners: Map<string, Owner>; startedAt: Date },
): Promise<Owner[] | null> {
  const store = provider.name
  try {
    const missed = await provider.missedCustomers(await lookbackStart(store, startedAt.getTime()))
    return missed.flatMap((customer) => owners.get(customerKey({ store, customer })) ?? [])
  } catch (error) {
    run.fail(store, null, error)
    return null
  }
}

/** @returns the owners that were checked */
async function checkMissedEvents(run: Run, all: Owner[]): Promise<Set<Owner>> {
  const startedAt = new Date()
  const owners = new Map(all.flatMap((owner) => owner.customers.map((one) => [customerKey(one), owner] as const)))
  const lists = await Promise.all(
    (await billingProviders()).map(async (provider) => ({
      store: provider.name,
      missed: await missedOwners(run, provider, { owners, startedAt }),
    })),
  )
  const affected = new Set(lists.flatMap(({ missed }) => missed ?? []))
  await run.check([...affected])
  for (const { store, missed } of lists) {
    if (missed && !run.incomplete.has(store) && !run.stop?.aborted) await recordHandled(store, startedAt)
  }
  return affected
}

type Duplicate = typeof duplicates.$inferSelect

const duplicateKey = (row: Duplicate) => `${row.store} ${row.subscriptionId}`

async function allDuplicates(): Promise<Duplicate[]> {
  const db = await database()
  return db.select().from(duplicates)
}

async function retryRefunds(run: Run, before: ReadonlySet<string>): Promise<void> {
  const failures = new Map<string, unknown>()
  for (const { uid } of (await allDuplicates()).filter(({ refundedAt }) => refundedAt === null)) {
    const [error] = await resolveDuplicates(uid).catch((thrown: unknown) => [thrown])
    failures.set(uid, error)
  }
  for (const row of await allDuplicates()) {
    if (before.has(duplicateKey(row))) continue
    const { store, customerId: customer, subscriptionId: subscription, refunded, currency } = row
    if (row.refundedAt) run.change({ store, customer, paidBack: { subscription, amount: refunded ?? 0, currency } })
    else {
      run.owed++
      run.fail(store, customer, failures.get(row.uid) ?? new ApiFailure('provider-unavailable'))
    }
  }
}

async function reportRemovedProviders(report: Report): Promise<void> {
  const db = await database()
  for (const store of providers.options.filter((name) => !isConfigured(name))) {
    const isOpen = and(eq(subscriptions.store, store), ne(subscriptions.status, 'canceled'))
    const rows = await db.select().from(subscriptions).where(isOpen)
    const count = rows.filter((row) => !hasCertainlyEnded(row)).length
    if (count === 0) continue
    const error = `This provider is no longer configured, but plans there may still charge: ${count}. Configure it again or end them there.`
    log().error({ store, count }, 'plans of a provider that is not configured may still charge')
    report({ store, customer: null, error })
  }
}

type Reconciliation = (report: Report, stop?: AbortSignal) => Promise<ReconcileSummary & Pick<Run, 'owed' | 'refused'>>

/** Prepares a run. Providers fail independently, and concurrent runs are harmless. */
export async function prepareReconciliation(scope: ReconcileScope): Promise<Reconciliation> {
  const owners = await readOwners()
  const refunded = new Set((await allDuplicates()).filter(({ refundedAt }) => refundedAt).map(duplicateKey))
  return async (report, stop) => {
    const run = new Run(report, stop)
    const checked = await checkMissedEvents(run, owners)
    if (scope === 'all') await run.check(owners.filter((owner) => !checked.has(owner)))
    if (!stop?.aborted) await retryRefunds(run, refunded)
    await reportRemovedProviders(report)
    await deliverPlanEmails()
    report(run.summary)
    return { ...run.summary, owed: run.owed, refused: run.refused }
  }
}

/** Empty lines keep proxies from closing an idle connection. */
const keepAliveMs = 15_000

/** JSON lines ending with the summary, which is missing if the run was interrupted. */
export async function reconcileStream(scope: ReconcileScope): Promise<Response> {
  const run = await prepareReconciliation(scope)
  const stop = new AbortController()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        if (!stop.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const keepAlive = setInterval(() => send('\n'), keepAliveMs)
      void run((line) => send(`${JSON.stringify(line)}\n`), stop.signal)
        .catch((err: unknown) => log().error({ err }, 'reconcile: aborted'))
        .finally(() => {
          clearInterval(keepAlive)
          if (!stop.signal.aborted) controller.close()
        })
    },
    cancel: () => stop.abort(),
  })
  return new Response(body, { headers: { 'Content-Type': `${jsonLines}; charset=utf-8` } })
}
