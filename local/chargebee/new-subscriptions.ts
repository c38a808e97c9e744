/** Subscriptions that are created by an API call. */
import * as z from 'zod'
import { wholeNumber } from '@/local/vendors/form'
import type { Context } from '@/local/vendors/context'
import { startTerm, trialEndAfter } from '@/local/vendors/term'
import { findOffer, trialDaysOf, typeOf } from './wire'
import { jsonOf, activeCustomer } from './customers'
import { missing, ApiError } from './requests'
import type { Invoice, Subscription } from './records'
import { startSubscription } from './subscriptions'

export const subscriptionStart = z.strictObject({
  subscription_items: z.strictObject({
    item_price_id: z.array(z.string()).min(1).max(60),
    quantity: z.array(wholeNumber).optional(),
  }),
  trial_end: wholeNumber.optional(),
  auto_collection: z.enum(['on', 'off']).default('on'),
  meta_data: z.string().optional(),
})

/** Every customer has a working card; with `auto_collection` off the invoice stays open. */
export function createSubscription(
  context: Context,
  customerId: string,
  request: z.infer<typeof subscriptionStart>,
): { subscription: Subscription; invoice: Invoice | null } {
  const customer = activeCustomer(context, customerId)
  const { item_price_id: ids, quantity: quantities = [] } = request.subscription_items
  const items = ids.map((itemPrice, place) => {
    const offer = findOffer(context, itemPrice)
    if (!offer) throw missing('item_price', itemPrice)
    return { itemPrice, quantity: quantities[place] ?? 1, offer }
  })
  const plan = items.find(({ offer }) => typeOf(offer) === 'plan')
  if (!plan) {
    const message = 'A subscription needs a plan item price.'
    throw new ApiError(400, 'param_wrong_value', message, {
      param: 'subscription_items[item_price_id][0]',
      type: 'invalid_request',
    })
  }
  const now = context.now()
  const days = trialDaysOf(plan.offer)
  const byPlan = days > 0 ? trialEndAfter(now, days) : null
  const requestedEnd = request.trial_end === undefined ? byPlan : request.trial_end
  const trialEnd = requestedEnd !== null && requestedEnd > now ? requestedEnd : null
  const extraItems = items.filter((one) => one !== plan).map(({ itemPrice, quantity }) => ({ itemPrice, quantity }))
  const isUnpaid = request.auto_collection === 'off'
  return startSubscription(
    context,
    {
      customer: customer.id,
      itemPrice: plan.itemPrice,
      quantity: plan.quantity,
      ...(extraItems.length > 0 && { extraItems }),
      ...(request.meta_data !== undefined && { metaData: jsonOf(request.meta_data) }),
      term: { ...startTerm(now, plan.offer.interval, trialEnd), pastDue: isUnpaid && trialEnd === null },
    },
    isUnpaid ? 'payment_due' : 'paid',
  )
}
