/** Checks all customers with their providers, and repairs what lost webhooks left behind. */
import 'server-only'
import { and, eq, ne, notExists } from 'drizzle-orm'
import { providers, type Provider } from '@/lib/contract/plan'
import { jsonLines, type ReconciledPlan, type ReconcileLine, type ReconcileSummary } from '@/lib/contract/operations'
import { database } from '@/lib/server/db/client'
import { customers, deletedCustomers, duplicates, subscriptions } from '@/lib/server/db/schema'
import { deliverPlanEmails } from '@/lib/server/email/plan-emails'
import { ApiFailure, isDatabaseFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { changeKind, hasCertainlyEnded, isSamePlan, subscriptionRows, type SubscriptionRow } from './plan'
import { isProviderRefusal } from './providers/provider'
import { isConfigured } from './providers/registry'
import { resolveDuplicates, syncCustomer } from './sync'

type Customer = { store: Provider; customer: string }

/** A deleted account has no uid and one customer. */
type Owner = { uid: string | null; customers: Customer[] }

type Report = (line: ReconcileLine) => void

const toCustomer = ({ provider: store, customerId: customer }: { provider: Provider; customerId: string }) => ({
  store,
  customer,
})

/** All customers of configured providers, including those of deleted accounts. */
async function readOwners(): Promise<Owner[]> {
  const db = await database()
  const present = await db.select().from(customers).orderBy(customers.uid)
  const isSame = and(
    eq(customers.provider, deletedCustomers.provider),
    eq(customers.customerId, deletedCustomers.customerId),
  )
  const deleted = await db
    .select()
    .from(deletedCustomers)
    .where(notExists(db.select().from(customers).where(isSame)))
    .orderBy(deletedCustomers.customerId)
  const byUser = Map.groupBy(
    present.filter(({ provider }) => isConfigured(provider)),
    ({ uid }) => uid,
  )
  return [
    ...[...byUser].map(([uid, rows]) => ({ uid, customers: rows.map(toCustomer) })),
    ...deleted
      .filter(({ provider }) => isConfigured(provider))
      .map((row) => ({ uid: null, customers: [toCustomer(row)] })),
  ]
}

function errorSentence(error: unknown): string {
  if (isDatabaseFailure(error)) return 'The database does not answer.'
  if (error instanceof ApiFailure && error.code === 'provider-unavailable') return 'The provider does not answer.'
  if (isProviderRefusal(error)) return 'The provider refused this permanently. See the log.'
  if (error instanceof ApiFailure && error.code === 'unavailable') return error.message
  return 'Internal error. See the log.'
}

const concurrency = 4

/** Counts customers, because one outage fails several calls at once. */
const maxFailuresInRow = 5

class Run {
  readonly summary: ReconcileSummary = { checked: 0, changed: 0, failed: 0 }
  /** False if an early repetition may find more. */
  isComplete = true
  private readonly failuresInRow = new Map<Provider, number>()

  constructor(
    readonly report: Report,
    readonly stop: AbortSignal | undefined,
  ) {}

  fail({ store, customer }: Customer, err: unknown): void {
    this.summary.failed++
    log().error({ store, customer, err }, 'reconcile: customer could not be read')
    this.report({ store, customer, error: errorSentence(err) })
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
        await this.checkOwner(owner).catch((error: unknown) =>
          owner.customers.forEach((one) => this.failCustomer(one, error)),
        )
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }

  private async checkOwner({ uid, customers: all }: Owner): Promise<void> {
    const before = uid === null ? [] : await subscriptionRows(uid)
    const synced: (Customer & { ended: string[] })[] = []
    for (const one of all) {
      const ended = await this.sync(one)
      if (ended) synced.push({ ...one, ended })
    }
    // Read last, because a sync at one provider may end a plan at the other.
    const after = uid === null ? [] : await subscriptionRows(uid)
    for (const { ended, ...one } of synced) {
      const plans = [...changedPlans(before, after, one), ...ended.map(endedPlan)]
      if (plans.length > 0) this.change({ ...one, plans })
    }
  }

  /** @returns the plans of a deleted account that were ended; null if the sync failed or was left out */
  private async sync(one: Customer): Promise<string[] | null> {
    if ((this.failuresInRow.get(one.store) ?? 0) >= maxFailuresInRow) {
      this.summary.failed++
      return null
    }
    try {
      const ended = await syncCustomer(one.store, one.customer)
      this.failuresInRow.set(one.store, 0)
      this.summary.checked++
      return ended
    } catch (error) {
      if (isProviderRefusal(error)) {
        // The provider works and would refuse again, so this customer counts as handled.
        this.failuresInRow.set(one.store, 0)
        this.fail(one, error)
      } else this.failCustomer(one, error)
      return null
    }
  }

  private failCustomer(one: Customer, error: unknown): void {
    const { store } = one
    this.isComplete = false
    this.fail(one, error)
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

const endedPlan = (subscription: string): ReconciledPlan => ({
  subscription,
  kind: 'ended',
  status: 'canceled',
  access: false,
})

const changedPlans = (before: SubscriptionRow[], after: SubscriptionRow[], { store, customer }: Customer) =>
  after
    .filter((row) => row.store === store && row.customerId === customer)
    .flatMap((row): ReconciledPlan[] => {
      const kind = changeKind(before.find((one) => isSamePlan(one, row)) ?? null, row)
      return kind ? [{ subscription: row.id, kind, status: row.status, access: row.access }] : []
    })

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
    else run.fail({ store, customer }, failures.get(row.uid) ?? new ApiFailure('provider-unavailable'))
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

/** @returns whether all is done that an early repetition could do: refunds have a job, and refusals are final */
type Reconciliation = (report: Report, stop?: AbortSignal) => Promise<boolean>

/** Prepares a run. Providers fail independently, and concurrent runs are harmless. */
export async function prepareReconciliation(scope: 'all' | 'refunds'): Promise<Reconciliation> {
  const owners = await readOwners()
  const refunded = new Set((await allDuplicates()).filter(({ refundedAt }) => refundedAt).map(duplicateKey))
  return async (report, stop) => {
    const run = new Run(report, stop)
    if (scope === 'all') await run.check(owners)
    if (!stop?.aborted) await retryRefunds(run, refunded)
    if (scope === 'all') await reportRemovedProviders(report)
    await deliverPlanEmails()
    report(run.summary)
    return run.isComplete && !stop?.aborted
  }
}

/** Empty lines keep proxies from closing an idle connection. */
const keepAliveMs = 15_000

/** JSON lines ending with the summary, which is missing if the run was interrupted. */
export async function reconcileStream(): Promise<Response> {
  const run = await prepareReconciliation('all')
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
