/** Coupons, and rates of tax: what they are, and how they count for somebody. */
import * as z from 'zod'
import { bareRecord } from '@/local/vendors/bare-record'
import type { Desk } from '@/local/vendors/desk'
import { newId } from '@/local/vendors/ids'
import { expand, flag, metadata, whole } from './params'
import { missing, missingParam, Refusal } from './refusal'
import type { Coupon, Discount, TaxRate } from './records'

export const couponRequest = z.strictObject({
  id: z.string().optional(),
  percent_off: z.coerce.number().gt(0).max(100).optional(),
  amount_off: whole.optional(),
  currency: z.string().optional(),
  duration: z.enum(['once', 'repeating', 'forever']).default('once'),
  duration_in_months: whole.optional(),
  max_redemptions: whole.optional(),
  name: z.string().optional(),
  metadata: metadata.optional(),
  expand,
})

export function createCoupon(desk: Desk, request: z.infer<typeof couponRequest>): Coupon {
  if ((request.percent_off === undefined) === (request.amount_off === undefined)) {
    throw new Refusal(400, 'You must pass one of percent_off and amount_off.', 'parameter_missing', 'percent_off')
  }
  const coupon: Coupon = {
    id: request.id ?? newId('', 8),
    percentOff: request.percent_off ?? null,
    amountOff: request.amount_off ?? null,
    currency: request.currency ?? null,
    duration: request.duration,
    months: request.duration_in_months ?? null,
    name: request.name ?? null,
    created: desk.now(),
  }
  const coupons = (desk.state.stripe.coupons ??= bareRecord())
  coupons[coupon.id] = coupon
  desk.changed()
  return coupon
}

export function findCoupon(desk: Desk, id: string, param?: string): Coupon {
  const found = desk.state.stripe.coupons?.[id]
  if (!found) throw param ? missingParam('coupon', id, param) : missing('coupon', id)
  return found
}

export const taxRateRequest = z.strictObject({
  display_name: z.string(),
  percentage: z.coerce.number().min(0).max(100),
  inclusive: flag,
  country: z.string().optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  expand,
})

export function createTaxRate(desk: Desk, request: z.infer<typeof taxRateRequest>): TaxRate {
  const { display_name: name, percentage, inclusive } = request
  const rate: TaxRate = { id: newId('txr_'), name, percentage, inclusive, created: desk.now() }
  const rates = (desk.state.stripe.taxRates ??= bareRecord())
  rates[rate.id] = rate
  desk.changed()
  return rate
}

/** A coupon as it counts for a subscription, or for all that a customer has. */
export function discountOf(desk: Desk, coupon: string, customer: string, subscription: string | null): Discount {
  const { duration, months } = findCoupon(desk, coupon, 'discounts[0][coupon]')
  const end = new Date(desk.now() * 1000)
  end.setUTCMonth(end.getUTCMonth() + (months ?? 0))
  const until = duration === 'repeating' ? Math.floor(end.getTime() / 1000) : null
  return { id: newId('di_'), coupon, customer, subscription, start: desk.now(), end: until }
}

/** @throws {Refusal} 400 for a rate that is not there */
export function findTaxRate(desk: Desk, id: string): TaxRate {
  const found = desk.state.stripe.taxRates?.[id]
  if (!found) throw missingParam('tax rate', id, 'default_tax_rates')
  return found
}
