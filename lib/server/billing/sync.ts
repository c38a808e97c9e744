/** Stores the provider's present state, and ends surplus plans. Webhooks and pages only say which customer to sync. */
import 'server-only'
import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { EndedPlan, Provider } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
import { checkouts, customers, deletedCustomers, duplicates, planChanges } from '@/lib/server/db/schema'
import { deliverPlanEmails, queuePlanEmail } from '@/lib/server/email/plan-emails'
import { log } from '@/lib/server/observability/log'
import { customersOf } from './customers'
import { endedPlanEmail } from './email-texts'
import {
  assertProviderConfigured,
  findSurplus,
  hasNotBegun,
  isAtRemovedProvider,
  isLive,
  isSamePlan,
  isWebPlan,
  planKey,
  subscriptionRows,
  type SubscriptionRow,
  type WebPlan,
} from './plan'
import { lockCustomer, refreshCustomer } from './provider-state'
import { isProviderRefusal, type BillingProvider, type Refund } from './providers/provider'
import { billingProvider, isConfigured } from './providers/registry'

/**
 * Syncs a webhook's customer. Ignores unknown ones, and ends purchases of deleted accounts.
 * @returns the ids of the plans of a deleted account that it ended
 */
export async function syncCustomer(provider: Provider, customerId: string): Promise<string[]> {
  const db = await database()
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.provider, provider), eq(customers.customerId, customerId)))
  if (customer) {
    await refreshCustomer(customer.uid, provider, customerId)
    await resolveDuplicates(customer.uid)
    return []
  }
  const [deleted] = await db
    .select()
    .from(deletedCustomers)
    .where(and(eq(deletedCustomers.provider, provider), eq(deletedCustomers.customerId, customerId)))
  return deleted ? endAfterDeletion(provider, customerId, deleted.deletedAt) : []
}

/** Asks all configured providers, even if one fails. */
export async function syncUser(uid: string): Promise<void> {
  const customerRows = await customersOf(uid)
  const results = await Promise.allSettled(
    customerRows.map(({ provider, customerId }) => refreshCustomer(uid, provider, customerId)),
  )
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
  assertProviderConfigured(...(await subscriptionRows(uid)))
  await resolveDuplicates(uid)
}

/** Clocks differ, and providers report whole seconds. */
const skewMs = 60_000

/** Refunds only plans that began, or first gave access, after the deletion. */
async function endAfterDeletion(name: Provider, customerId: string, deletedAt: Date): Promise<string[]> {
  const provider = await billingProvider(name)
  const { own: plans } = await provider.subscriptions(customerId, null)
  for (const { id, status, startedAt } of plans) {
    if (status !== 'canceled') await provider.changePlan(id, 'end')
    // Includes ended plans, whose refund may be missing.
    const mustRefund = startedAt.getTime() > deletedAt.getTime() - skewMs || (await neverGaveAccess(name, id))
    if (mustRefund || status !== 'canceled') await provider.settle(id, mustRefund ? `late-${name}-${id}` : null)
  }
  return plans.filter(({ status }) => status !== 'canceled').map(({ id }) => id)
}

/** False if the plan has no change lines. */
async function neverGaveAccess(provider: Provider, subscriptionId: string): Promise<boolean> {
  const db = await database()
  const changes = await db
    .select({ access: planChanges.access, status: planChanges.status })
    .from(planChanges)
    .where(and(eq(planChanges.store, provider), eq(planChanges.subscriptionId, subscriptionId)))
  return changes.some(hasNotBegun) && !changes.some(({ access }) => access)
}

type Duplicate = typeof duplicates.$inferSelect

const isDuplicate = ({ store, subscriptionId }: Duplicate) =>
  and(eq(duplicates.store, store), eq(duplicates.subscriptionId, subscriptionId))

/** Ends and refunds surplus plans. Repeatable. @returns the reasons why something is not done yet */
export async function resolveDuplicates(uid: string): Promise<unknown[]> {
  const all = await subscriptionRows(uid)
  const { kept, surplus } = findSurplus(all)
  if (surplus.length > 0) {
    const unreadable = all.filter(isAtRemovedProvider)
    if (unreadable.length === 0) await recordDuplicates(uid)
    else {
      // The stored state of a removed provider may be old, so a person has to decide.
      const rows = [...(kept ? [kept] : []), ...surplus.map(({ row }) => row), ...unreadable]
      const plans = [...new Set(rows.map(planKey))]
      log().error(
        { plans },
        'manual action needed: a user has several plans, some at a provider that is not configured',
      )
    }
  }
  const db = await database()
  const pending = await db
    .select()
    .from(duplicates)
    .where(and(eq(duplicates.uid, uid), isNull(duplicates.refundedAt)))
  const failures: unknown[] = []
  for (const row of pending) {
    const failure = await resolveDuplicate(row)
    if (failure !== null) failures.push(failure)
  }
  return failures
}

async function recordDuplicates(uid: string): Promise<void> {
  // A plan at the other provider may have ended since the last sync.
  for (const { provider, customerId } of await customersOf(uid)) await refreshCustomer(uid, provider, customerId)
  const { trials } = findSurplus(await subscriptionRows(uid))
  const paidKeys = await paidTrials(trials)
  const { surplus } = findSurplus(await subscriptionRows(uid), paidKeys)
  for (const { row, reason, isUsed } of surplus) {
    if (!isWebPlan(row)) continue
    const { store, id, customerId } = row
    // Recorded now, because it cannot be determined later.
    const refunded = isUsed ? 0 : null
    if (!(await insertDuplicate({ store, subscriptionId: id, uid, customerId, refunded, reason }))) continue
    if (reason === 'gave-way') log().info({ store, subscription: id }, 'a replaced plan will be ended')
    else log().error({ store, subscription: id }, 'a second plan or trial will be ended and refunded')
  }
}

async function paidTrials(trials: SubscriptionRow[]): Promise<Set<string>> {
  const paidKeys = new Set<string>()
  for (const row of trials.filter(isWebPlan)) {
    if ((await ranBeyondTrial(row)) || (await hasPayments(row))) paidKeys.add(planKey(row))
  }
  return paidKeys
}

/** True also if a coupon covered everything. Chargebee reports cancelled trials and cancelled paid plans alike. */
async function ranBeyondTrial({ store, id }: SubscriptionRow): Promise<boolean> {
  const db = await database()
  const isPaidState = or(
    and(eq(planChanges.status, 'active'), eq(planChanges.isUnSubscribed, false)),
    inArray(planChanges.status, ['past_due', 'unpaid']),
  )
  const isOwnChange = and(eq(planChanges.store, store), eq(planChanges.subscriptionId, id))
  return (await db.$count(planChanges, and(isOwnChange, isPaidState))) > 0
}

async function hasPayments({ store, id, customerId }: WebPlan): Promise<boolean> {
  const provider = await billingProvider(store)
  return (await provider.invoices(customerId, [id])).some(({ paid }) => paid)
}

/** @returns false if it is recorded already, or the account was deleted */
export async function insertDuplicate(row: typeof duplicates.$inferInsert): Promise<boolean> {
  const db = await database()
  return db.transaction(async (tx) => {
    if (!(await lockCustomer(tx, row.uid, row.store))) return false
    return (await tx.insert(duplicates).values(row).onConflictDoNothing().returning()).length > 0
  })
}

async function resolveDuplicate(row: Duplicate): Promise<unknown> {
  if (!isConfigured(row.store)) return notResolved(row, new Error(`${row.store} is no longer configured`))
  const provider = await billingProvider(row.store)
  if (!row.endedAt) {
    // The settings may have changed since it was recorded. A refresh removes plans of other products.
    await refreshCustomer(row.uid, row.store, row.customerId)
    const db = await database()
    if ((await db.$count(duplicates, isDuplicate(row))) === 0) return null
    const refusal = await endDuplicate(provider, row)
    if (refusal) return refusal
  }
  const cause = row.reason === 'asked-back' ? 'asked' : 'duplicate'
  const refundKey = row.refunded === null ? `${cause}-${row.store}-${row.subscriptionId}` : null
  let refund: Refund
  try {
    refund = await provider.settle(row.subscriptionId, refundKey, row.refundFrom)
  } catch (err) {
    return notResolved(row, err)
  }
  await finishDuplicate(row, refund)
  return null
}

async function endDuplicate(provider: BillingProvider, row: Duplicate): Promise<unknown> {
  const { uid, store, subscriptionId: subscription, customerId } = row
  try {
    await provider.changePlan(subscription, 'end')
  } catch (err) {
    if (!isProviderRefusal(err)) throw err
    log().error({ store, subscription, err }, 'the provider refuses to end a second plan; end it there')
    return err
  }
  // Refreshed first, so that the plan is gone when `endedAt` is set.
  await refreshCustomer(uid, store, customerId)
  const db = await database()
  await db
    .update(duplicates)
    .set({ endedAt: sql`now()` })
    .where(isDuplicate(row))
  return null
}

async function finishDuplicate(row: Duplicate, refund: Refund): Promise<void> {
  const rows = await subscriptionRows(row.uid)
  const plan = { store: row.store, id: row.subscriptionId }
  const hadTrial = Boolean(rows.find((one) => isSamePlan(one, plan))?.trialEnd)
  // Beside another live plan, the email about two plans explains the end.
  const isTrialAlone = hadTrial && !refund && !rows.some((one) => isLive(one) && !isSamePlan(one, plan))
  const surplusReason = isTrialAlone ? 'second-trial' : 'second-plan'
  const reason = row.reason === 'asked-back' || row.reason === 'gave-way' ? row.reason : surplusReason
  const db = await database()
  await db.transaction(async (tx) => {
    const [finished] = await tx
      .update(duplicates)
      .set({ refundedAt: sql`now()`, refunded: refund?.amount ?? 0, currency: refund?.currency ?? null })
      .where(and(isDuplicate(row), isNull(duplicates.refundedAt)))
      .returning()
    if (!finished) return
    await queuePlanEmail(tx, {
      id: `paid-back-${row.store}-${row.subscriptionId}`,
      uid: row.uid,
      kind: 'paid-back',
      plan: planKey(plan),
      compose: (context) => endedPlanEmail(reason, { provider: row.store, refund }, context),
    })
  })
  void deliverPlanEmails()
}

/** Only logged, because the next call tries again. */
function notResolved({ store, subscriptionId: subscription, refunded }: Duplicate, err: unknown): unknown {
  const message =
    refunded === null
      ? 'refund of a second plan failed; it will be retried'
      : 'closing the invoices of a replaced plan failed; it will be retried'
  log().error({ store, subscription, err }, message)
  return err
}

const recentMs = 3_600_000

/** The plan that was ended within the last hour, or null if a payment page was opened since. */
export async function recentlyEnded(uid: string): Promise<EndedPlan | null> {
  const db = await database()
  const since = new Date(Date.now() - recentMs)
  const [row] = await db
    .select()
    .from(duplicates)
    .where(and(eq(duplicates.uid, uid), isNotNull(duplicates.endedAt), gt(duplicates.foundAt, since)))
    .orderBy(desc(duplicates.foundAt))
    .limit(1)
  if (!row?.reason || row.reason === 'asked-back') return null
  const isNewer = and(eq(checkouts.uid, uid), gt(checkouts.createdAt, row.foundAt))
  if ((await db.$count(checkouts, isNewer)) > 0) return null
  const { reason, refunded: amount, currency } = row
  const refund = amount && currency ? { amount, currency } : null
  return { reason, refund, settled: row.refundedAt !== null }
}
