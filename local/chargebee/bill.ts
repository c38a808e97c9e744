import type { Estimate as SdkEstimate } from 'chargebee'
import type { Desk } from '@/local/vendors/desk'
import { soldOffer } from './catalogue-wire'
import type { Bill, Subscription } from './records'
import { wrongState } from './refusal'
import { itemsOf, periodAmount, statusOf } from './subscription-wire'

/** What a customer has left that pays for invoices. */
export const creditsOf = (desk: Desk, { customer }: Pick<Subscription, 'customer'>): number => {
  const {
    promotionalCredits = 0,
    refundableCredits = 0,
    excessPayments = 0,
  } = desk.state.chargebee.customers[customer] ?? {}
  return promotionalCredits + refundableCredits + excessPayments
}

/** What the invoice of a period comes to. Amounts are in hundredths. */
export function billOf(desk: Desk, subscription: Subscription): Bill {
  const subTotal = periodAmount(desk, subscription)
  let total = subTotal
  for (const id of subscription.coupons ?? []) {
    const { percentage, amount = 0 } = desk.state.chargebee.coupons?.[id] ?? {}
    total -= percentage === undefined ? amount : Math.round((total * percentage) / 100)
  }
  total = Math.max(0, total)
  return { subTotal, discount: subTotal - total, total, creditsApplied: Math.min(total, creditsOf(desk, subscription)) }
}

/** An invoice takes credits, and the coupons that count once. */
export function useUp(desk: Desk, subscription: Subscription, { creditsApplied }: Bill): void {
  const { customers, coupons = {} } = desk.state.chargebee
  const customer = customers[subscription.customer]
  let left = creditsApplied
  for (const name of ['promotionalCredits', 'refundableCredits', 'excessPayments'] as const) {
    const taken = Math.min(left, customer?.[name] ?? 0)
    if (customer && taken > 0) customer[name] = (customer[name] ?? 0) - taken
    left -= taken
  }
  subscription.coupons = subscription.coupons?.filter((id) => coupons[id]?.duration !== 'one_time')
}

/** Whether the next renewal falls into a pause that is planned. */
export const pausesFirst = ({ pauseDate, term }: Subscription) => pauseDate !== undefined && pauseDate <= term.periodEnd

/** What the next renewal would come to. */
export function renewalEstimate(desk: Desk, subscription: Subscription, ignoresEnd: boolean): SdkEstimate {
  const { id, term, customer, itemPrice } = subscription
  const status = statusOf(subscription, desk.now())
  if (status === 'cancelled' || status === 'paused') throw wrongState(`The subscription is ${status}.`)
  if (term.cancelAt !== null && term.cancelAt <= term.periodEnd && !ignoresEnd) {
    throw wrongState('The subscription does not renew.')
  }
  const { subTotal, discount, total, creditsApplied } = billOf(desk, subscription)
  const { currency } = soldOffer(desk, itemPrice)
  return {
    created_at: desk.now(),
    subscription_estimate: { id, currency_code: currency, status, next_billing_at: term.periodEnd },
    invoice_estimate: {
      recurring: true,
      price_type: 'tax_inclusive',
      currency_code: currency,
      sub_total: subTotal,
      total,
      credits_applied: creditsApplied,
      amount_paid: 0,
      amount_due: total - creditsApplied,
      line_items: itemsOf(desk, subscription).map((one, place) => ({
        id: `li_${id}_${place}`,
        subscription_id: id,
        date_from: term.periodEnd,
        date_to: term.periodEnd,
        unit_amount: one.unitPrice,
        quantity: one.quantity,
        amount: one.unitPrice * one.quantity,
        pricing_model: 'flat_fee',
        is_taxed: false,
        tax_amount: 0,
        description: soldOffer(desk, one.itemPrice).name,
        entity_type: place === 0 ? 'plan_item_price' : 'addon_item_price',
        entity_id: one.itemPrice,
        customer_id: customer,
      })),
      ...(discount > 0 && { discounts: [{ amount: discount, entity_type: 'document_level_coupon' }] }),
      customer_id: customer,
    },
  }
}
