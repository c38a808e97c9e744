import 'server-only'
import type Chargebee from 'chargebee'
import type { Customer, Subscription } from 'chargebee'
import { previewTimeoutMs } from '@/lib/server/billing/providers/calls'
import {
  fieldSet,
  hasOnlyNeutral,
  isEmpty,
  uncertainCharge,
  type Charges,
  type NextCharge,
} from '@/lib/server/billing/providers/provider'
import { withDeadline } from '@/lib/server/http/request-context'
import { log } from '@/lib/server/observability/log'
import { endOf, endsBeforeRenewal, minorUnits, termEndOf } from './shapes'

/** Fields that do not change the charges, or that `isOrdinary` checks itself. */
const neutralFields = fieldSet(`
  id object activated_at active_id affiliate_token arr auto_close_invoices auto_collection base_currency_code
  billing_period billing_period_unit business_entity_id cancel_reason cancel_reason_code
  cancel_schedule_created_at cancelled_at channel created_at created_from_ip currency_code current_term_end
  current_term_start customer_id due_invoices_count due_since exchange_rate invoice_notes meta_data mrr
  next_billing_at payment_source_id po_number referral_info resource_version shipping_address start_date
  started_at status subscription_items total_dues trial_end trial_end_action trial_start updated_at
`)

const neutralItemFields = fieldSet(`
  object amount billing_period billing_period_unit current_term_end current_term_start item_price_id item_type
  next_billing_at quantity trial_end unit_price
`)

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

const isCollected = (found: Subscription, customer: Customer) =>
  (found.auto_collection ?? customer.auto_collection) !== 'off'

const withoutCustomFields = (found: Subscription) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !name.startsWith('cf_')))

/** Whether it certainly charges its one price at each renewal, and nothing else. Fields we do not know count as no. */
function isOrdinary(found: Subscription, customer: Customer): boolean {
  const [item, ...others] = found.subscription_items ?? []
  if (!item || others.length > 0) return false
  const isOver = endsBeforeRenewal(found)
  return (
    hasOnlyNeutral(neutralFields, withoutCustomFields(found)) &&
    found.trial_end_action !== 'cancel_subscription' &&
    hasOnlyNeutral(neutralItemFields, item) &&
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

const mayRenew = ({ status, deleted }: Subscription) =>
  !deleted && (status === 'in_trial' || status === 'active' || status === 'non_renewing')

const isPaused = ({ pause_date: pause, next_billing_at: next }: Subscription) =>
  pause !== undefined && (next === undefined || pause <= next)

async function estimated(chargebee: Chargebee, { id, next_billing_at: next }: Subscription): Promise<NextCharge> {
  const at = next === undefined ? null : new Date(next * 1000)
  const late = () => new Error('no estimate in time')
  try {
    const { estimate } = await withDeadline(Date.now() + previewTimeoutMs, chargebee.estimate.renewalEstimate(id), late)
    const { amount_due: amount, currency_code: currency } = estimate.invoice_estimate ?? {}
    if (amount === undefined || currency === undefined) return uncertainCharge(at)
    return { at, amount: minorUnits(amount, currency), currency }
  } catch (err) {
    log().warn({ err, subscription: id }, 'no estimate of the next charge')
    return uncertainCharge(at)
  }
}

export async function chargesOf(chargebee: Chargebee, found: Subscription, customer: Customer): Promise<Charges> {
  if (found.deleted || found.status === 'cancelled') return { nextCharge: null, adjusted: false }
  const adjusted = !isOrdinary(found, customer)
  if (!mayRenew(found)) return { nextCharge: uncertainCharge(null), adjusted }
  if (endsBeforeRenewal(found)) {
    // Unbilled charges are billed at the end.
    const mayBeBilled = [customer.unbilled_charges, found.has_scheduled_advance_invoices, found.event_based_addons]
    return { adjusted, nextCharge: mayBeBilled.every(isEmpty) ? null : uncertainCharge(null) }
  }
  if (adjusted || endOf(found) !== null) {
    const cannotTell = isPaused(found) || !isCollected(found, customer)
    return { adjusted, nextCharge: cannotTell ? uncertainCharge(null) : await estimated(chargebee, found) }
  }
  const currency = found.currency_code
  const { unit_price: price } = found.subscription_items?.[0] ?? {}
  const amount = price === undefined ? null : minorUnits(price, currency)
  const at = found.next_billing_at === undefined ? null : new Date(found.next_billing_at * 1000)
  return { adjusted, nextCharge: { at, amount, currency } }
}
