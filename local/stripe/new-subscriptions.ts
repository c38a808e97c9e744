/** Subscriptions that are made by a call, and not by paying on a page. */
import * as z from 'zod'
import { type Desk, newId } from '@/local/vendors/context'
import { startTerm, trialEndAfter } from '@/local/vendors/term'
import { createPrice, offerAt, priceData, soldOffer } from './catalogue'
import { findCustomer } from './customers'
import { expand, flag, merged, metadata, missingParam, Refusal, whole } from './requests'
import type { Item } from './records'
import { subscriptionWire } from './subscription-wire'
import { scheduleEnd, startSubscription } from './subscriptions'

/** The parameters with which a subscription is made without a checkout; those that change nothing here are left. */
export const subscriptionStart = z.strictObject({
  customer: z.string(),
  items: z
    .array(
      z.strictObject({
        price: z.string().optional(),
        price_data: priceData.optional(),
        quantity: whole.default(1),
        metadata: metadata.optional(),
      }),
    )
    .min(1)
    .max(20),
  metadata: metadata.optional(),
  trial_period_days: whole.pipe(z.number().min(1).max(730)).optional(),
  trial_end: whole.optional(),
  cancel_at: whole.optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: whole.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
  currency: z.string().optional(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  off_session: flag.optional(),
  proration_behavior: z.string().optional(),
  expand,
})

/** Every customer here has a card that pays, unless the payment is to wait for the person. */
export function createSubscription(desk: Desk, request: z.infer<typeof subscriptionStart>): object {
  findCustomer(desk, request.customer, 'customer')
  const isSent = request.collection_method === 'send_invoice'
  if (isSent && request.days_until_due === undefined) {
    const words = 'If `collection_method` is `send_invoice` you must pass `days_until_due`.'
    throw new Refusal(400, words, undefined, 'days_until_due')
  }
  const items = request.items.map(({ price, price_data: data, quantity }, place): Item => {
    const named = price ?? (data && createPrice(desk, { ...data, active: true }).stripePriceId)
    if (named === undefined || !offerAt(desk, named)) throw missingParam('price', named ?? '', `items[${place}][price]`)
    return { itemId: newId('si_', 14), price: named, quantity }
  })
  const [{ price, quantity } = { price: '', quantity: 1 }, ...others] = items
  const { interval } = soldOffer(desk, price)
  const days = request.trial_period_days
  const trialEnd = days === undefined ? (request.trial_end ?? null) : trialEndAfter(desk.now(), days)
  const waits = request.payment_behavior === 'default_incomplete' && trialEnd === null && !isSent
  const subscription = startSubscription(
    desk,
    {
      customer: request.customer,
      price,
      quantity,
      ...(others.length > 0 && { others }),
      ...(isSent && { daysUntilDue: request.days_until_due }),
      metadata: merged({}, request.metadata),
      term: { ...startTerm(desk.now(), interval, trialEnd), ...(waits && { held: 'incomplete' as const }) },
    },
    isSent || waits ? 'open' : 'paid',
  )
  if (request.cancel_at !== undefined) scheduleEnd(desk, subscription, request.cancel_at, false)
  else if (request.cancel_at_period_end) scheduleEnd(desk, subscription, subscription.term.periodEnd, true)
  desk.changed()
  return subscriptionWire(desk, subscription)
}
