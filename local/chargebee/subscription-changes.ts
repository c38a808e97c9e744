/** Changes of a subscription's items, and pauses. */
import * as z from 'zod'
import { wholeNumber } from '@/local/vendors/form'
import type { Context } from '@/local/vendors/context'
import { assertCoupon } from './coupons-and-credits'
import { emit } from './events'
import type { Subscription } from './records'
import { ApiError, invalidState } from './requests'
import { bumpVersion } from './subscriptions'
import { findOffer, statusOf } from './wire'

export const itemsUpdate = z.strictObject({
  subscription_items: z
    .strictObject({
      item_price_id: z.array(z.string()),
      quantity: z.array(wholeNumber).optional(),
      unit_price: z.array(wholeNumber).optional(),
    })
    .optional(),
  coupon_ids: z.array(z.string()).optional(),
  billing_cycles: wholeNumber.optional(),
})

/** Affects the next invoices; the current term is not charged or credited. */
export function updateForItems(
  context: Context,
  subscription: Subscription,
  change: z.infer<typeof itemsUpdate>,
): void {
  if (subscription.term.endedAt !== null) throw invalidState('A cancelled subscription cannot be changed.')
  const { item_price_id: ids = [], quantity = [], unit_price: prices = [] } = change.subscription_items ?? {}
  for (const [place, id] of ids.entries()) {
    if (!findOffer(context, id)) {
      const param = `subscription_items[item_price_id][${place}]`
      throw new ApiError(404, 'resource_not_found', `${id} not found`, { param, type: 'invalid_request' })
    }
    const item = { itemPrice: id, quantity: quantity[place] ?? 1, unitPrice: prices[place] }
    if (id === subscription.itemPrice) {
      Object.assign(subscription, { ...item, unitPrice: item.unitPrice ?? subscription.unitPrice })
    } else subscription.extraItems = [...(subscription.extraItems ?? []), item]
  }
  for (const id of change.coupon_ids ?? []) assertCoupon(context, id)
  if (change.coupon_ids) {
    subscription.coupons = [...new Set([...(subscription.coupons ?? []), ...change.coupon_ids])]
  }
  if (change.billing_cycles !== undefined) subscription.remainingCycles = change.billing_cycles
  bumpVersion(context, subscription)
  emit(context, 'subscription_changed', subscription)
}

export const pauseRequest = z.strictObject({
  pause_option: z.literal('end_of_term').default('end_of_term'),
  resume_date: wholeNumber.optional(),
})

export function pause(context: Context, subscription: Subscription, request: z.infer<typeof pauseRequest>): void {
  const status = statusOf(subscription, context.now())
  if (status !== 'active') throw invalidState(`Only an active subscription can be paused. This one is ${status}.`)
  subscription.pauseDate = subscription.term.periodEnd
  subscription.resumeDate = request.resume_date
  bumpVersion(context, subscription)
  emit(context, 'subscription_pause_scheduled', subscription)
}
