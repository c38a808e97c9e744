import 'server-only'
import type { HostedPage, Invoice as ChargebeeInvoice, ItemPrice, Subscription } from 'chargebee'
import type { Invoice } from '@/lib/contract/checkout'
import { decimalsOf } from '@/lib/contract/money'
import { periodAfter } from '@/lib/contract/day'
import { interval, type PlanOffer, type Price } from '@/lib/contract/plan'
import type { ProviderCheckout, SubscriptionState } from '@/lib/server/billing/providers/provider'
import { chargebeeState } from '@/lib/server/billing/providers/states'

const date = (seconds: number | undefined) => (seconds ? new Date(seconds * 1000) : null)

/** Currencies without decimals in ISO 4217, which Chargebee follows, that Stripe counts in hundredths all the same. */
const whole = new Set(['ISK', 'UGX'])

/**
 * An amount of Chargebee's as it is counted here. Chargebee counts whatever has decimals in hundredths, also the
 * currencies that have thousandths, and whatever has none as it is: apidocs.chargebee.com/docs/api/currencies and
 * chargebee.com/docs, “What are Zero decimal currencies?”, read on 2026-11-23.
 */
export function minorUnits(amount: number, currency: string): number {
  if (whole.has(currency)) return amount * 100
  return decimalsOf(currency) === 3 ? amount * 10 : amount
}

const hasTrial = ({ trial_period }: ItemPrice) => (trial_period ?? 0) > 0

/**
 * Why an item price is not on offer, as it stands after “but”; null for one that is. What the pages could not say
 * truly of a price is a reason, too.
 */
export function whyNotOffered(item: ItemPrice): string | null {
  if (item.status !== 'active') return `it is ${item.status ?? 'not active'} there`
  if (!item.period_unit) return 'it is charged once, and not again and again'
  if (item.price === undefined) return 'its amount is not one number'
  if (!interval.safeParse(item.period_unit).success || item.period !== 1)
    return 'it is not charged by one month or one year'
  if (item.billing_cycles) return 'it ends by itself, while the pages say that it renews until it is cancelled'
  if (!hasTrial(item)) return null
  // The days of a month depend on when it begins, and the price page names days.
  if (item.trial_period_unit !== 'day') return 'its trial is counted in months, while the pages count days'
  if (item.trial_end_action === 'cancel_subscription') return 'its trial ends without a charge, and the plan with it'
  return null
}

/** An item price as an offer; null for one that is not on offer. */
export function toOffer(item: ItemPrice): PlanOffer | null {
  const unit = interval.safeParse(item.period_unit)
  if (whyNotOffered(item) !== null || !unit.success || item.price === undefined) return null
  return {
    priceId: item.id,
    provider: 'chargebee',
    product: { id: item.item_id ?? item.id, name: item.external_name ?? item.name },
    interval: unit.data,
    amount: minorUnits(item.price, item.currency_code),
    currency: item.currency_code,
    trialDays: item.trial_period ?? 0,
    taxBehavior: 'unspecified',
  }
}

/** The plans among the items of a subscription: addons and charges come beside one. */
export const planItems = (found: Subscription) =>
  (found.subscription_items ?? []).filter((item) => item.item_type === 'plan')

type PlanItem = ReturnType<typeof planItems>[number]

/**
 * Null for one that is not charged by one month or one year, such as every three months, and for several pieces: what
 * they cost is not one price.
 */
function toPrice(found: Subscription, plan: PlanItem | undefined): Price | null {
  const unit = interval.safeParse(found.billing_period_unit)
  if (!plan || !unit.success || found.billing_period !== 1) return null
  if ((plan.quantity ?? 1) !== 1) return null
  const amount = plan.unit_price ?? plan.amount
  const currency = found.currency_code
  return amount === undefined
    ? null
    : { id: plan.item_price_id, amount: minorUnits(amount, currency), currency, interval: unit.data }
}

/** Seconds until which everything is paid for. */
export const termEndOf = (found: Subscription): number | undefined => found.current_term_end ?? found.trial_end

/** Months and years of a subscription's billing, so many times; null for other periods. */
function cyclesAfter(start: number, found: Subscription, cycles: number): number | null {
  const unit = interval.safeParse(found.billing_period_unit)
  if (!unit.success) return null
  let end = new Date(start * 1000)
  for (let count = 0; count < Math.min(cycles * (found.billing_period ?? 1), 1200); count++) {
    end = periodAfter(end, unit.data)
  }
  return end.getTime() / 1000
}

/** Seconds at which a subscription ends, if an end is set: by date, or by the number of its billing cycles. */
export function endOf(found: Subscription): number | null {
  const end = termEndOf(found)
  if (found.status === 'cancelled') return found.cancelled_at ?? null
  if ((found.cancelled_at ?? 0) * 1000 > Date.now()) return found.cancelled_at ?? null
  if (found.cancel_schedule_created_at !== undefined || found.status === 'non_renewing') return end ?? null
  if (end === undefined) return null
  if (found.remaining_billing_cycles !== undefined) return cyclesAfter(end, found, found.remaining_billing_cycles)
  const { contract_term: contract } = found
  const endsByContract = contract?.status === 'active' && contract.action_at_term_end === 'cancel'
  return endsByContract ? Math.max(contract.contract_end, end) : null
}

/** Whether a subscription ends before it would renew: an end after that is no cancellation yet. */
export function endsBeforeRenewal(found: Subscription): boolean {
  const end = endOf(found)
  return end !== null && end <= (termEndOf(found) ?? Infinity)
}

/** @param plan the one that this site sells */
export function toSubscription(
  found: Subscription,
  plan: PlanItem | undefined = planItems(found)[0],
): SubscriptionState {
  const isOver = endsBeforeRenewal(found)
  // One that ends later is called non-renewing only by a word of the vendor's: it will be charged again.
  const status = found.status === 'non_renewing' && !isOver ? 'active' : found.status
  const ended = found.status === 'cancelled' ? found.cancelled_at : undefined
  const end = endOf(found)
  const termEnd = termEndOf(found)
  return {
    id: found.id,
    customerId: found.customer_id,
    productIdentifier: plan?.item_price_id ?? null,
    price: toPrice(found, plan),
    ...chargebeeState(found.deleted ? 'deleted' : status, isOver, found.due_invoices_count ?? 0),
    currentPeriodEnd: date(ended ?? (isOver && end !== null ? Math.min(end, termEnd ?? end) : termEnd)),
    endsAt: date(end ?? undefined),
    trialEnd: date(found.trial_end),
    openInvoice: (found.due_invoices_count ?? 0) > 0,
    startedAt: date(found.created_at) ?? new Date(0),
  }
}

/** Hosted pages live three hours. */
const pageLifeMs = 3 * 3_600_000

export function toCheckout(page: HostedPage): ProviderCheckout {
  const { id = '', url = '', type = 'checkout_new', state = 'created' } = page
  const done = state === 'succeeded' || state === 'acknowledged'
  const expiresAt = date(page.expires_at) ?? new Date((page.created_at ?? 0) * 1000 + pageLifeMs)
  const over = state === 'cancelled' || expiresAt.getTime() < Date.now()
  return {
    id,
    state: done ? 'complete' : over ? 'expired' : 'open',
    expiresAt,
    answer: { id, url, type, state },
  }
}

/** What an invoice's own credit notes gave back, as Chargebee counts it. */
export const paidBack = (invoice: ChargebeeInvoice): number =>
  (invoice.issued_credit_notes ?? [])
    .filter(({ cn_status }) => cn_status === 'refunded')
    .reduce((sum, { cn_total = 0 }) => sum + cn_total, 0)

/** Whether nobody has to pay an invoice any more, and nobody has: Chargebee calls such a one paid. */
export const isWrittenOff = ({ amount_paid, credits_applied, write_off_amount, amount_adjusted }: ChargebeeInvoice) =>
  !amount_paid && !credits_applied && (write_off_amount ?? 0) + (amount_adjusted ?? 0) > 0

/** @param url where the document is, or null: Chargebee makes an address for one only when it is asked for it */
export function toInvoice(invoice: ChargebeeInvoice, url: string | null): Invoice {
  const refunded = minorUnits(paidBack(invoice), invoice.currency_code)
  return {
    id: invoice.id,
    date: new Date((invoice.date ?? 0) * 1000).toISOString(),
    amount: minorUnits(invoice.total ?? 0, invoice.currency_code),
    currency: invoice.currency_code,
    status: isWrittenOff(invoice) ? 'written_off' : invoice.status,
    url,
    ...(refunded > 0 && { refunded }),
  }
}
