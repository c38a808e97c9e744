/** Invoice items and subscription schedules. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { flag } from '@/local/vendors/form'
import { nullPrototypeRecord, type Context, newId } from '@/local/vendors/context'
import { getOffer } from './catalogue'
import { findCustomer } from './customers'
import { emit } from './events'
import type { InvoiceItem, Schedule } from './records'
import { expand, listing, metadata, ApiError, signed, type Wire } from './requests'
import { findSubscription, emitSubscription } from './subscriptions'

export const invoiceItemRequest = z.strictObject({
  customer: z.string(),
  subscription: z.string().optional(),
  amount: signed,
  currency: z.string().default('usd'),
  description: z.string().optional(),
  metadata: metadata.optional(),
  expand,
})

export function createInvoiceItem(context: Context, request: z.infer<typeof invoiceItemRequest>): object {
  findCustomer(context, request.customer, 'customer')
  if (request.subscription !== undefined) findSubscription(context, request.subscription)
  const item: InvoiceItem = {
    id: newId('ii_'),
    customer: request.customer,
    subscription: request.subscription ?? null,
    amount: request.amount,
    currency: request.currency,
    description: request.description ?? null,
    created: context.now(),
    invoice: null,
  }
  const items = (context.state.stripe.invoiceItems ??= nullPrototypeRecord())
  items[item.id] = item
  context.changed()
  emit(context, 'invoiceitem.created', invoiceItemWire(item))
  return invoiceItemWire(item)
}

export const invoiceItemListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  pending: flag.optional(),
})

export const listInvoiceItems = (context: Context, query: z.infer<typeof invoiceItemListing>): object[] =>
  Object.values(context.state.stripe.invoiceItems ?? {})
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.pending === undefined || (one.invoice === null) === query.pending)
    .toReversed()
    .map(invoiceItemWire)

export const scheduleRequest = z.strictObject({
  from_subscription: z.string(),
  metadata: metadata.optional(),
  expand,
})

export function createSchedule(context: Context, { from_subscription: id }: z.infer<typeof scheduleRequest>): object {
  const subscription = findSubscription(context, id)
  if (subscription.schedule) {
    throw new ApiError(400, `You cannot migrate a subscription that is already attached to a schedule: ${id}.`)
  }
  const schedule: Schedule = {
    id: newId('sub_sched_'),
    customer: subscription.customer,
    subscription: id,
    created: context.now(),
  }
  const schedules = (context.state.stripe.schedules ??= nullPrototypeRecord())
  schedules[schedule.id] = schedule
  subscription.schedule = schedule.id
  context.changed()
  emitSubscription(context, 'updated', subscription)
  return scheduleWire(context, schedule)
}

const invoiceItemWire = (item: InvoiceItem) =>
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

function scheduleWire(context: Context, schedule: Schedule) {
  const subscription = context.state.stripe.subscriptions[schedule.subscription]
  if (!subscription) throw new Error('a schedule without a subscription')
  const { term, price, quantity } = subscription
  const offer = getOffer(context, price)
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
    current_phase: { start_date: term.periodStart, end_date: term.periodEnd },
    customer: schedule.customer,
    customer_account: null,
    default_settings: common,
    end_behavior: 'release',
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
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: schedule.subscription,
    test_clock: null,
  } satisfies Wire<Stripe.SubscriptionSchedule>
}
