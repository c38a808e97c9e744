import 'server-only'
import type Stripe from 'stripe'
import * as z from 'zod'
import type { Invoice } from '@/lib/contract/checkout'
import { interval, taxBehavior, type PlanOffer, type Price } from '@/lib/contract/plan'
import {
  toDate,
  withAccess,
  withoutAccess,
  type ProviderCheckout,
  type AccessState,
  type SubscriptionState,
} from '@/lib/server/billing/providers/provider'

export const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)

/** Null if it is not known what the price costs in this currency. */
export function toPrice(price: Stripe.Price, currency = price.currency): Price | null {
  const unit = interval.safeParse(price.recurring?.interval)
  const amount =
    currency === price.currency ? price.unit_amount : (price.currency_options?.[currency]?.unit_amount ?? null)
  if (amount === null || !unit.success || price.recurring?.interval_count !== 1) return null
  return { id: price.id, amount, currency: currency.toUpperCase(), interval: unit.data }
}

/** Whether the customer pays in another currency than the one that Stripe reports amounts in (Adaptive Pricing). */
export const isConverted = ({ currency, presentment_details: shown }: Stripe.Subscription): boolean =>
  shown !== undefined && shown.presentment_currency !== currency

/** The price of one item in the currency that is charged. */
export function chargedPrice(subscription: Stripe.Subscription, item?: Stripe.SubscriptionItem): Price | null {
  if (!item || (item.quantity ?? 1) !== 1 || isConverted(subscription)) return null
  return toPrice(item.price, subscription.currency)
}

/** The reason why a price (with expanded product) is not offered, worded to follow “but”; null if it is. */
export function whyNotOffered(price: Stripe.Price): string | null {
  const { active, recurring, product, unit_amount } = price
  if (!active) return 'it is not active there'
  if (!recurring) return 'it is a one-time price'
  if (typeof product === 'string' || product.deleted) return 'its product was deleted there'
  if (product.active === false) return 'its product is not active there'
  if (recurring.usage_type === 'metered') return 'what it charges depends on use'
  if (unit_amount === null) return 'it has no fixed amount'
  return toPrice(price) ? null : 'it is not charged by one month or one year'
}

/** @param addsTax whether checkouts add exclusive tax */
export function toOffer(price: Stripe.Price, addsTax: boolean): PlanOffer | null {
  const product = price.product
  const recurringPrice = toPrice(price)
  if (whyNotOffered(price) !== null || !recurringPrice || typeof product === 'string' || product.deleted) return null
  const tax = taxBehavior.catch('unspecified').parse(price.tax_behavior)
  return {
    priceId: recurringPrice.id,
    provider: 'stripe',
    product: { id: product.id, name: product.name },
    interval: recurringPrice.interval,
    amount: recurringPrice.amount,
    currency: recurringPrice.currency,
    trialDays: Math.max(0, Math.trunc(Number(price.metadata.trial_days ?? 0)) || 0),
    taxBehavior: tax === 'exclusive' && !addsTax ? 'unspecified' : tax,
  }
}

/** A renewal's invoice is a draft for about an hour before it is charged. */
const isToBeCharged = (invoice: string | Stripe.Invoice | null) =>
  invoice !== null &&
  typeof invoice === 'object' &&
  (invoice.status === 'draft' || invoice.status === 'open') &&
  invoice.amount_remaining > 0

/** Seconds of the next renewal and of the end of all paid periods, which Stripe stores on the items. */
export function periodEndsOf(items: Stripe.SubscriptionItem[]): { first: number; last: number } | null {
  const ends = items.map((item) => item.current_period_end)
  return ends.length > 0 ? { first: Math.min(...ends), last: Math.max(...ends) } : null
}

/** In seconds: an end by date, or by an expanded schedule that cancels after its last phase. */
export function cancelDateOf({ cancel_at: cancelAt, schedule }: Stripe.Subscription): number | null {
  if (cancelAt !== null || !schedule || typeof schedule === 'string') return cancelAt
  const isRunning = schedule.status === 'active' || schedule.status === 'not_started'
  return isRunning && schedule.end_behavior === 'cancel' ? (schedule.phases.at(-1)?.end_date ?? null) : null
}

/** Ending after the next renewal does not count as cancelled yet. */
export function endsBeforeRenewal(subscription: Stripe.Subscription): boolean {
  const { first = Infinity } = periodEndsOf(subscription.items.data) ?? {}
  const cancelDate = cancelDateOf(subscription)
  return cancelDate === null ? subscription.cancel_at_period_end : cancelDate <= first
}

/** @param isEndScheduled `cancel_at_period_end` or `cancel_at`; the portal may set only the latter */
export function stripeState(status: string, isEndScheduled: boolean): AccessState {
  switch (status) {
    case 'trialing':
    case 'active':
    case 'past_due':
      return withAccess(status, isEndScheduled)
    case 'unpaid':
    case 'paused':
    case 'incomplete':
      return withoutAccess(status)
    default:
      return withoutAccess('canceled')
  }
}

/** @param item the one sold here; others may belong to other products */
export function toSubscription(subscription: Stripe.Subscription, item?: Stripe.SubscriptionItem): SubscriptionState {
  const items = item ? [item] : subscription.items.data
  const price = items[0]?.price
  const ends = periodEndsOf(items)
  const cancelAt = cancelDateOf(subscription)
  const periodEnd = cancelAt === null ? ends?.last : Math.min(cancelAt, ends?.last ?? cancelAt)
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    productIdentifier: price ? idOf(price.product) : null,
    price: price ? chargedPrice(subscription, items[0]) : null,
    ...stripeState(subscription.status, endsBeforeRenewal(subscription)),
    currentPeriodEnd: toDate(subscription.ended_at ?? periodEnd),
    endsAt: toDate(subscription.ended_at ?? cancelAt ?? (subscription.cancel_at_period_end ? periodEnd : null)),
    trialEnd: toDate(subscription.trial_end),
    openInvoice: isToBeCharged(subscription.latest_invoice),
    neverBegan: subscription.status === 'incomplete_expired' ? 'incomplete' : null,
    startedAt: new Date(subscription.created * 1000),
  }
}

const checkoutState = z.enum(['open', 'complete', 'expired'])

export function toCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const { id, url, ui_mode: ui, client_secret: clientSecret } = session
  return {
    id,
    state: checkoutState.catch('open').parse(session.status),
    expiresAt: new Date(session.expires_at * 1000),
    answer: ui === 'embedded_page' ? { id, url: null, clientSecret } : { id, url },
  }
}

function refundedOf({ payments }: Stripe.Invoice, charges: Stripe.Charge[]): number {
  const paidBy = (payments?.data ?? []).map(({ payment }) => payment)
  const paymentIds = new Set(paidBy.flatMap((one) => [one.payment_intent, one.charge]).map((one) => one && idOf(one)))
  return charges
    .filter(({ id, payment_intent: intent }) => paymentIds.has(id) || (intent !== null && paymentIds.has(idOf(intent))))
    .reduce((sum, { amount_refunded: refunded }) => sum + refunded, 0)
}

export function subscriptionOf({ parent }: Stripe.Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription
  return subscription ? idOf(subscription) : null
}

function dueOf({ amount_remaining: due, next_payment_attempt: attempt }: Stripe.Invoice): Partial<Invoice> {
  const nextAttempt = toDate(attempt)?.toISOString()
  return due > 0 ? { due, ...(nextAttempt && { nextAttempt }) } : {}
}

/** @param charges of the customer, which list the refunds */
export function toInvoice(invoice: Stripe.Invoice, charges: Stripe.Charge[]): Invoice {
  const refunded = refundedOf(invoice, charges)
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: invoice.id,
    date: new Date(invoice.created * 1000).toISOString(),
    amount: invoice.total,
    currency: invoice.currency.toUpperCase(),
    status: invoice.status ?? 'draft',
    url: invoice.hosted_invoice_url ?? null,
    ...(tax > 0 && { tax }),
    ...(invoice.status === 'open' && dueOf(invoice)),
    ...(refunded > 0 && { refunded }),
  }
}

/** Null if the event is irrelevant. Its shape follows the endpoint's API version. */
export function customerOfEvent(received: unknown): string | null {
  const { data } = event.safeParse(received)
  if (!data || !isRelevant(data.type)) return null
  const { object } = data.data
  const customer = object.object === 'customer' ? object : object.customer
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}

/** Databases refuse control characters such as NUL. */
const eventId = z.string().regex(/^\P{Cc}{1,255}$/u)

const event = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      object: z.string().optional().catch(undefined),
      id: eventId.optional().catch(undefined),
      customer: eventId
        .or(z.object({ id: eventId }))
        .nullish()
        .catch(null),
    }),
  }),
})

/** Events that the endpoint at Stripe must send. */
export const neededEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.deleted',
  'customer.updated',
  'customer.discount.created',
  'customer.discount.updated',
  'customer.discount.deleted',
  'invoiceitem.created',
  'invoiceitem.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
] as const

const neededEventSet = new Set<string>(neededEvents)

const isRelevant = (type: string) => neededEventSet.has(type) || /^customer\.subscription\.\w+$/.test(type)
