import 'server-only'
import { desc, eq, sql } from 'drizzle-orm'
import { noPlan, provider as providerName, type CurrentPlan, type Provider } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
import { subscriptions } from '@/lib/server/db/schema'
import type { Charges } from './providers/provider'

export type SubscriptionRow = typeof subscriptions.$inferSelect

type StoredCharges = Pick<
  SubscriptionRow,
  'charges' | 'nextChargeAt' | 'nextChargeAmount' | 'nextChargeCurrency' | 'adjusted'
>

/**
 * What a stored plan will charge. Of a row from before this was asked for nothing is certain, until its provider is
 * asked again, which happens once a day.
 */
export function chargesOf(row: StoredCharges): Charges {
  const { charges, nextChargeAt: at, nextChargeAmount: amount, nextChargeCurrency: currency } = row
  return { nextCharge: charges === false ? null : { at, amount, currency }, adjusted: row.adjusted || charges === null }
}

/** The charges in the contract's shape. App stores report only the price. */
function chargeFields(row: SubscriptionRow) {
  if (!isWebPlan(row)) return {}
  const { nextCharge, adjusted } = chargesOf(row)
  return {
    nextCharge: nextCharge && { ...nextCharge, at: nextCharge.at?.toISOString() ?? null },
    ...(adjusted && { adjusted: true as const }),
  }
}

/** A stored row in the shape of the contract. */
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

/**
 * A person's subscriptions, the one that counts first: with access, then renewing, then the newest. One that has
 * stopped and may charge again comes before one that has ended, or nobody would see it; a purchase whose payment was
 * not completed says nothing about the person, and comes last.
 */
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

/** What the person has now, as last told by the providers; never a guess: a failing database throws. */
export async function currentPlan(uid: string): Promise<CurrentPlan> {
  const [row] = await subscriptionRows(uid)
  return row ? toPlan(row) : noPlan
}

/** Whether a plan gives access and will renew: then a second one must not be bought. */
export const isLive = (row: SubscriptionRow) => row.access && !row.isUnSubscribed

/** A plan that was bought here, and not in an app store. */
export type WebPlan = SubscriptionRow & { store: Provider }

export const isWebPlan = (row: SubscriptionRow): row is WebPlan => providerName.safeParse(row.store).success

/** Whether a web plan has not ended: one that is paused or unpaid today, or has not begun, may charge tomorrow. */
export const mayCharge = (row: SubscriptionRow): row is WebPlan => row.status !== 'canceled' && isWebPlan(row)
