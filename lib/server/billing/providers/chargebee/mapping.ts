import 'server-only'
import type { HostedPage, Invoice as ChargebeeInvoice, ItemPrice, Subscription } from 'chargebee'
import * as z from 'zod'
import type { Invoice } from '@/lib/contract/checkout'
import { decimalsOf, addPeriod } from '@/lib/contract/format'
import { interval, type PlanOffer, type Price } from '@/lib/contract/plan'
import {
  toDate,
  withAccess,
  withoutAccess,
  type ProviderCheckout,
  type AccessState,
  type SubscriptionState,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'

/** No decimals in ISO 4217 and at Chargebee; counted in hundredths here, as at Stripe. */
const zeroDecimalCurrencies = new Set(['ISK', 'UGX'])

/**
 * Chargebee uses hundredths even for currencies with thousandths:
 * apidocs.chargebee.com/docs/api/currencies, read on 2026-11-23.
 */
export function minorUnits(amount: number, currency: string): number {
  if (zeroDecimalCurrencies.has(currency)) return amount * 100
  return decimalsOf(currency) === 3 ? amount * 10 : amount
}

const hasTrial = ({ trial_period }: ItemPrice) => (trial_period ?? 0) > 0

/** The reason why an item price is not offered, worded to follow “but”. */
export function whyNotOffered(item: ItemPrice): string | null {
  if (item.status !== 'active') return `it is ${item.status ?? 'not active'} there`
  if (!item.period_unit) return 'it is a one-time price'
  if (item.price === undefined) return 'it has no fixed amount'
  if (!interval.safeParse(item.period_unit).success || item.period !== 1)
    return 'it is not charged by one month or one year'
  if (item.billing_cycles) return 'it ends after a fixed number of cycles, but the pages say it renews'
  if (!hasTrial(item)) return null
  // Months have different lengths.
  if (item.trial_period_unit !== 'day') return 'its trial is counted in months, while the pages count days'
  if (item.trial_end_action === 'cancel_subscription') return 'its plan ends with the trial'
  return null
}

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

export const planItems = (subscription: Subscription) =>
  (subscription.subscription_items ?? []).filter((item) => item.item_type === 'plan')

export type PlanItem = ReturnType<typeof planItems>[number]

function toPrice(subscription: Subscription, plan: PlanItem | undefined): Price | null {
  const unit = interval.safeParse(subscription.billing_period_unit)
  if (!plan || !unit.success || subscription.billing_period !== 1) return null
  if ((plan.quantity ?? 1) !== 1) return null
  const amount = plan.unit_price ?? plan.amount
  const currency = subscription.currency_code
  return amount === undefined
    ? null
    : { id: plan.item_price_id, amount: minorUnits(amount, currency), currency, interval: unit.data }
}

export const termEndOf = (subscription: Subscription): number | undefined =>
  subscription.current_term_end ?? subscription.trial_end

function cyclesAfter(start: number, subscription: Subscription, cycles: number): number | null {
  const unit = interval.safeParse(subscription.billing_period_unit)
  if (!unit.success) return null
  const count = cycles * (subscription.billing_period ?? 1)
  return addPeriod(new Date(start * 1000), unit.data, count).getTime() / 1000
}

/** In seconds. The end may be set by date or by number of billing cycles. */
export function endOf(subscription: Subscription): number | null {
  const end = termEndOf(subscription)
  if (subscription.status === 'cancelled') return subscription.cancelled_at ?? null
  if ((subscription.cancelled_at ?? 0) * 1000 > Date.now()) return subscription.cancelled_at ?? null
  if (subscription.cancel_schedule_created_at !== undefined || subscription.status === 'non_renewing')
    return end ?? null
  if (end === undefined) return null
  const { contract_term: contract, remaining_billing_cycles: cycles } = subscription
  // On a contract, the cycles count its term, which may renew.
  if (contract?.status === 'active')
    return contract.action_at_term_end === 'cancel' ? Math.max(contract.contract_end, end) : null
  return cycles === undefined ? null : cyclesAfter(end, subscription, cycles)
}

/** Ending after the next renewal does not count as cancelled yet. */
export function endsBeforeRenewal(subscription: Subscription): boolean {
  const end = endOf(subscription)
  return end !== null && end <= (termEndOf(subscription) ?? Infinity)
}

/** @param dueInvoices unpaid invoices make a subscription past due */
export function chargebeeState(status: string, isEndScheduled: boolean, dueInvoices: number): AccessState {
  switch (status) {
    case 'in_trial':
      return withAccess('trialing', isEndScheduled)
    case 'active':
      return withAccess(dueInvoices > 0 ? 'past_due' : 'active', isEndScheduled)
    case 'non_renewing':
      return withAccess(dueInvoices > 0 ? 'past_due' : 'active', true)
    case 'paused':
    case 'future':
      return withoutAccess(status)
    default:
      return withoutAccess('canceled')
  }
}

const endedBeforeStart = ({ status, deleted, start_date: start, cancelled_at: end }: Subscription) =>
  status === 'cancelled' ? start !== undefined && end !== undefined && end < start : status === 'future' && deleted

export function toSubscription(
  subscription: Subscription,
  plan: PlanItem | undefined = planItems(subscription)[0],
): SubscriptionState {
  const isOver = endsBeforeRenewal(subscription)
  // Chargebee says `non_renewing` even if a charge is still to come.
  const status = subscription.status === 'non_renewing' && !isOver ? 'active' : subscription.status
  const endedAt = subscription.status === 'cancelled' ? subscription.cancelled_at : undefined
  const end = endOf(subscription)
  const termEnd = termEndOf(subscription)
  return {
    id: subscription.id,
    customerId: subscription.customer_id,
    productIdentifier: plan?.item_price_id ?? null,
    price: toPrice(subscription, plan),
    ...chargebeeState(subscription.deleted ? 'deleted' : status, isOver, subscription.due_invoices_count ?? 0),
    currentPeriodEnd: toDate(endedAt ?? (isOver && end !== null ? Math.min(end, termEnd ?? end) : termEnd)),
    endsAt: toDate(end ?? undefined),
    trialEnd: toDate(subscription.trial_end),
    openInvoice: (subscription.due_invoices_count ?? 0) > 0,
    neverBegan: endedBeforeStart(subscription) ? 'future' : null,
    startedAt: toDate(subscription.created_at) ?? new Date(0),
  }
}

const pageLifeMs = 3 * 3_600_000

export function toCheckout(page: HostedPage): ProviderCheckout {
  const { id = '', url = '', type = 'checkout_new', state = 'created' } = page
  const isComplete = state === 'succeeded' || state === 'acknowledged'
  const expiresAt = toDate(page.expires_at) ?? new Date((page.created_at ?? 0) * 1000 + pageLifeMs)
  const isExpired = state === 'cancelled' || expiresAt.getTime() < Date.now()
  return {
    id,
    state: isComplete ? 'complete' : isExpired ? 'expired' : 'open',
    expiresAt,
    answer: { id, url, type, state },
  }
}

/** In Chargebee's units. */
export const refundedOf = (invoice: ChargebeeInvoice): number =>
  (invoice.issued_credit_notes ?? [])
    .filter(({ cn_status }) => cn_status === 'refunded')
    .reduce((sum, { cn_total = 0 }) => sum + cn_total, 0)

/** Chargebee calls such invoices paid. */
export const isWrittenOff = ({ amount_paid, credits_applied, write_off_amount, amount_adjusted }: ChargebeeInvoice) =>
  !amount_paid && !credits_applied && (write_off_amount ?? 0) + (amount_adjusted ?? 0) > 0

function dueOf({ status, amount_due: due = 0, currency_code, ...invoice }: ChargebeeInvoice): Partial<Invoice> {
  if ((status !== 'payment_due' && status !== 'not_paid') || due <= 0) return {}
  const nextAttempt = invoice.dunning_status === 'in_progress' && toDate(invoice.next_retry_at)?.toISOString()
  return { due: minorUnits(due, currency_code), ...(nextAttempt && { nextAttempt }) }
}

export function toInvoice(invoice: ChargebeeInvoice, url: string | null): Invoice {
  const refunded = minorUnits(refundedOf(invoice), invoice.currency_code)
  const tax = minorUnits(invoice.tax, invoice.currency_code)
  return {
    id: invoice.id,
    date: new Date((invoice.date ?? 0) * 1000).toISOString(),
    amount: minorUnits(invoice.total ?? 0, invoice.currency_code),
    currency: invoice.currency_code,
    status: isWrittenOff(invoice) ? 'written_off' : invoice.status,
    url,
    ...(tax > 0 && { tax }),
    ...dueOf(invoice),
    ...(refunded > 0 && { refunded }),
  }
}

const relevantEvents = /^(subscription|payment|invoice|customer|promotional_credits|credit_note|card|payment_source)_/

/** Databases refuse control characters such as NUL. */
const customerId = z.string().regex(/^\P{Cc}*$/u)

const eventPart = z.looseObject({}).nullish().catch(null)

const eventContent = z.object({ customer: eventPart, subscription: eventPart, invoice: eventPart })

const event = z.object({ event_type: z.string(), content: eventContent })

/** Null if the event is irrelevant. @throws ApiFailure `invalid-request` */
export function chargebeeEventCustomer(body: Record<string, unknown>): string | null {
  if (typeof body.event_type === 'string' && !relevantEvents.test(body.event_type)) return null
  const parsed = event.safeParse(body)
  if (!parsed.success) throw new ApiFailure('invalid-request', { cause: parsed.error })
  const ids = customerIdsIn(parsed.data.content)
  const customer = firstId(ids)
  if (customer === null && ids.length > 0) throw new ApiFailure('invalid-request')
  return customer
}

/** Null if the event is irrelevant or malformed. */
export function customerOfEvent(type: string | undefined, body: unknown): string | null {
  const parsed = eventContent.safeParse(body)
  return type !== undefined && relevantEvents.test(type) && parsed.success ? firstId(customerIdsIn(parsed.data)) : null
}

const customerIdsIn = ({ customer, subscription, invoice }: z.infer<typeof eventContent>): unknown[] =>
  [customer?.id, subscription?.customer_id, invoice?.customer_id].filter((id) => id !== undefined)

function firstId(ids: readonly unknown[]): string | null {
  for (const one of ids) {
    const { data } = customerId.safeParse(one)
    if (data !== undefined) return data
  }
  return null
}
