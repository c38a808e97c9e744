import 'server-only'
import { desc, eq, sql } from 'drizzle-orm'
import { noPlan, provider, type CurrentPlan, type Provider } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
import { subscriptions } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import { hadTrial } from '@/lib/server/users/address-marks'
import type { Charges } from './providers/provider'
import { isConfigured } from './providers/registry'

export type SubscriptionRow = typeof subscriptions.$inferSelect

export type WebPlan = SubscriptionRow & { store: Provider }

export const isWebPlan = (row: SubscriptionRow): row is WebPlan => provider.safeParse(row.store).success

/** Gives access and will renew: a second plan must not be bought beside it. */
export const isLive = (row: SubscriptionRow) => row.access && !row.isUnSubscribed

/** A web plan that has not ended. One that is paused, unpaid or in the future may charge later. */
export const mayCharge = (row: SubscriptionRow): row is WebPlan => row.status !== 'canceled' && isWebPlan(row)

type StoredCharges = Pick<
  SubscriptionRow,
  'charges' | 'nextChargeAt' | 'nextChargeAmount' | 'nextChargeCurrency' | 'adjusted'
>

/** Rows from before charges were stored (`charges` is null) are uncertain until the next daily sync. */
export function chargesOf(row: StoredCharges): Charges {
  const { charges, nextChargeAt: at, nextChargeAmount: amount, nextChargeCurrency: currency } = row
  return { nextCharge: charges === false ? null : { at, amount, currency }, adjusted: row.adjusted || charges === null }
}

function chargeFields(row: SubscriptionRow) {
  if (!isWebPlan(row)) return {}
  const { nextCharge, adjusted } = chargesOf(row)
  return {
    nextCharge: nextCharge && { ...nextCharge, at: nextCharge.at?.toISOString() ?? null },
    ...(adjusted && { adjusted: true as const }),
  }
}

export function toPlan(row: SubscriptionRow): CurrentPlan {
  const { id, store, status, priceId, amount, currency, interval } = row
  const runs = status === 'active' || status === 'trialing'
  const isPriced = priceId !== null && amount !== null && currency !== null && interval !== null
  return {
    productIdentifier: row.productIdentifier,
    isUnSubscribed: row.isUnSubscribed,
    subscription: {
      id,
      store,
      status,
      currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
      trialEnd: row.trialEnd?.toISOString() ?? null,
      price: isPriced ? { id: priceId, amount, currency, interval } : null,
      ...(runs && row.openInvoice && { openInvoice: true as const }),
      ...(row.endsAt && { endsAt: row.endsAt.toISOString() }),
      ...chargeFields(row),
    },
  }
}

/** The current plan first. Stopped plans that may charge again come before ended ones, incomplete ones last. */
export async function subscriptionRows(uid: string): Promise<SubscriptionRow[]> {
  const db = await database()
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.uid, uid))
    .orderBy(
      desc(subscriptions.access),
      subscriptions.isUnSubscribed,
      sql`case ${subscriptions.status} when 'canceled' then 1 when 'incomplete' then 2 else 0 end`,
      desc(subscriptions.startedAt),
    )
}

export async function currentPlan(uid: string): Promise<CurrentPlan> {
  const [row] = await subscriptionRows(uid)
  return row ? toPlan(row) : noPlan
}

/** Adds `trialUsed` to a plan that never ran, if another account with this address had a trial. */
export async function withTrialUsed(plan: CurrentPlan, email: string | null): Promise<CurrentPlan> {
  const neverRan = !plan.subscription || plan.subscription.status === 'incomplete'
  return neverRan && (await hadTrial(email)) ? { ...plan, trialUsed: true } : plan
}

const dayMs = 24 * 3_600_000

/** Whether a plan has ended even if its provider cannot be asked. Incomplete payments expire within a day. */
export function hasCertainlyEnded(row: SubscriptionRow, now = Date.now()): boolean {
  const isOver = (time: Date | null) => time !== null && time.getTime() < now - dayMs
  if (row.status === 'incomplete') return isOver(row.startedAt)
  return row.access && (isOver(row.endsAt) || (row.isUnSubscribed && isOver(row.currentPeriodEnd)))
}

const isAtRemovedProvider = (row: SubscriptionRow) =>
  mayCharge(row) && !isConfigured(row.store) && !hasCertainlyEnded(row)

/** Plans that may still charge at a provider that was removed from the settings: they cannot be read or ended. */
export const plansAtRemovedProviders = async (uid: string): Promise<SubscriptionRow[]> =>
  (await subscriptionRows(uid)).filter(isAtRemovedProvider)

const providerRemoved = () =>
  new ApiFailure('not-configured', {
    message:
      'You have a plan with a payment provider that this site is not connected to any more, and it may still ' +
      'charge you. We cannot look at it from here. Please write to us.',
  })

/** @throws ApiFailure `not-configured` for a plan that may still charge at a removed provider */
export function assertProviderConfigured(row: SubscriptionRow): void {
  if (isAtRemovedProvider(row)) throw providerRemoved()
}

/** @throws ApiFailure `not-configured` if any plan of the user may still charge at a removed provider */
export async function assertNoPlanAtRemovedProvider(uid: string): Promise<void> {
  if ((await plansAtRemovedProviders(uid)).length > 0) throw providerRemoved()
}
