/** Chargebee's objects, as its SDK types them. Amounts are in hundredths. */
import type {
  Card,
  Customer as SdkCustomer,
  HostedPage,
  Invoice as SdkInvoice,
  ItemPrice,
  Subscription as SdkSubscription,
} from 'chargebee'
import { trialDays, type Offer } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import { isTrialing, retrySeconds } from '@/local/vendors/term'
import { amountPaid, type Billing, type Dialect, type Happening } from '@/local/vendors/billing'
import {
  cardOf,
  type Checkout,
  type Customer,
  type Event,
  type Invoice,
  type Subscription,
} from '@/local/vendors/records'

export const itemPriceWire = (offer: Offer) =>
  ({
    id: offer.priceIds.chargebee,
    name: `${offer.name} ${offer.currency}`,
    item_id: offer.product ?? `plan-${offer.key}`,
    status: 'active',
    external_name: offer.name,
    price: offer.amount,
    period: 1,
    currency_code: offer.currency,
    period_unit: offer.interval,
    ...(offer.product === undefined && {
      trial_period: trialDays,
      trial_period_unit: 'day' as const,
      trial_end_action: 'activate_subscription' as const,
    }),
    item_type: 'plan',
  }) satisfies Partial<ItemPrice>

export const customerWire = ({ id, email, created, deleted }: Customer) =>
  ({
    id,
    ...(email !== null && { email }),
    auto_collection: 'on',
    created_at: created,
    deleted,
    promotional_credits: 0,
    unbilled_charges: 0,
  }) satisfies Partial<SdkCustomer>

export const cardWire = (subscription: Subscription) => {
  const { year, month } = cardOf(subscription)
  return {
    customer_id: subscription.customer,
    expiry_month: month,
    expiry_year: year,
    status: 'valid',
  } satisfies Partial<Card>
}

const pageStates = { open: 'created', complete: 'succeeded', expired: 'created', cancelled: 'cancelled' } as const

export const pageWire = ({ settings }: Context, { id, status, note, created, expiresAt }: Checkout) =>
  ({
    id,
    type: 'checkout_new',
    url: `${settings.origin}/pages/v4/${id}/checkout`,
    state: pageStates[status],
    ...(note !== null && { pass_thru_content: note }),
    created_at: created,
    expires_at: expiresAt,
  }) satisfies Partial<HostedPage>

export function chargebeeStatus({ term }: Subscription, now: number): SdkSubscription['status'] {
  if (term.endedAt !== null) return 'cancelled'
  if (term.resumesAt !== undefined && term.periodEnd <= now) return 'paused'
  if (term.suspension === 'paused' || term.suspension === 'future') return term.suspension
  if (isTrialing(term, now)) return 'in_trial'
  // A later end still renews until then.
  return term.cancelAt === null || term.cancelAt > term.periodEnd ? 'active' : 'non_renewing'
}

/** What depends on the status. */
function datesOf({ term, created, cancelledAt }: Subscription, status: SdkSubscription['status']) {
  const isRunning = status !== 'cancelled'
  const hasBegun = status !== 'future'
  const end = term.endedAt ?? term.cancelAt
  return {
    ...(hasBegun ? { started_at: created } : { start_date: term.periodEnd }),
    ...(hasBegun &&
      status !== 'in_trial' && {
        current_term_start: term.periodStart,
        current_term_end: term.periodEnd,
        activated_at: term.trialEnd ?? created,
      }),
    ...(isRunning &&
      (term.cancelAt === null || term.cancelAt > term.periodEnd) && {
        next_billing_at: term.resumesAt ?? term.periodEnd,
      }),
    ...(status === 'paused' && { pause_date: created }),
    ...(term.resumesAt !== undefined && { pause_date: term.periodEnd, resume_date: term.resumesAt }),
    ...(end !== null && { cancelled_at: end }),
    ...(isRunning && cancelledAt !== null && { cancel_schedule_created_at: cancelledAt }),
  }
}

export function subscriptionWire(billing: Billing, subscription: Subscription) {
  const { id, term, customer } = subscription
  const offer = billing.offerOf(subscription)
  const status = chargebeeStatus(subscription, billing.now())
  const dues = term.pastDue && status !== 'cancelled' ? offer.amount : 0
  return {
    id,
    billing_period: 1,
    billing_period_unit: offer.interval,
    customer_id: customer,
    status,
    currency_code: offer.currency,
    auto_collection: 'on',
    ...(subscription.isDiscounted && { coupons: [{ coupon_id: `coupon-${id}`, applied_count: 0 }] }),
    ...(term.trialStart !== null && { trial_start: term.trialStart }),
    ...(term.trialEnd !== null && { trial_end: term.trialEnd }),
    ...datesOf(subscription, status),
    created_at: subscription.created,
    has_scheduled_advance_invoices: false,
    deleted: billing.state.customers[customer]?.deleted ?? false,
    due_invoices_count: dues > 0 ? 1 : 0,
    ...(dues > 0 && { due_since: term.periodStart, total_dues: dues }),
    subscription_items: [
      {
        item_price_id: subscription.price,
        item_type: 'plan',
        quantity: 1,
        unit_price: offer.amount,
        amount: offer.amount,
        ...(term.trialEnd !== null && { trial_end: term.trialEnd }),
      },
    ],
  } satisfies Partial<SdkSubscription>
}

const invoiceStatus = { draft: 'pending', open: 'payment_due', paid: 'paid', void: 'voided' } as const

export const invoiceWire = (invoice: Invoice) =>
  ({
    id: invoice.id,
    customer_id: invoice.customer,
    subscription_id: invoice.subscription,
    status: invoiceStatus[invoice.status],
    date: invoice.created,
    currency_code: invoice.currency,
    tax: 0,
    total: invoice.full ?? invoice.amount,
    amount_due: invoice.status === 'paid' ? 0 : invoice.amount,
    amount_adjusted: 0,
    ...(invoice.status === 'open' &&
      !invoice.isFirst && { dunning_status: 'in_progress' as const, next_retry_at: invoice.created + retrySeconds }),
    amount_paid: amountPaid(invoice),
    write_off_amount: invoice.writtenOff ? invoice.amount : 0,
    credits_applied: (invoice.full ?? invoice.amount) - invoice.amount,
    line_items: [
      {
        id: `li_${invoice.id}`,
        amount: invoice.full ?? invoice.amount,
        subscription_id: invoice.subscription,
      },
    ] as SdkInvoice['line_items'],
    ...(invoice.isPaymentPending && {
      linked_payments: [
        { txn_id: `txn_${invoice.id}`, txn_status: 'in_progress' as const, applied_at: invoice.created },
      ] as SdkInvoice['linked_payments'],
    }),
    ...(invoice.refunds.length > 0 && {
      issued_credit_notes: invoice.refunds.map(({ id, amount }) => ({
        cn_id: id,
        cn_total: amount,
        cn_status: 'refunded' as const,
      })),
    }),
  }) satisfies Partial<SdkInvoice>

const eventTypes: Record<Happening, string | null> = {
  created: 'subscription_created',
  changed: 'subscription_changed',
  ended: 'subscription_cancelled',
  paid: 'payment_succeeded',
  unpaid: 'payment_failed',
  refunded: 'payment_refunded',
  'customer-deleted': 'customer_deleted',
  bought: null,
  'page-expired': null,
}

const webhookStatus = { pending: 'scheduled', arrived: 'succeeded' } as const

export const eventWire = ({ id, created, body, type }: Event, delivery: keyof typeof webhookStatus) => ({
  id,
  occurred_at: created,
  source: 'system',
  api_version: 'v2',
  content: body,
  event_type: type,
  webhook_status: webhookStatus[delivery],
})

/** @param billing the billing that uses this dialect */
export const chargebeeDialect = (billing: () => Billing): Dialect => ({
  name: 'chargebee',
  newIds: {
    customer: () => newId('', 16),
    checkout: () => newId('', 40),
    subscription: () => newId('', 16),
    invoice: () => newId('', 16),
  },
  billsTrials: false,
  isPastDueUnpaid: true,
  eventText: (event) => JSON.stringify(eventWire(event, 'pending')),
  event(_context, happening, { subscription, invoice, ...subject }) {
    const type = eventTypes[happening]
    const id = subscription?.customer ?? invoice?.customer ?? ''
    const customer = subject.customer ?? billing().state.customers[id]
    const body = {
      ...(subscription && { subscription: subscriptionWire(billing(), subscription) }),
      ...(customer && { customer: customerWire(customer) }),
      ...(invoice && { invoice: invoiceWire(invoice) }),
    }
    return type === null ? null : { type, body }
  },
})
