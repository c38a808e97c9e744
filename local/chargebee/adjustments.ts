/** Coupons, credits, item changes and pauses. */
import type { Coupon as SdkCoupon, PromotionalCredit as SdkCredit } from 'chargebee'
import * as z from 'zod'
import { nullPrototypeRecord, type Context, newId } from '@/local/vendors/context'
import { customerWire, findOffer, statusOf } from './wire'
import { activeCustomer } from './customers'
import { emit, emitAbout, nextVersion } from './events'
import { flag, missing, ApiError, text, wholeNumber, invalidState } from './requests'
import type { Coupon, Subscription } from './records'
import { bumpVersion } from './subscriptions'

export const couponRequest = z.strictObject({
  id: z.string(),
  name: z.string(),
  discount_type: z.enum(['fixed_amount', 'percentage']).default('percentage'),
  discount_percentage: z.coerce.number().gt(0).max(100).optional(),
  discount_amount: wholeNumber.optional(),
  currency_code: z.string().optional(),
  apply_on: z.enum(['invoice_amount', 'each_specified_item']).default('invoice_amount'),
  duration_type: z.enum(['one_time', 'forever', 'limited_period']).default('forever'),
  invoice_name: text(100),
})

export function createCoupon(context: Context, request: z.infer<typeof couponRequest>): Coupon {
  const coupon: Coupon = {
    id: request.id,
    name: request.name,
    ...(request.discount_percentage !== undefined && { percentage: request.discount_percentage }),
    ...(request.discount_amount !== undefined && { amount: request.discount_amount }),
    currency: request.currency_code,
    duration: request.duration_type,
    created: context.now(),
  }
  const coupons = (context.state.chargebee.coupons ??= nullPrototypeRecord())
  coupons[coupon.id] = coupon
  context.changed()
  return coupon
}

export function findCoupon(context: Context, id: string): Coupon {
  const coupon = context.state.chargebee.coupons?.[id]
  if (!coupon) throw missing('coupon', id)
  return coupon
}

export const couponWire = (coupon: Coupon) =>
  ({
    id: coupon.id,
    name: coupon.name,
    discount_type: coupon.percentage === undefined ? 'fixed_amount' : 'percentage',
    ...(coupon.percentage !== undefined && { discount_percentage: coupon.percentage }),
    ...(coupon.amount !== undefined && { discount_amount: coupon.amount }),
    ...(coupon.currency !== undefined && { currency_code: coupon.currency }),
    duration_type: coupon.duration,
    status: 'active',
    apply_discount_on: 'not_applicable',
    apply_on: 'invoice_amount',
    created_at: coupon.created,
    deleted: false,
  }) satisfies SdkCoupon

export const creditRequest = z.strictObject({
  customer_id: z.string(),
  amount: wholeNumber,
  currency_code: text(3),
  description: z.string(),
  credit_type: text(50),
  reference: text(500),
})

export function changeCredits(
  context: Context,
  how: 'add' | 'deduct' | 'set',
  request: z.infer<typeof creditRequest>,
): object {
  const customer = activeCustomer(context, request.customer_id)
  const before = customer.promotionalCredits ?? 0
  const { amount } = request
  const after = how === 'set' ? amount : how === 'add' ? before + amount : before - amount
  if (after < 0)
    throw new ApiError(400, 'invalid_request', 'There are fewer credits.', { param: 'amount', type: 'invalid_request' })
  customer.promotionalCredits = after
  customer.version = nextVersion(context)
  context.changed()
  const credit = {
    id: newId('', 16),
    customer_id: customer.id,
    type: after < before ? 'decrement' : 'increment',
    amount: Math.abs(after - before),
    currency_code: request.currency_code ?? 'USD',
    description: request.description,
    credit_type: 'general',
    closing_balance: after,
    created_at: context.now(),
  } satisfies SdkCredit
  const done = { customer: customerWire(customer), promotional_credit: credit }
  emitAbout(context, after < before ? 'promotional_credits_deducted' : 'promotional_credits_added', done)
  return done
}

const several = <T extends z.ZodType>(one: T) => z.array(one).optional()

export const itemsUpdate = z.strictObject({
  subscription_items: z
    .strictObject({
      item_price_id: z.array(z.string()),
      quantity: several(wholeNumber),
      unit_price: several(wholeNumber),
      item_type: several(z.string()),
    })
    .optional(),
  coupon_ids: several(z.string()),
  replace_coupon_list: flag.optional(),
  replace_items_list: flag.optional(),
  billing_cycles: wholeNumber.optional(),
  auto_collection: z.enum(['on', 'off']).optional(),
  end_of_term: flag.optional(),
  prorate: flag.optional(),
  invoice_immediately: flag.optional(),
  force_term_reset: flag.optional(),
})

/** Affects the next invoices; the current term is not charged or credited. */
export function updateForItems(
  context: Context,
  subscription: Subscription,
  change: z.infer<typeof itemsUpdate>,
): void {
  if (subscription.term.endedAt !== null) throw invalidState('A cancelled subscription cannot be changed.')
  const { item_price_id: ids = [], quantity = [], unit_price: prices = [] } = change.subscription_items ?? {}
  if (change.replace_items_list) subscription.others = []
  for (const [place, id] of ids.entries()) {
    if (!findOffer(context, id)) {
      const param = `subscription_items[item_price_id][${place}]`
      throw new ApiError(404, 'resource_not_found', `${id} not found`, { param, type: 'invalid_request' })
    }
    const item = { itemPrice: id, quantity: quantity[place] ?? 1, unitPrice: prices[place] }
    if (id === subscription.itemPrice || (place === 0 && change.replace_items_list)) {
      Object.assign(subscription, { ...item, unitPrice: item.unitPrice ?? subscription.unitPrice })
    } else subscription.others = [...(subscription.others ?? []), item]
  }
  for (const id of change.coupon_ids ?? []) findCoupon(context, id)
  const kept = change.replace_coupon_list ? [] : (subscription.coupons ?? [])
  if (change.coupon_ids) subscription.coupons = [...new Set([...kept, ...change.coupon_ids])]
  if (change.billing_cycles !== undefined) subscription.remainingCycles = change.billing_cycles
  if (change.auto_collection) subscription.collectsByHand = change.auto_collection === 'off'
  bumpVersion(context, subscription)
  emit(context, 'subscription_changed', subscription)
}

export const pauseRequest = z.strictObject({
  pause_option: z.enum(['immediately', 'end_of_term', 'specific_date']).default('end_of_term'),
  pause_date: wholeNumber.optional(),
  resume_date: wholeNumber.optional(),
  unbilled_charges_handling: text(50),
  invoice_dunning_handling: text(50),
})

export function pause(context: Context, subscription: Subscription, request: z.infer<typeof pauseRequest>): void {
  const { term } = subscription
  const status = statusOf(subscription, context.now())
  if (status !== 'active') throw invalidState(`Only an active subscription can be paused. This one is ${status}.`)
  const { pause_option: option, pause_date: date } = request
  const at = option === 'immediately' ? context.now() : option === 'specific_date' ? date : term.periodEnd
  subscription.pauseDate = at ?? term.periodEnd
  subscription.resumeDate = request.resume_date
  if (option === 'immediately') term.held = 'paused'
  bumpVersion(context, subscription)
  emit(context, option === 'immediately' ? 'subscription_paused' : 'subscription_pause_scheduled', subscription)
}

export const resumeRequest = z.strictObject({
  resume_option: z.enum(['immediately', 'specific_date']).default('immediately'),
  resume_date: wholeNumber.optional(),
  charges_handling: text(50),
})

export function resume(context: Context, subscription: Subscription, request: z.infer<typeof resumeRequest>): void {
  if (subscription.term.held !== 'paused') throw invalidState('The subscription is not paused.')
  if (request.resume_option === 'specific_date') subscription.resumeDate = request.resume_date
  else {
    subscription.term.held = undefined
    subscription.pauseDate = undefined
    subscription.resumeDate = undefined
  }
  bumpVersion(context, subscription)
  emit(context, 'subscription_resumed', subscription)
}
