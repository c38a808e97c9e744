/** Subscriptions made by an API call. */
import * as z from 'zod'
import { type Context, newId } from '@/local/vendors/context'
import { startTerm, trialEndAfter } from '@/local/vendors/term'
import { createPrice, findOffer, priceData, getOffer } from './catalogue'
import { findCustomer } from './customers'
import { expand, flag, merged, metadata, missingParam, ApiError, wholeNumber } from './requests'
import type { Item } from './records'
import { subscriptionWire } from './subscription-wire'
import { scheduleEnd, startSubscription } from './subscriptions'

/** Parameters without an effect here are accepted and ignored. */
export const subscriptionStart = z.strictObject({
  customer: z.string(),
  items: z
    .array(
      z.strictObject({
        price: z.string().optional(),
        price_data: priceData.optional(),
        quantity: wholeNumber.default(1),
        metadata: metadata.optional(),
      }),
    )
    .min(1)
    .max(20),
  metadata: metadata.optional(),
  trial_period_days: wholeNumber.pipe(z.number().min(1).max(730)).optional(),
  trial_end: wholeNumber.optional(),
  cancel_at: wholeNumber.optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: wholeNumber.optional(),
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

/** Every customer has a working card, unless the payment is to wait for the person. */
export function createSubscription(context: Context, request: z.infer<typeof subscriptionStart>): object {
  findCustomer(context, request.customer, 'customer')
  const isSent = request.collection_method === 'send_invoice'
  if (isSent && request.days_until_due === undefined) {
    const message = 'If `collection_method` is `send_invoice` you must pass `days_until_due`.'
    throw new ApiError(400, message, { param: 'days_until_due' })
  }
  const items = request.items.map(({ price, price_data: data, quantity }, place): Item => {
    const named = price ?? (data && createPrice(context, { ...data, active: true }).priceIds.stripe)
    if (named === undefined || !findOffer(context, named))
      throw missingParam('price', named ?? '', `items[${place}][price]`)
    return { itemId: newId('si_', 14), price: named, quantity }
  })
  const [{ price, quantity } = { price: '', quantity: 1 }, ...others] = items
  const { interval } = getOffer(context, price)
  const days = request.trial_period_days
  const trialEnd = days === undefined ? (request.trial_end ?? null) : trialEndAfter(context.now(), days)
  const isIncomplete = request.payment_behavior === 'default_incomplete' && trialEnd === null && !isSent
  const subscription = startSubscription(
    context,
    {
      customer: request.customer,
      price,
      quantity,
      ...(others.length > 0 && { others }),
      ...(isSent && { daysUntilDue: request.days_until_due }),
      metadata: merged({}, request.metadata),
      term: { ...startTerm(context.now(), interval, trialEnd), ...(isIncomplete && { held: 'incomplete' as const }) },
    },
    isSent || isIncomplete ? 'open' : 'paid',
  )
  if (request.cancel_at !== undefined) scheduleEnd(context, subscription, { at: request.cancel_at, byFlag: false })
  else if (request.cancel_at_period_end)
    scheduleEnd(context, subscription, { at: subscription.term.periodEnd, byFlag: true })
  context.changed()
  return subscriptionWire(context, subscription)
}
