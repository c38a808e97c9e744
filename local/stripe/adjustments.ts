/** Invoice items and subscription schedules. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { bareRecord, type Desk, newId } from '@/local/vendors/context'
import { soldOffer } from './catalogue'
import { findCustomer } from './customers'
import { emit } from './events'
import type { InvoiceItem, Schedule } from './records'
import { expand, flag, listing, metadata, missing, Refusal, signed, type Wire } from './requests'
import { findSubscription, tellOfSubscription } from './subscriptions'

export const invoiceItemRequest = z.strictObject({
  customer: z.string(),
  subscription: z.string().optional(),
  amount: signed,
  currency: z.string().default('usd'),
  description: z.string().optional(),
  metadata: metadata.optional(),
  expand,
})

export function createInvoiceItem(desk: Desk, request: z.infer<typeof invoiceItemRequest>): object {
  findCustomer(desk, request.customer, 'customer')
  if (request.subscription !== undefined) findSubscription(desk, request.subscription)
  const item: InvoiceItem = {
    id: newId('ii_'),
    customer: request.customer,
    subscription: request.subscription ?? null,
    amount: request.amount,
    currency: request.currency,
    description: request.description ?? null,
    created: desk.now(),
    invoice: null,
  }
  const items = (desk.state.stripe.invoiceItems ??= bareRecord())
  items[item.id] = item
  desk.changed()
  emit(desk, 'invoiceitem.created', invoiceItemWire(item))
  return invoiceItemWire(item)
}

export function deleteInvoiceItem(desk: Desk, id: string): object {
  const items = desk.state.stripe.invoiceItems ?? {}
  const found = items[id]
  if (!found || found.invoice !== null) throw missing('invoiceitem', id)
  delete items[id]
  desk.changed()
  emit(desk, 'invoiceitem.deleted', invoiceItemWire(found))
  return { id, object: 'invoiceitem', deleted: true }
}

export const invoiceItemListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  pending: flag.optional(),
})

export const listInvoiceItems = (desk: Desk, query: z.infer<typeof invoiceItemListing>): object[] =>
  Object.values(desk.state.stripe.invoiceItems ?? {})
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.pending === undefined || (one.invoice === null) === query.pending)
    .toReversed()
    .map(invoiceItemWire)

export const scheduleRequest = z.strictObject({
  from_subscription: z.string(),
  metadata: metadata.optional(),
  expand,
})

/** Puts a subscription under a schedule: from then on its end is the schedule's to decide. */
export function createSchedule(desk: Desk, { from_subscription: id }: z.infer<typeof scheduleRequest>): object {
  const subscription = findSubscription(desk, id)
  if (subscription.schedule) {
    throw new Refusal(400, `You cannot migrate a subscription that is already attached to a schedule: ${id}.`)
  }
  const schedule: Schedule = {
    id: newId('sub_sched_'),
    customer: subscription.customer,
    subscription: id,
    created: desk.now(),
    status: 'active',
    endBehavior: 'release',
  }
  const schedules = (desk.state.stripe.schedules ??= bareRecord())
  schedules[schedule.id] = schedule
  subscription.schedule = schedule.id
  desk.changed()
  tellOfSubscription(desk, 'updated', subscription)
  return scheduleWire(desk, schedule)
}

export function findSchedule(desk: Desk, id: string): Schedule {
  const found = desk.state.stripe.schedules?.[id]
  if (!found) throw missing('subscription_schedule', id)
  return found
}

export const scheduleUpdate = z.strictObject({
  end_behavior: z.enum(['release', 'cancel']).optional(),
  metadata: metadata.optional(),
  expand,
})

export function updateSchedule(desk: Desk, id: string, change: z.infer<typeof scheduleUpdate>): object {
  const schedule = findSchedule(desk, id)
  schedule.endBehavior = change.end_behavior ?? schedule.endBehavior
  desk.changed()
  return scheduleWire(desk, schedule)
}

/** Lets the subscription go on without its schedule. */
export function releaseSchedule(desk: Desk, id: string): object {
  const schedule = findSchedule(desk, id)
  if (schedule.status !== 'active') {
    throw new Refusal(
      400,
      `You cannot release a subscription schedule that is currently in the ${schedule.status} status.`,
    )
  }
  schedule.status = 'released'
  const subscription = findSubscription(desk, schedule.subscription)
  subscription.schedule = null
  desk.changed()
  tellOfSubscription(desk, 'updated', subscription)
  return scheduleWire(desk, schedule)
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
