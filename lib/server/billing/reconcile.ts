/** Finds and repairs what lost webhooks left behind. */
import 'server-only'
import { and, eq, lt, ne } from 'drizzle-orm'
import { providers, type Provider } from '@/lib/contract/plan'
import { jsonLines, type ReconcileScope, type ReconcileSummary } from '@/lib/contract/reconcile'
import { database } from '@/lib/server/db/client'
import { customers, deletedCustomers, duplicates, jobs, subscriptions } from '@/lib/server/db/schema'
import { deliverPlanEmails } from '@/lib/server/email/plan-emails'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { resolveDuplicates } from './sync'
import { hasCertainlyEnded } from './plan'
import type { BillingProvider } from './providers/provider'
import { billingProviders, isConfigured } from './providers/registry'
import { customerKey, ReconcileRun, type Customer, type CustomerOwner, type Report } from './reconcile-run'

const hourMs = 3_600_000
/** Providers keep undelivered messages for 30 days. */
const maxLookbackMs = 30 * 24 * hourMs

const eventsJobName = (store: Provider) => `events ${store}`

/** All customers of configured providers, including those of deleted accounts. */
async function readOwners(): Promise<CustomerOwner[]> {
  const db = await database()
  const owners = new Map<string, CustomerOwner>()
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

async function missedCustomers(
  run: ReconcileRun,
  provider: BillingProvider,
  startedAt: Date,
): Promise<Customer[] | null> {
  try {
    const since = await lookbackStart(provider.name, startedAt.getTime())
    return (await provider.missedCustomers(since)).map((customer) => ({ store: provider.name, customer }))
  } catch (error) {
    run.fail(provider.name, null, error)
    return null
  }
}

async function checkMissedEvents(run: ReconcileRun, owners: CustomerOwner[]): Promise<Set<CustomerOwner>> {
  const startedAt = new Date()
  const ownerByCustomer = new Map(
    owners.flatMap((owner) => owner.customers.map((one) => [customerKey(one), owner] as const)),
  )
  const lists = await Promise.all(
    (await billingProviders()).map(async (provider) => {
      const missed = await missedCustomers(run, provider, startedAt)
      // Other sites may share the provider's account.
      return {
        provider,
        isRead: missed !== null,
        ownCustomers: (missed ?? []).filter((one) => ownerByCustomer.has(customerKey(one))),
      }
    }),
  )
  const affected = new Set(
    lists.flatMap(({ ownCustomers }) => ownCustomers).flatMap((one) => ownerByCustomer.get(customerKey(one)) ?? []),
  )
  await run.check([...affected])
  for (const { provider, isRead, ownCustomers } of lists) {
    if (isRead && run.hasChecked(ownCustomers)) await recordHandled(provider.name, startedAt)
  }
  return affected
}

type Duplicate = typeof duplicates.$inferSelect

const duplicateKey = (row: Duplicate) => `${row.store} ${row.subscriptionId}`

async function allDuplicates(): Promise<Duplicate[]> {
  const db = await database()
  return db.select().from(duplicates)
}

async function retryRefunds(run: ReconcileRun, before: ReadonlySet<string>): Promise<void> {
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
    const rows = await db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.store, store), ne(subscriptions.status, 'canceled')))
    const count = rows.filter((row) => !hasCertainlyEnded(row)).length
    if (count === 0) continue
    const plans = count === 1 ? '1 of its plans' : `${count} of its plans`
    const error = `This provider is no longer configured, but ${plans} may still charge. Configure it again or end them there.`
    log().error({ store, count }, 'plans of a provider that is not configured may still charge')
    report({ store, customer: null, error })
  }
}

type Reconciliation = (
  report: Report,
  stop?: AbortSignal,
) => Promise<ReconcileSummary & Pick<ReconcileRun, 'owed' | 'refused'>>

/** Prepares a run. Providers fail independently, and concurrent runs are harmless. */
export async function prepareReconciliation(scope: ReconcileScope): Promise<Reconciliation> {
  const owners = await readOwners()
  const refunded = new Set((await allDuplicates()).filter(({ refundedAt }) => refundedAt).map(duplicateKey))
  return async (report, stop) => {
    const run = new ReconcileRun(report, stop)
    const checked = await checkMissedEvents(run, owners)
    if (scope === 'all') await run.check(owners.filter((owner) => !checked.has(owner)))
    if (!stop?.aborted) await retryRefunds(run, refunded)
    run.reportSkipped()
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
