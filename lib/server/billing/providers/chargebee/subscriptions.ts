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
  hasOnlyNeutralFields,
  isEmpty,
  toDate,
  uncertainCharge,
  type Charges,
  type NextCharge,
} from '@/lib/server/billing/providers/provider'
import { translateErrors, listAll, nullIfMissing, refusalCode } from './client'
import { planItems, toSubscription, endOf, endsBeforeRenewal, minorUnits, termEndOf, type PlanItem } from './mapping'
import { withDeadline } from '@/lib/server/http/request-context'
import { log } from '@/lib/server/observability/log'

/** Hosted pages cannot store metadata on a subscription, and addons may be shared with other products. */
export function chargebeeOwnership(chargebee: Chargebee, settings: ChargebeeEnv) {
  return createOwnership({
    name: 'chargebee',
    prices: [...settings.itemPriceIds, ...settings.formerItemPriceIds],
    list: (customerId: string) =>
      listAll(maxPerCustomer, (offset) =>
        chargebee.subscription.list({ customer_id: { is: customerId }, include_deleted: true, limit: 100, offset }),
      ),
    idOf: ({ subscription }) => subscription.id,
    itemsOf: ({ subscription }) => planItems(subscription),
    priceOf: ({ item_price_id: price }) => price,
    productOf: async (price) =>
      (await translateErrors(nullIfMissing(chargebee.itemPrice.retrieve(price))))?.item_price.item_id ?? '',
  })
}

export type ChargebeeOwnership = ReturnType<typeof chargebeeOwnership>

type Methods = 'subscriptions' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'

export function subscriptionMethods(
  chargebee: Chargebee,
  ownership: ChargebeeOwnership,
  { promotionCodes }: Pick<ChargebeeEnv, 'promotionCodes'>,
): Pick<BillingProvider, Methods> {
  type Entry = { subscription: Subscription; customer: Customer }
  const toProviderSubscription = async (entry: Entry, plan: PlanItem | undefined): Promise<ProviderSubscription> => {
    const state = toSubscription(entry.subscription, plan)
    // A subscription does not tell why its invoice is due.
    const paymentIssue = state.status === 'past_due' ? 'unknown' : null
    return { ...state, ...(await chargesOf(chargebee, { ...entry, promotionCodes })), paymentIssue }
  }
  const readSubscription = async (entry: Entry) => toProviderSubscription(entry, await ownership.ownItem(entry))

  /** Chargebee refuses to repeat a change, so the present state decides. */
  async function ignoreIfDone<T>(
    id: string,
    change: Promise<T>,
    isDone: (subscription: ProviderSubscription) => boolean,
  ) {
    try {
      return await change
    } catch (error) {
      if (refusalCode(error) !== 'invalid_state_for_request') return translateErrors<T>(Promise.reject(error))
      const subscription = await readSubscription(await translateErrors(chargebee.subscription.retrieve(id)))
      return isDone(subscription) ? subscription : translateErrors<T>(Promise.reject(error))
    }
  }

  return {
    async subscriptions(customerId, evidence) {
      const { own, foreign } = await ownership.splitByOwner(customerId, evidence)
      return { own: await Promise.all(own.map(({ entry, item }) => toProviderSubscription(entry, item))), foreign }
    },
    cancelAtPeriodEnd(id) {
      const change = chargebee.subscription.cancelForItems(id, { cancel_option: 'end_of_term', end_of_term: true })
      return ignoreIfDone(id, change.then(readSubscription), ({ isUnSubscribed, access }) => isUnSubscribed && access)
    },
    resume(id) {
      const change = chargebee.subscription.removeScheduledCancellation(id, {})
      return ignoreIfDone(
        id,
        change.then(readSubscription),
        ({ isUnSubscribed, endsAt }) => !isUnSubscribed && endsAt === null,
      )
    },
    async cancelNow(id) {
      const change = chargebee.subscription.cancelForItems(id, {
        end_of_term: false,
        credit_option_for_current_term_charges: 'none',
        account_receivables_handling: 'write_off',
      })
      await ignoreIfDone(id, nullIfMissing(change), ({ status }) => status === 'canceled')
    },
  }
}

/** Fields without effect on the charges, or checked by `chargesOnlyItsPrice`. */
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

function hasNoCreditOrTerms(customer: Customer): boolean {
  const { promotional_credits, refundable_credits, excess_payments, unbilled_charges, balances } = customer
  const amounts = (balances ?? []).flatMap((one) => [
    one.promotional_credits,
    one.refundable_credits,
    one.excess_payments,
    one.unbilled_charges,
  ])
  const terms = [customer.relationship, customer.consolidated_invoicing, customer.net_term_days]
  return [promotional_credits, refundable_credits, excess_payments, unbilled_charges, amounts, terms].every(isEmpty)
}

const isAutoCollected = (subscription: Subscription, customer: Customer) =>
  (subscription.auto_collection ?? customer.auto_collection) !== 'off'

const withoutCustomFields = (subscription: Subscription) =>
  Object.fromEntries(Object.entries(subscription).filter(([name]) => !name.startsWith('cf_')))

/** Whether it certainly charges its one price at each renewal, and nothing else. Unknown fields count as no. */
function chargesOnlyItsPrice(subscription: Subscription, customer: Customer): boolean {
  const [item, ...others] = subscription.subscription_items ?? []
  if (!item || others.length > 0) return false
  const isOver = endsBeforeRenewal(subscription)
  return (
    hasOnlyNeutralFields(neutralFields, withoutCustomFields(subscription)) &&
    subscription.trial_end_action !== 'cancel_subscription' &&
    hasOnlyNeutralFields(neutralItemFields, item) &&
    hasNoCreditOrTerms(customer) &&
    isAutoCollected(subscription, customer) &&
    item.item_type === 'plan' &&
    (item.quantity ?? 1) === 1 &&
    item.unit_price !== undefined &&
    (item.amount ?? item.unit_price) === item.unit_price &&
    subscription.billing_period === 1 &&
    subscription.remaining_billing_cycles === undefined &&
    (isOver || subscription.next_billing_at === termEndOf(subscription))
  )
}

const mayRenew = ({ status, deleted }: Subscription) =>
  !deleted && (status === 'in_trial' || status === 'active' || status === 'non_renewing')

const isPaused = ({ pause_date: pause, next_billing_at: next }: Subscription) =>
  pause !== undefined && (next === undefined || pause <= next)

async function estimateCharge(chargebee: Chargebee, { id, next_billing_at: next }: Subscription): Promise<NextCharge> {
  const at = toDate(next)
  const timeoutError = () => new Error('no estimate in time')
  try {
    const { estimate } = await withDeadline(
      Date.now() + previewTimeoutMs,
      chargebee.estimate.renewalEstimate(id),
      timeoutError,
    )
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

type ChargeInput = { subscription: Subscription; customer: Customer; promotionCodes: boolean }

export async function chargesOf(
  chargebee: Chargebee,
  { subscription, customer, promotionCodes }: ChargeInput,
): Promise<Charges> {
  if (subscription.deleted || subscription.status === 'cancelled') return { nextCharge: null, adjusted: false }
  const adjusted = !chargesOnlyItsPrice(subscription, customer) || (promotionCodes && mayHaveUsedCoupon(subscription))
  if (!mayRenew(subscription)) return { nextCharge: uncertainCharge(null), adjusted }
  if (endsBeforeRenewal(subscription)) {
    const mayBeBilled = [
      customer.unbilled_charges,
      subscription.has_scheduled_advance_invoices,
      subscription.event_based_addons,
    ]
    return { adjusted, nextCharge: mayBeBilled.every(isEmpty) ? null : uncertainCharge(null) }
  }
  if (adjusted || endOf(subscription) !== null) {
    const cannotTell = isPaused(subscription) || !isAutoCollected(subscription, customer)
    return { adjusted, nextCharge: cannotTell ? uncertainCharge(null) : await estimateCharge(chargebee, subscription) }
  }
  const currency = subscription.currency_code
  const { unit_price: price } = subscription.subscription_items?.[0] ?? {}
  const amount = price === undefined ? null : minorUnits(price, currency)
  return { adjusted, nextCharge: { at: toDate(subscription.next_billing_at), amount, currency } }
}
