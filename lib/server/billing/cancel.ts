import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { provider as providerName, type CurrentPlan, type PlanChange, type Provider } from '@/lib/contract/plan'
import type { ConsentWording } from '@/lib/contract/consent'
import { storeCancelAddress } from '@/lib/site'
import { database } from '@/lib/server/db/client'
import { consents, subscriptions } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/errors'
import { closeOpenCheckouts } from './checkout'
import { currentPlan, isLive, subscriptionRows, type SubscriptionRow } from './plan'
import { billingProvider, withinDeadline, type BillingProvider, type ProviderSubscription } from './provider'
import { drawStamp, refresh, write } from './sync'

/**
 * Ends renewal; access stays until the period's end. An answered call means that the provider has
 * done it. Cancelling what is cancelled changes nothing.
 * @throws ApiFailure `subscription-not-found` (also for another person's), `cancel-in-store`, `provider-unavailable`
 */
export async function cancelPlan(uid: string, change: PlanChange): Promise<CurrentPlan> {
  const row = await ownSubscription(uid, change)
  await withinDeadline(endRenewal(uid, row, change))
  return currentPlan(uid)
}

async function endRenewal(uid: string, row: SubscriptionRow, change: PlanChange): Promise<void> {
  if (row.isUnSubscribed) {
    // What is stored may be older than a resumption at the provider: only the provider can say that it will not charge.
    await refreshRow(uid, row)
    if ((await ownSubscription(uid, change)).isUnSubscribed) return
  }
  await changeAtProvider(uid, row, true, (provider) => provider.cancelAtPeriodEnd(row.id))
}

/**
 * Takes a cancellation back while its end has not come. Pressing the button agrees to renewal again, and
 * that is stored as it is for a purchase.
 * @param wording the version of the words beside the button
 * @throws ApiFailure as `cancelPlan`, and `not-cancelled` when there is nothing to take back
 */
export async function resumePlan(uid: string, change: PlanChange, wording: ConsentWording): Promise<CurrentPlan> {
  const row = await ownSubscription(uid, change)
  if (!row.isUnSubscribed || !row.access) throw new ApiFailure('not-cancelled')
  const others = (await subscriptionRows(uid)).filter((other) => other.store !== row.store || other.id !== row.id)
  if (others.some(isLive)) throw new ApiFailure('already-subscribed')
  // A page that is still open would become a second plan.
  await withinDeadline(closeOpenCheckouts(uid))
  // Before the provider is asked: no plan renews again without a record of the press.
  await noteConsent(uid, row, wording)
  await withinDeadline(changeAtProvider(uid, row, false, (provider) => provider.resume(row.id)))
  return currentPlan(uid)
}

async function noteConsent(uid: string, row: SubscriptionRow, wordingVersion: ConsentWording): Promise<void> {
  const { store, customerId, priceId, amount, currency, interval } = row
  const db = await database()
  await db.insert(consents).values({
    id: randomUUID(),
    uid,
    kind: 'resume',
    wordingVersion,
    priceId: priceId ?? 'unknown',
    provider: store,
    customerId,
    amount,
    currency,
    interval,
    trialDays: 0,
  })
}

async function ownSubscription(uid: string, { subscriptionId, store }: PlanChange): Promise<SubscriptionRow> {
  const db = await database()
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.store, store), eq(subscriptions.uid, uid)))
  if (!row) throw new ApiFailure('subscription-not-found')
  if (store === 'play_store' || store === 'app_store') {
    throw new ApiFailure('cancel-in-store', { cancelUrl: storeCancelAddress[store] })
  }
  return row
}

async function changeAtProvider(
  uid: string,
  row: SubscriptionRow,
  unsubscribed: boolean,
  run: (provider: BillingProvider) => Promise<ProviderSubscription>,
): Promise<void> {
  const name = providerName.parse(row.store)
  const provider = await billingProvider(name)
  const stamp = await drawStamp()
  const told = await run(provider).catch((error: unknown) => lookAgain(provider, row, unsubscribed, error))
  // Asked anew under a new stamp: a reading that began before the change must not outrank it.
  await refreshRow(uid, row).catch(() => write(stamp, uid, name, [told]))
}

async function refreshRow(uid: string, row: SubscriptionRow): Promise<void> {
  if (row.customerId) await refresh(uid, providerName.parse(row.store), row.customerId)
}

/** A call whose answer was lost may have worked: only the provider's present state tells. */
async function lookAgain(provider: BillingProvider, row: SubscriptionRow, unsubscribed: boolean, error: unknown) {
  const now = row.customerId ? await provider.subscriptions(row.customerId).catch(() => []) : []
  const told = now.find((subscription) => subscription.id === row.id)
  if (told?.isUnSubscribed === unsubscribed) return told
  throw error
}

/** Ends every running web subscription of a person at once, before their account goes. */
export async function cancelEverything(uid: string): Promise<void> {
  for (const row of await subscriptionRows(uid)) {
    const name = providerName.safeParse(row.store)
    if (name.success && row.access) await endNow(name.data, row.id)
  }
}

async function endNow(name: Provider, subscriptionId: string): Promise<void> {
  const provider = await billingProvider(name)
  await withinDeadline(provider.cancelNow(subscriptionId))
}
