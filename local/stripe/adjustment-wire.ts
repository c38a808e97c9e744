import type { Stripe } from 'stripe'
import type { Desk } from '@/local/vendors/desk'
import { soldOffer } from './catalogue-wire'
import type { Coupon, Discount, InvoiceItem, Schedule, TaxRate } from './records'
import type { Wire } from './wire'

export const couponWire = (coupon: Coupon) =>
  ({
    id: coupon.id,
    object: 'coupon',
    amount_off: coupon.amountOff,
    created: coupon.created,
    currency: coupon.currency,
    duration: coupon.duration,
    duration_in_months: coupon.months,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: coupon.name,
    percent_off: coupon.percentOff,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  }) satisfies Wire<Stripe.Coupon>

export const discountWire = (discount: Discount) =>
  ({
    id: discount.id,
    object: 'discount',
    checkout_session: null,
    customer: discount.customer,
    customer_account: null,
    end: discount.end,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: discount.coupon, type: 'coupon' },
    start: discount.start,
    subscription: discount.subscription,
    subscription_item: null,
  }) satisfies Wire<Stripe.Discount>

export const taxRateWire = (rate: TaxRate) =>
  ({
    id: rate.id,
    object: 'tax_rate',
    active: true,
    country: null,
    created: rate.created,
    description: null,
    display_name: rate.name,
    effective_percentage: null,
    flat_amount: null,
    inclusive: rate.inclusive,
    jurisdiction: null,
    jurisdiction_level: null,
    livemode: false,
    metadata: {},
    percentage: rate.percentage,
    rate_type: 'percentage',
    state: null,
    tax_type: null,
  }) satisfies Wire<Stripe.TaxRate>

export const invoiceItemWire = (item: InvoiceItem) =>
  ({
    id: item.id,
    object: 'invoiceitem',
    amount: item.amount,
    currency: item.currency,
    customer: item.customer,
    customer_account: null,
    date: item.created,
    description: item.description,
    discountable: true,
    discounts: [],
    invoice: item.invoice,
    livemode: false,
    metadata: {},
    parent: item.subscription && {
      subscription_details: { subscription: item.subscription, subscription_item: null },
      type: 'subscription_details',
    },
    period: { start: item.created, end: item.created },
    pricing: null,
    proration: false,
    quantity: 1,
    quantity_decimal: '1',
    tax_rates: [],
    test_clock: null,
  }) satisfies Wire<Stripe.InvoiceItem>

/** A schedule with the one phase in which its subscription is. */
export function scheduleWire(desk: Desk, schedule: Schedule) {
  const subscription = desk.state.stripe.subscriptions[schedule.subscription]
  if (!subscription) throw new Error('a schedule without a subscription')
  const { term, price, quantity } = subscription
  const offer = soldOffer(desk, price)
  const isActive = schedule.status === 'active'
  const common = {
    application_fee_percent: null,
    billing_cycle_anchor: 'automatic',
    billing_thresholds: null,
    collection_method: 'charge_automatically',
    default_payment_method: null,
    description: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      days_until_due: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    on_behalf_of: null,
    transfer_data: null,
  } as const
  return {
    id: schedule.id,
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: null, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: schedule.created,
    current_phase: isActive ? { start_date: term.periodStart, end_date: term.periodEnd } : null,
    customer: schedule.customer,
    customer_account: null,
    default_settings: common,
    end_behavior: schedule.endBehavior,
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      {
        ...common,
        add_invoice_items: [],
        currency: offer.currency.toLowerCase(),
        discounts: [],
        end_date: term.periodEnd,
        items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity }],
        metadata: {},
        proration_behavior: 'create_prorations',
        start_date: term.periodStart,
        trial_end: term.trialEnd,
      },
    ],
    released_at: isActive ? null : desk.now(),
    released_subscription: isActive ? null : schedule.subscription,
    status: schedule.status,
    subscription: isActive ? schedule.subscription : null,
    test_clock: null,
  } satisfies Wire<Stripe.SubscriptionSchedule>
}
