/** Items for the next invoice, and schedules. */
import * as z from 'zod'
import { bareRecord } from '@/local/vendors/bare-record'
import type { Desk } from '@/local/vendors/desk'
import { newId } from '@/local/vendors/ids'
import { invoiceItemWire, scheduleWire } from './adjustment-wire'
import { findCustomer } from './customers'
import { emit } from './events'
import { expand, flag, listing, metadata, signed } from './params'
import { missing, Refusal } from './refusal'
import type { InvoiceItem, Schedule } from './records'
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
