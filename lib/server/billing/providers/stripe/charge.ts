import 'server-only'
import Stripe from 'stripe'
import { log } from '@/lib/server/observability/log'
import { hasOnly, isEmpty } from '@/lib/server/billing/providers/fields'
import { previewMs } from '@/lib/server/billing/providers/timeouts'
import type { Charges, NextCharge } from '@/lib/server/billing/providers/provider'
import { endsBeforeRenewal, periodEndsOf, toPrice } from './shapes'

/** A preview must not cost a person the answer that they wait for. */
const briefly = { timeout: previewMs, maxNetworkRetries: 0 }

/** Fields of a subscription that don't change what it charges, or that `isOrdinary` looks at by itself. */
const neutralFields = new Set([
  'id',
  'object',
  'application',
  'application_fee_percent',
  'billing_cycle_anchor',
  'billing_mode',
  'cancel_at',
  'cancel_at_period_end',
  'canceled_at',
  'cancellation_details',
  'collection_method',
  'created',
  'currency',
  'customer',
  'customer_account',
  'default_payment_method',
  'default_source',
  'description',
  'ended_at',
  'invoice_settings',
  'items',
  'latest_invoice',
  'livemode',
  'metadata',
  'on_behalf_of',
  'payment_settings',
  'pending_setup_intent',
  'start_date',
  'status',
  'status_details',
  'test_clock',
  'transfer_data',
  'trial_end',
  'trial_settings',
  'trial_start',
])

const neutralItemFields = new Set([
  'id',
  'object',
  'billed_until',
  'created',
  'current_period_end',
  'current_period_start',
  'metadata',
  'plan',
  'price',
  'quantity',
  'subscription',
])

/** A credit, a debt or a discount of the customer's changes the charges of all their subscriptions. */
function isPlainCustomer(customer: Stripe.Subscription['customer']): boolean {
  if (typeof customer === 'string' || customer.deleted) return false
  return [customer.balance, customer.discount, customer.invoice_credit_balance].every(isEmpty)
}

/** Whether the last invoice was for the price, or for nothing in a trial. */
function wasPlain({ latest_invoice: invoice, status }: Stripe.Subscription, amount: number): boolean {
  if (invoice === null || typeof invoice === 'string') return false
  return invoice.amount_due === (status === 'trialing' ? 0 : amount)
}

/**
 * Whether a subscription charges its one price whenever it renews, and nothing else. It is so only if everything is
 * known to be plain.
 * @param found with `customer` and `latest_invoice` expanded
 * @param hasPending whether items wait for the customer's next invoice
 */
function isOrdinary(found: Stripe.Subscription, hasPending: boolean): boolean {
  const [item, ...others] = found.items.data
  if (!item || others.length > 0 || hasPending) return false
  const { price } = item
  const end = item.current_period_end
  const isFlat = price.billing_scheme === 'per_unit' && !price.transform_quantity && !price.custom_unit_amount
  return (
    hasOnly(neutralFields, found) &&
    hasOnly(neutralItemFields, item) &&
    isPlainCustomer(found.customer) &&
    found.collection_method === 'charge_automatically' &&
    found.billing_cycle_anchor <= end &&
    item.quantity === 1 &&
    isFlat &&
    price.recurring?.usage_type === 'licensed' &&
    toPrice(price) !== null &&
    wasPlain(found, price.unit_amount ?? -1)
  )
}

const unknown = (at: Date | null): NextCharge => ({ at, amount: null, currency: null })

const mayRenew = ({ status }: Stripe.Subscription) =>
  status === 'trialing' || status === 'active' || status === 'past_due'

/** Whether the next renewal falls into a pause, in which Stripe makes invoices and does not collect them. */
function isPaused({ pause_collection: pause }: Stripe.Subscription, end: number): boolean {
  return pause !== null && (pause.resumes_at === null || pause.resumes_at > end)
}

/** Stripe's own preview of the next invoice. A schedule's later phases are only in the preview of the schedule. */
function preview(stripe: Stripe, { id, schedule }: Stripe.Subscription): Promise<Stripe.Invoice> {
  const planned = schedule === null || typeof schedule === 'string' ? schedule : schedule.id
  return stripe.invoices.createPreview(planned === null ? { subscription: id } : { schedule: planned }, briefly)
}

async function previewed(stripe: Stripe, found: Stripe.Subscription, end: number): Promise<NextCharge | null> {
  const at = new Date(end * 1000)
  const isOver = endsBeforeRenewal(found)
  try {
    const { amount_due: amount, currency } = await preview(stripe, found)
    return isOver && amount <= 0 ? null : { at, amount, currency: currency.toUpperCase() }
  } catch (err) {
    const isNone = err instanceof Stripe.errors.StripeError && err.code === 'invoice_upcoming_none'
    if (isNone && isOver) return null
    if (!isNone) log().warn({ err, subscription: found.id }, 'no preview of the next charge')
    return unknown(isOver || isNone ? null : at)
  }
}

/** Whether something waits for the next invoice of a customer; unknown counts as yes. */
async function hasPendingItems(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    return (await stripe.invoiceItems.list({ customer, pending: true, limit: 1 }, briefly)).data.length > 0
  } catch (err) {
    log().warn({ err }, 'no list of pending items')
    return true
  }
}

async function chargesOf(stripe: Stripe, found: Stripe.Subscription, hasPending: boolean): Promise<Charges> {
  const adjusted = !isOrdinary(found, hasPending)
  const end = periodEndsOf(found.items.data)?.first
  if (!mayRenew(found) || end === undefined) {
    return found.status === 'canceled' ? { nextCharge: null, adjusted: false } : { nextCharge: unknown(null), adjusted }
  }
  // Stripe charges a part of the price for a period that is cut short.
  const isCutLater = found.cancel_at !== null && !endsBeforeRenewal(found)
  if (adjusted || isCutLater) {
    const cannotTell = isPaused(found, end) || found.collection_method !== 'charge_automatically'
    return { adjusted, nextCharge: cannotTell ? unknown(null) : await previewed(stripe, found, end) }
  }
  const { unit_amount: amount = null, currency = '' } = found.items.data[0]?.price ?? {}
  const renewal = { at: new Date(end * 1000), amount, currency: currency.toUpperCase() }
  return { adjusted, nextCharge: endsBeforeRenewal(found) ? null : renewal }
}

/**
 * What each of a customer's subscriptions will charge. What cannot be known for certain is left out; it never fails.
 * @param all with `customer` and `latest_invoice` expanded
 */
export async function withCharges<T>(
  stripe: Stripe,
  all: Stripe.Subscription[],
  shape: (found: Stripe.Subscription) => T,
): Promise<(T & Charges)[]> {
  const running = all.find(mayRenew)
  const customer = running && (typeof running.customer === 'string' ? running.customer : running.customer.id)
  const hasPending = customer !== undefined && (await hasPendingItems(stripe, customer))
  return Promise.all(all.map(async (one) => ({ ...shape(one), ...(await chargesOf(stripe, one, hasPending)) })))
}
