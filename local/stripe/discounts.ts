/** Coupons, discounts and tax rates. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { flag, wholeNumber } from '@/local/vendors/form'
import { nullPrototypeRecord, type Context, newId } from '@/local/vendors/context'
import type { Coupon, Discount, TaxRate } from './records'
import { expand, metadata, missingParam, ApiError, type Wire } from './requests'

export const couponRequest = z.strictObject({
  id: z.string().optional(),
  percent_off: z.coerce.number().gt(0).max(100).optional(),
  amount_off: wholeNumber.optional(),
  currency: z.string().optional(),
  duration: z.enum(['once', 'forever']).default('once'),
  name: z.string().optional(),
  metadata: metadata.optional(),
  expand,
})

export function createCoupon(context: Context, request: z.infer<typeof couponRequest>): Coupon {
  if ((request.percent_off === undefined) === (request.amount_off === undefined)) {
    throw new ApiError(400, 'You must pass one of percent_off and amount_off.', {
      code: 'parameter_missing',
      param: 'percent_off',
    })
  }
  const coupon: Coupon = {
    id: request.id ?? newId('', 8),
    percentOff: request.percent_off ?? null,
    amountOff: request.amount_off ?? null,
    currency: request.currency ?? null,
    duration: request.duration,
    name: request.name ?? null,
    created: context.now(),
  }
  const coupons = (context.state.stripe.coupons ??= nullPrototypeRecord())
  coupons[coupon.id] = coupon
  context.changed()
  return coupon
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

export function createTaxRate(context: Context, request: z.infer<typeof taxRateRequest>): TaxRate {
  const { display_name: name, percentage, inclusive } = request
  const rate: TaxRate = { id: newId('txr_'), name, percentage, inclusive, created: context.now() }
  const rates = (context.state.stripe.taxRates ??= nullPrototypeRecord())
  rates[rate.id] = rate
  context.changed()
  return rate
}

type Owner = Pick<Discount, 'coupon' | 'customer' | 'subscription'>

export function discountOf(context: Context, { coupon, customer, subscription }: Owner): Discount {
  if (!context.state.stripe.coupons?.[coupon]) throw missingParam('coupon', coupon, 'discounts[0][coupon]')
  return { id: newId('di_'), coupon, customer, subscription, start: context.now() }
}

export function findTaxRate(context: Context, id: string): TaxRate {
  const taxRate = context.state.stripe.taxRates?.[id]
  if (!taxRate) throw missingParam('tax rate', id, 'default_tax_rates')
  return taxRate
}

export const couponWire = (coupon: Coupon) =>
  ({
    id: coupon.id,
    object: 'coupon',
    amount_off: coupon.amountOff,
    created: coupon.created,
    currency: coupon.currency,
    duration: coupon.duration,
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: coupon.name,
    percent_off: coupon.percentOff,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  }) satisfies Wire<Stripe.Coupon>

export const discountWire = (discount: Discount) =>
  ({
    id: discount.id,
    object: 'discount',
    checkout_session: null,
    customer: discount.customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: discount.coupon, type: 'coupon' },
    start: discount.start,
    subscription: discount.subscription,
    subscription_item: null,
  }) satisfies Wire<Stripe.Discount>

export const taxRateWire = (rate: TaxRate) =>
  ({
    id: rate.id,
    object: 'tax_rate',
    active: true,
    country: null,
    created: rate.created,
    description: null,
    display_name: rate.name,
    effective_percentage: null,
    flat_amount: null,
    inclusive: rate.inclusive,
    jurisdiction: null,
    jurisdiction_level: null,
    livemode: false,
    metadata: {},
    percentage: rate.percentage,
    rate_type: 'percentage',
    state: null,
    tax_type: null,
  }) satisfies Wire<Stripe.TaxRate>
