import 'server-only'
import type Stripe from 'stripe'
import * as z from 'zod'
import type { Invoice } from '@/lib/contract/checkout'
import { interval, taxBehavior, type PlanOffer, type Price } from '@/lib/contract/plan'
import type { ProviderCheckout, SubscriptionState } from '@/lib/server/billing/providers/provider'
import { stripeState } from '@/lib/server/billing/providers/states'

const date = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)
const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)

/** Null for one that is not charged by one month or one year, such as every three months. */
export function toPrice(price: Stripe.Price): Price | null {
  const unit = interval.safeParse(price.recurring?.interval)
  if (price.unit_amount === null || !unit.success || price.recurring?.interval_count !== 1) return null
  return { id: price.id, amount: price.unit_amount, currency: price.currency.toUpperCase(), interval: unit.data }
}

/** Why a price, with its product expanded, is not on offer, as it stands after “but”; null for one that is. */
export function whyNotOffered(price: Stripe.Price): string | null {
  const { active, recurring, product, unit_amount } = price
  if (!active) return 'it is not active there'
  if (!recurring) return 'it is charged once, and not again and again'
  if (typeof product === 'string' || product.deleted) return 'its product was deleted there'
  if (product.active === false) return 'its product is not active there'
  if (recurring.usage_type === 'metered') return 'what it charges depends on use'
  if (unit_amount === null) return 'its amount is not one number'
  return toPrice(price) ? null : 'it is not charged by one month or one year'
}

/**
 * A price with its product expanded; null for one that is not on offer.
 * @param addsTax whether checkouts add the tax that a price leaves out: a page must not promise it otherwise
 */
export function toOffer(price: Stripe.Price, addsTax: boolean): PlanOffer | null {
  const product = price.product
  const known = toPrice(price)
  if (whyNotOffered(price) !== null || !known || typeof product === 'string' || product.deleted) return null
  const tax = taxBehavior.catch('unspecified').parse(price.tax_behavior)
  return {
    priceId: known.id,
    provider: 'stripe',
    product: { id: product.id, name: product.name },
    interval: known.interval,
    amount: known.amount,
    currency: known.currency,
    trialDays: Math.max(0, Math.trunc(Number(price.metadata.trial_days ?? 0)) || 0),
    taxBehavior: tax === 'exclusive' && !addsTax ? 'unspecified' : tax,
  }
}

/** Stripe keeps the invoice of a renewal as a draft for about an hour, and only then charges it. */
const isToBeCharged = (invoice: string | Stripe.Invoice | null) =>
  invoice !== null &&
  typeof invoice === 'object' &&
  (invoice.status === 'draft' || invoice.status === 'open') &&
  invoice.amount_remaining > 0

/** Seconds at which the next renewal is due, and at which all that is paid for is over: they stand on the items. */
export function periodEndsOf(items: Stripe.SubscriptionItem[]): { first: number; last: number } | null {
  const ends = items.map((item) => item.current_period_end)
  return ends.length > 0 ? { first: Math.min(...ends), last: Math.max(...ends) } : null
}

/** Whether a subscription ends before it would renew: an end after that is no cancellation yet. */
export function endsBeforeRenewal(found: Stripe.Subscription): boolean {
  const { first = Infinity } = periodEndsOf(found.items.data) ?? {}
  return found.cancel_at === null ? found.cancel_at_period_end : found.cancel_at <= first
}

/**
 * A subscription with its `latest_invoice` expanded: without that no open one is known of.
 * @param item the one that this site sells, where it is known: items of other products may stand beside it
 */
export function toSubscription(found: Stripe.Subscription, item?: Stripe.SubscriptionItem): SubscriptionState {
  const items = item ? [item] : found.items.data
  const price = items[0]?.price
  const ends = periodEndsOf(items)
  const { cancel_at: cancelAt, cancel_at_period_end: byFlag } = found
  const periodEnd = cancelAt === null ? ends?.last : Math.min(cancelAt, ends?.last ?? cancelAt)
  return {
    id: found.id,
    customerId: idOf(found.customer),
    productIdentifier: price ? idOf(price.product) : null,
    // The price is per unit, so it is not the cost of a larger quantity.
    price: price && (items[0]?.quantity ?? 1) === 1 ? toPrice(price) : null,
    ...stripeState(found.status, endsBeforeRenewal(found)),
    currentPeriodEnd: date(found.ended_at ?? periodEnd),
    endsAt: date(found.ended_at ?? cancelAt ?? (byFlag ? periodEnd : null)),
    trialEnd: date(found.trial_end),
    openInvoice: isToBeCharged(found.latest_invoice),
    startedAt: new Date(found.created * 1000),
  }
}

const checkoutState = z.enum(['open', 'complete', 'expired'])

/** A session as the browser needs it: the hosted page's address, or what opens it inside ours. */
export function toCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const { id, url, ui_mode: ui, client_secret: clientSecret } = session
  return {
    id,
    state: checkoutState.catch('open').parse(session.status),
    expiresAt: new Date(session.expires_at * 1000),
    answer: ui === 'embedded_page' ? { id, url: null, clientSecret } : { id, url },
  }
}

/** What went back of the payments of an invoice, as the charges of its customer say. */
function refundedOf({ payments }: Stripe.Invoice, charges: Stripe.Charge[]): number {
  const paidBy = (payments?.data ?? []).map(({ payment }) => payment)
  const named = new Set(paidBy.flatMap((one) => [one.payment_intent, one.charge]).map((one) => one && idOf(one)))
  return charges
    .filter(({ id, payment_intent: intent }) => named.has(id) || (intent !== null && named.has(idOf(intent))))
    .reduce((sum, { amount_refunded: refunded }) => sum + refunded, 0)
}

/** The subscription that an invoice is for; null for one that stands alone. */
export function subscriptionOf({ parent }: Stripe.Invoice): string | null {
  const named = parent?.subscription_details?.subscription
  return named ? idOf(named) : null
}

/** @param charges of the invoice's customer: they know what was paid back */
export function toInvoice(invoice: Stripe.Invoice, charges: Stripe.Charge[]): Invoice {
  const refunded = refundedOf(invoice, charges)
  return {
    id: invoice.id,
    date: new Date(invoice.created * 1000).toISOString(),
    amount: invoice.total,
    currency: invoice.currency.toUpperCase(),
    status: invoice.status ?? 'draft',
    url: invoice.hosted_invoice_url ?? null,
    ...(refunded > 0 && { refunded }),
  }
}
