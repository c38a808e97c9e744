import type { Customer as SdkCustomer, Subscription as SdkSubscription } from 'chargebee'
import type { Desk } from '@/local/vendors/desk'
import { isTrialing } from '@/local/vendors/term'
import { soldOffer, typeOf } from './catalogue-wire'
import type { Customer, Subscription } from './records'

export const customerWire = (customer: Customer) =>
  ({
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    auto_collection: 'on',
    net_term_days: 0,
    allow_direct_debit: false,
    created_at: customer.created,
    taxability: 'taxable',
    updated_at: customer.created,
    pii_cleared: 'active',
    channel: 'web',
    resource_version: customer.version,
    deleted: customer.deleted ?? false,
    promotional_credits: customer.promotionalCredits ?? 0,
    refundable_credits: customer.refundableCredits ?? 0,
    excess_payments: customer.excessPayments ?? 0,
    unbilled_charges: 0,
    meta_data: customer.metaData,
  }) satisfies Partial<SdkCustomer>

type Status = SdkSubscription['status']

export function statusOf({ term }: Subscription, now: number): Status {
  if (term.endedAt !== null) return 'cancelled'
  if (term.held === 'paused' || term.held === 'future') return term.held
  if (isTrialing(term, now)) return 'in_trial'
  // One that is to end later renews until then.
  return term.cancelAt === null || term.cancelAt > term.periodEnd ? 'active' : 'non_renewing'
}

/** The plan and what was added to it, with its price for one. */
export const itemsOf = (desk: Desk, { itemPrice, quantity, unitPrice, others = [] }: Subscription) =>
  [{ itemPrice, quantity, unitPrice }, ...others].map((one) => ({
    ...one,
    unitPrice: one.unitPrice ?? soldOffer(desk, one.itemPrice).amount,
  }))

/** What a subscription costs for a period, with its addons. */
export const periodAmount = (desk: Desk, subscription: Subscription) =>
  itemsOf(desk, subscription).reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)

export function subscriptionWire(desk: Desk, subscription: Subscription) {
  const now = desk.now()
  const { term, itemPrice, coupons = [], pauseDate, resumeDate, remainingCycles, collectsByHand } = subscription
  const offer = soldOffer(desk, itemPrice)
  const amount = periodAmount(desk, subscription)
  const status = statusOf(subscription, now)
  const trial = status === 'in_trial'
  const runs = status !== 'cancelled'
  const begun = status !== 'future'
  const renews = runs && (term.cancelAt === null || term.cancelAt > term.periodEnd)
  const pausesFirst = pauseDate !== undefined && pauseDate <= term.periodEnd
  const dues = term.pastDue && runs ? amount : 0
  return {
    id: subscription.id,
    billing_period: 1,
    billing_period_unit: offer.interval,
    customer_id: subscription.customer,
    status,
    currency_code: offer.currency,
    auto_collection: collectsByHand ? 'off' : 'on',
    ...(remainingCycles !== undefined && { remaining_billing_cycles: remainingCycles }),
    ...(coupons.length > 0 && { coupons: coupons.map((id) => ({ coupon_id: id, applied_count: 0 })) }),
    ...(pauseDate !== undefined && { pause_date: pauseDate }),
    ...(resumeDate !== undefined && { resume_date: resumeDate }),
    ...(term.trialStart !== null && { trial_start: term.trialStart }),
    ...(term.trialEnd !== null && { trial_end: term.trialEnd }),
    ...(!trial &&
      begun && {
        current_term_start: term.periodStart,
        current_term_end: term.periodEnd,
        activated_at: term.trialEnd ?? subscription.created,
      }),
    ...(renews && !pausesFirst && { next_billing_at: term.periodEnd }),
    created_at: subscription.created,
    ...(begun ? { started_at: subscription.created } : { start_date: term.periodEnd }),
    ...(status === 'paused' && pauseDate === undefined && { pause_date: Math.floor(subscription.version / 1000) }),
    ...((term.endedAt ?? term.cancelAt) !== null && { cancelled_at: term.endedAt ?? term.cancelAt ?? undefined }),
    ...(runs &&
      subscription.cancelScheduledAt !== null && { cancel_schedule_created_at: subscription.cancelScheduledAt }),
    updated_at: Math.floor(subscription.version / 1000),
    has_scheduled_advance_invoices: false,
    has_scheduled_changes: false,
    channel: 'web',
    resource_version: subscription.version,
    deleted: subscription.deleted ?? false,
    due_invoices_count: dues > 0 ? 1 : 0,
    ...(dues > 0 && { due_since: term.periodStart, total_dues: dues }),
    mrr: runs && begun && !trial ? Math.round(amount / (offer.interval === 'year' ? 12 : 1)) : 0,
    subscription_items: itemsOf(desk, subscription).map(({ itemPrice: id, unitPrice, quantity }) => {
      const type = typeOf(soldOffer(desk, id))
      return {
        item_price_id: id,
        item_type: type,
        quantity,
        unit_price: unitPrice,
        amount: unitPrice * quantity,
        free_quantity: 0,
        ...(type === 'plan' && term.trialEnd !== null && { trial_end: term.trialEnd }),
      }
    }),
    ...(subscription.metaData !== undefined && { meta_data: subscription.metaData }),
    decommissioned: false,
  } satisfies Partial<SdkSubscription>
}
