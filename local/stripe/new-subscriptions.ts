/** Subscriptions that are created by an API call. */
import * as z from 'zod'
import { wholeNumber } from '@/local/vendors/form'
import { type Context, newId } from '@/local/vendors/context'
import { startTerm, trialEndAfter } from '@/local/vendors/term'
import { findOffer, getOffer } from './catalogue'
import { findCustomer } from './customers'
import { expand, merged, metadata, missingParam, ApiError } from './requests'
import type { Item } from './records'
import { subscriptionWire } from './subscription-wire'
import { startSubscription } from './subscriptions'

export const subscriptionStart = z.strictObject({
  customer: z.string(),
  items: z
    .array(z.strictObject({ price: z.string(), quantity: wholeNumber.default(1) }))
    .min(1)
    .max(20),
  metadata: metadata.optional(),
  trial_period_days: wholeNumber.pipe(z.number().min(1).max(730)).optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: wholeNumber.optional(),
  expand,
})

/** Every customer has a working card; an invoice that is sent stays open. */
export function createSubscription(context: Context, request: z.infer<typeof subscriptionStart>): object {
  findCustomer(context, request.customer, 'customer')
  const isSent = request.collection_method === 'send_invoice'
  if (isSent && request.days_until_due === undefined) {
    const message = 'If `collection_method` is `send_invoice` you must pass `days_until_due`.'
    throw new ApiError(400, message, { param: 'days_until_due' })
  }
  const items = request.items.map(({ price, quantity }, place): Item => {
    if (!findOffer(context, price)) throw missingParam('price', price, `items[${place}][price]`)
    return { itemId: newId('si_', 14), price, quantity }
  })
  const [{ price, quantity } = { price: '', quantity: 1 }, ...extraItems] = items
  const { interval } = getOffer(context, price)
  const days = request.trial_period_days
  const subscription = startSubscription(
    context,
    {
      customer: request.customer,
      price,
      quantity,
      ...(extraItems.length > 0 && { extraItems }),
      ...(isSent && { daysUntilDue: request.days_until_due }),
      metadata: merged({}, request.metadata),
      term: startTerm(context.now(), interval, days === undefined ? null : trialEndAfter(context.now(), days)),
    },
    isSent ? 'open' : 'paid',
  )
  context.changed()
  return subscriptionWire(context, subscription)
}
