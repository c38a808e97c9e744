import 'server-only'
import type Chargebee from 'chargebee'
import type { Customer, Subscription } from 'chargebee'
import type { ChargebeeEnv } from '@/lib/env'
import { maxPerCustomer, previewTimeoutMs } from '@/lib/server/billing/providers/calls'
import { createOwnership } from '@/lib/server/billing/providers/ownership'
import {
  type BillingProvider,
  type ProviderSubscription,
  fieldSet,
  hasOnlyNeutral,
  isEmpty,
  uncertainCharge,
  type Charges,
  type NextCharge,
} from '@/lib/server/billing/providers/provider'
import { ask, askForAll, nullIfNotFound, refusalCode } from './client'
import { planItems, toSubscription, endOf, endsBeforeRenewal, minorUnits, termEndOf, type PlanItem } from './shapes'
import { withDeadline } from '@/lib/server/http/request-context'
import { log } from '@/lib/server/observability/log'

/** Hosted pages cannot store metadata on a subscription, and addons may be shared with other products. */
export function chargebeeOwnership(chargebee: Chargebee, settings: ChargebeeEnv) {
  return createOwnership({
    name: 'chargebee',
    prices: [...settings.itemPriceIds, ...settings.formerItemPriceIds],
    list: (customerId: string) =>
      askForAll(maxPerCustomer, (offset) =>
        chargebee.subscription.list({ customer_id: { is: customerId }, include_deleted: true, limit: 100, offset }),
      ),
    idOf: ({ subscription }) => subscription.id,
    itemsOf: ({ subscription }) => planItems(subscription),
    priceOf: ({ item_price_id: price }) => price,
    productOf: async (price) =>
      (await ask(nullIfNotFound(chargebee.itemPrice.retrieve(price))))?.item_price.item_id ?? '',
  })
}

export type ChargebeeOwnership = ReturnType<typeof chargebeeOwnership>

type Methods = 'subscriptions' | 'foreignSubscriptions' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'

export function subscriptionMethods(
  chargebee: Chargebee,
  ownership: ChargebeeOwnership,
  { promotionCodes }: Pick<ChargebeeEnv, 'promotionCodes'>,
): Pick<BillingProvider, Methods> {
  type Found = { subscription: Subscription; customer: Customer }
  const shape = async (found: Found, plan: PlanItem | undefined) => ({
    ...toSubscription(found.subscription, plan),
    ...(await chargesOf(chargebee, { ...found, promotionCodes })),
  })
  const read = async (found: Found) => shape(found, await ownership.ownItem(found))

  /** Chargebee refuses to repeat a change, so the present state decides. */
  async function unlessDone<T>(id: string, change: Promise<T>, isDone: (found: ProviderSubscription) => boolean) {
    try {
      return await change
    } catch (error) {
      if (refusalCode(error) !== 'invalid_state_for_request') return ask<T>(Promise.reject(error))
      const found = await read(await ask(chargebee.subscription.retrieve(id)))
      return isDone(found) ? found : ask<T>(Promise.reject(error))
    }
  }

  return {
    async subscriptions(customerId, known) {
      const { own } = await ownership.divide(customerId, known)
      return Promise.all(own.map(({ found, item }) => shape(found, item)))
    },
    foreignSubscriptions: async (customerId, known) => (await ownership.divide(customerId, known)).foreign,
    cancelAtPeriodEnd(id) {
      const change = chargebee.subscription.cancelForItems(id, { cancel_option: 'end_of_term', end_of_term: true })
      return unlessDone(id, change.then(read), ({ isUnSubscribed, access }) => isUnSubscribed && access)
    },
    resume(id) {
      const change = chargebee.subscription.removeScheduledCancellation(id, {})
      return unlessDone(id, change.then(read), ({ isUnSubscribed, endsAt }) => !isUnSubscribed && endsAt === null)
    },
    async cancelNow(id) {
      const change = chargebee.subscription.cancelForItems(id, {
        end_of_term: false,
        credit_option_for_current_term_charges: 'none',
        account_receivables_handling: 'write_off',
      })
      await unlessDone(id, nullIfNotFound(change), ({ status }) => status === 'canceled')
    },
  }
}

/** Fields without effect on the charges, or checked by `isOrdinary`. */
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

/** Whether it certainly charges its one price at each renewal, and nothing else. Unknown fields count as no. */
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
    log().warn({ err, subscription: id }, 'the next charge could not be estimated')
    return uncertainCharge(at)
  }
}

/** A used-up coupon leaves no trace on the subscription. */
const mayHaveUsedCoupon = ({ activated_at: activated, current_term_start: start }: Subscription) =>
  activated !== undefined && activated === start

type Charged = { subscription: Subscription; customer: Customer; promotionCodes: boolean }

export async function chargesOf(
  chargebee: Chargebee,
  { subscription: found, customer, promotionCodes }: Charged,
): Promise<Charges> {
  if (found.deleted || found.status === 'cancelled') return { nextCharge: null, adjusted: false }
  const adjusted = !isOrdinary(found, customer) || (promotionCodes && mayHaveUsedCoupon(found))
  if (!mayRenew(found)) return { nextCharge: uncertainCharge(null), adjusted }
  if (endsBeforeRenewal(found)) {
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
