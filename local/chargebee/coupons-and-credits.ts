import type { Coupon as SdkCoupon, PromotionalCredit as SdkCredit } from 'chargebee'
import * as z from 'zod'
import { wholeNumber } from '@/local/vendors/form'
import { nullPrototypeRecord, type Context, newId } from '@/local/vendors/context'
import { activeCustomer } from './customers'
import { emitAbout, nextVersion } from './events'
import type { Coupon } from './records'
import { missing, text } from './requests'
import { customerWire } from './wire'

export const couponRequest = z.strictObject({
  id: z.string(),
  name: z.string(),
  discount_type: z.literal('percentage').default('percentage'),
  discount_percentage: z.coerce.number().gt(0).max(100),
  apply_on: z.literal('invoice_amount').default('invoice_amount'),
  duration_type: z.enum(['one_time', 'forever']).default('forever'),
})

export function createCoupon(context: Context, request: z.infer<typeof couponRequest>): Coupon {
  const { id, name, discount_percentage: percentage, duration_type: duration } = request
  const coupon: Coupon = { id, name, percentage, duration, created: context.now() }
  const coupons = (context.state.chargebee.coupons ??= nullPrototypeRecord())
  coupons[id] = coupon
  context.changed()
  return coupon
}

export function assertCoupon(context: Context, id: string): void {
  if (!context.state.chargebee.coupons?.[id]) throw missing('coupon', id)
}

export const couponWire = (coupon: Coupon) =>
  ({
    id: coupon.id,
    name: coupon.name,
    discount_type: 'percentage',
    discount_percentage: coupon.percentage,
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
})

export function addCredits(context: Context, request: z.infer<typeof creditRequest>): object {
  const customer = activeCustomer(context, request.customer_id)
  const { amount } = request
  const closingBalance = (customer.promotionalCredits ?? 0) + amount
  customer.promotionalCredits = closingBalance
  customer.version = nextVersion(context)
  context.changed()
  const credit = {
    id: newId('', 16),
    customer_id: customer.id,
    type: 'increment',
    amount,
    currency_code: request.currency_code ?? 'USD',
    description: request.description,
    credit_type: 'general',
    closing_balance: closingBalance,
    created_at: context.now(),
  } satisfies SdkCredit
  const done = { customer: customerWire(customer), promotional_credit: credit }
  emitAbout(context, 'promotional_credits_added', done)
  return done
}
