import type { Stripe } from 'stripe'
import { isTrialing } from '@/local/vendors/term'
import { planWire, priceWire, soldOffer } from './catalogue-wire'
import type { Subscription } from './records'
import { list, type Wire } from './wire'

export function statusOf({ term }: Subscription, now: number): Stripe.Subscription.Status {
  if (term.endedAt !== null) return 'canceled'
  if (term.held && term.held !== 'future') return term.held
  if (term.pastDue) return 'past_due'
  return isTrialing(term, now) ? 'trialing' : 'active'
}

export function subscriptionWire(subscription: Subscription, now: number) {
  const offer = soldOffer(subscription.price)
  const { id, term, created, quantity } = subscription
  const item = {
    id: subscription.itemId,
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
    collection_method: 'charge_automatically',
    created,
    currency: offer.currency.toLowerCase(),
    customer: subscription.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: term.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: list(`/v1/subscription_items?subscription=${id}`, [item]),
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: statusOf(subscription, now),
    test_clock: null,
    transfer_data: null,
    trial_end: term.trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: term.trialStart,
  } satisfies Wire<Stripe.Subscription>
}
