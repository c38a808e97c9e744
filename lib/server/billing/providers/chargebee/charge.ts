import 'server-only'
import type Chargebee from 'chargebee'
import type { Customer, Subscription } from 'chargebee'
import { within } from '@/lib/server/http/deadline'
import { log } from '@/lib/server/observability/log'
import { endOf, endsBeforeRenewal, minorUnits, termEndOf } from './shapes'
import { hasOnly, isEmpty } from '@/lib/server/billing/providers/fields'
import { previewMs } from '@/lib/server/billing/providers/timeouts'
import type { Charges, NextCharge } from '@/lib/server/billing/providers/provider'

/** Fields of a subscription that don't change what it charges, or that `isOrdinary` looks at by itself. */
const neutralFields = new Set([
  'id',
  'object',
  'activated_at',
  'active_id',
  'affiliate_token',
  'arr',
  'auto_close_invoices',
  'auto_collection',
  'base_currency_code',
  'billing_period',
  'billing_period_unit',
  'business_entity_id',
  'cancel_reason',
  'cancel_reason_code',
  'cancel_schedule_created_at',
  'cancelled_at',
  'channel',
  'created_at',
  'created_from_ip',
  'currency_code',
  'current_term_end',
  'current_term_start',
  'customer_id',
  'due_invoices_count',
  'due_since',
  'exchange_rate',
  'invoice_notes',
  'meta_data',
  'mrr',
  'next_billing_at',
  'payment_source_id',
  'po_number',
  'referral_info',
  'resource_version',
  'shipping_address',
  'start_date',
  'started_at',
  'status',
  'subscription_items',
  'total_dues',
  'trial_end',
  'trial_end_action',
  'trial_start',
  'updated_at',
])

const neutralItemFields = new Set([
  'object',
  'amount',
  'billing_period',
  'billing_period_unit',
  'current_term_end',
  'current_term_start',
  'item_price_id',
  'item_type',
  'next_billing_at',
  'quantity',
  'trial_end',
  'unit_price',
])

/** Whether the customer has no credits, unbilled charges or arrangements that could change a charge. */
function isPlainCustomer(customer: Customer): boolean {
  const { promotional_credits, refundable_credits, excess_payments, unbilled_charges, balances } = customer
  const amounts = (balances ?? []).flatMap((one) => [
    one.promotional_credits,
    one.refundable_credits,
    one.excess_payments,
    one.unbilled_charges,
  ])
  const arranged = [customer.relationship, customer.consolidated_invoicing, customer.net_term_days]
  return [promotional_credits, refundable_credits, excess_payments, unbilled_charges, amounts, arranged].every(isEmpty)
}

/** The customer's setting holds where the subscription has none of its own. */
const isCollected = (found: Subscription, customer: Customer) =>
  (found.auto_collection ?? customer.auto_collection) !== 'off'

/** Fields that a site has invented mean nothing to Chargebee. */
const withoutCustomFields = (found: Subscription) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !name.startsWith('cf_')))

/**
 * Whether a subscription charges its one price whenever it renews, and nothing else. It is so only if everything is
 * known to be plain.
 */
function isOrdinary(found: Subscription, customer: Customer): boolean {
  const [item, ...others] = found.subscription_items ?? []
  if (!item || others.length > 0) return false
  const isOver = endsBeforeRenewal(found)
  return (
    hasOnly(neutralFields, withoutCustomFields(found)) &&
    found.trial_end_action !== 'cancel_subscription' &&
    hasOnly(neutralItemFields, item) &&
    isPlainCustomer(customer) &&
    isCollected(found, customer) &&
    item.item_type === 'plan' &&
    (item.quantity ?? 1) === 1 &&
    item.unit_price !== undefined &&
    (item.amount ?? item.unit_price) === item.unit_price &&
    found.billing_period === 1 &&
    found.remaining_billing_cycles === undefined &&
    (isOver || found.next_billing_at === termEndOf(found))
  )
}

const unknown = (at: Date | null): NextCharge => ({ at, amount: null, currency: null })

const mayRenew = ({ status, deleted }: Subscription) =>
  !deleted && (status === 'in_trial' || status === 'active' || status === 'non_renewing')

/** Whether the next renewal falls into a pause: when it comes instead is not said. */
const isPaused = ({ pause_date: pause, next_billing_at: next }: Subscription) =>
  pause !== undefined && (next === undefined || pause <= next)

/** Chargebee's own estimate of the next renewal. */
async function estimated(chargebee: Chargebee, { id, next_billing_at: next }: Subscription): Promise<NextCharge> {
  const at = next === undefined ? null : new Date(next * 1000)
  const late = () => new Error('no estimate in time')
  try {
    const { estimate } = await within(Date.now() + previewMs, chargebee.estimate.renewalEstimate(id), late)
    const { amount_due: amount, currency_code: currency } = estimate.invoice_estimate ?? {}
    if (amount === undefined || currency === undefined) return unknown(at)
    return { at, amount: minorUnits(amount, currency), currency }
  } catch (err) {
    log().warn({ err, subscription: id }, 'no estimate of the next charge')
    return unknown(at)
  }
}

/** What a subscription will charge. What cannot be known for certain is left out; it never fails. */
export async function chargesOf(chargebee: Chargebee, found: Subscription, customer: Customer): Promise<Charges> {
  if (found.deleted || found.status === 'cancelled') return { nextCharge: null, adjusted: false }
  const adjusted = !isOrdinary(found, customer)
  if (!mayRenew(found)) return { nextCharge: unknown(null), adjusted }
  if (endsBeforeRenewal(found)) {
    // Charges that are not billed yet are billed at the end.
    const mayBeBilled = [customer.unbilled_charges, found.has_scheduled_advance_invoices, found.event_based_addons]
    return { adjusted, nextCharge: mayBeBilled.every(isEmpty) ? null : unknown(null) }
  }
  if (adjusted || endOf(found) !== null) {
    const cannotTell = isPaused(found) || !isCollected(found, customer)
    return { adjusted, nextCharge: cannotTell ? unknown(null) : await estimated(chargebee, found) }
  }
  const currency = found.currency_code
  const { unit_price: price } = found.subscription_items?.[0] ?? {}
  const amount = price === undefined ? null : minorUnits(price, currency)
  const at = found.next_billing_at === undefined ? null : new Date(found.next_billing_at * 1000)
  return { adjusted, nextCharge: { at, amount, currency } }
}
