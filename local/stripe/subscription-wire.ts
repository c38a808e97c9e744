import type { Stripe } from 'stripe'
import type { Context } from '@/local/vendors/context'
import { isTrialing } from '@/local/vendors/term'
import { planWire, priceWire, getOffer } from './catalogue'
import { taxRateWire } from './discounts'
import type { Item, Subscription } from './records'
import { list, type Wire } from './requests'

export function statusOf({ term }: Subscription, now: number): Stripe.Subscription.Status {
  if (term.endedAt !== null) return 'canceled'
  if (term.suspension && term.suspension !== 'future') return term.suspension
  if (term.pastDue) return 'past_due'
  return isTrialing(term, now) ? 'trialing' : 'active'
}

export const itemsOf = ({ itemId, price, quantity, extraItems = [] }: Subscription): Item[] => [
  { itemId, price, quantity },
  ...extraItems,
]

function itemWire(context: Context, { id, term, created }: Subscription, { itemId, price, quantity }: Item) {
  const offer = getOffer(context, price)
  return {
    id: itemId,
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: term.periodEnd,
    current_period_start: term.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planWire(offer),
    price: priceWire(offer),
    quantity,
    subscription: id,
    tax_rates: [],
  } satisfies Wire<Stripe.SubscriptionItem>
}

export function subscriptionWire(context: Context, subscription: Subscription) {
  const { id, term, created, daysUntilDue } = subscription
  const { pause = null, discounts = [], taxRates = [], schedule = null } = subscription
  const now = context.now()
  const items = itemsOf(subscription).map((item) => itemWire(context, subscription, item))
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: term.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: term.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: subscription.canceledAt === null ? null : 'cancellation_requested',
    },
    collection_method: daysUntilDue === undefined ? 'charge_automatically' : 'send_invoice',
    created,
    currency: getOffer(context, subscription.price).currency.toLowerCase(),
    customer: subscription.customer,
    customer_account: null,
    days_until_due: daysUntilDue ?? null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: taxRates.map(taxRateWire),
    description: null,
    discounts: discounts.map((one) => one.id),
    ended_at: term.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: list(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: pause && { behavior: pause.behavior, resumes_at: pause.resumesAt },
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule,
    start_date: created,
    status: statusOf(subscription, now),
    test_clock: null,
    transfer_data: null,
    trial_end: term.trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: term.trialStart,
  } satisfies Wire<Stripe.Subscription>
}
