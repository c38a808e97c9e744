/** Item prices: those of the sample catalogue, and those that were created by a call. */
import type { ItemPrice } from 'chargebee'
import { type Offer, offerByItemPrice, offers, trialDays } from '@/local/vendors/catalogue'
import type { Context } from '@/local/vendors/context'
import { trialEndAfter } from '@/local/vendors/term'
import type { CreatedItemPrice } from './records'
import { matches, missing, type Filter } from './requests'

const isCreated = (offer: Offer): offer is CreatedItemPrice => offer.product !== undefined

export const typeOf = (offer: Offer) => (isCreated(offer) ? offer.type : 'plan')

const trialDaysOf = (offer: Offer) => (isCreated(offer) ? 0 : trialDays)

export const itemPriceWire = (offer: Offer) =>
  ({
    id: offer.priceIds.chargebee,
    name: `${offer.name} ${offer.currency}`,
    item_id: offer.product ?? `plan-${offer.key}`,
    status: 'active',
    external_name: offer.name,
    pricing_model: 'flat_fee',
    price: offer.amount,
    period: 1,
    currency_code: offer.currency,
    period_unit: offer.interval,
    ...(trialDaysOf(offer) > 0 && {
      trial_period: trialDaysOf(offer),
      trial_period_unit: 'day' as const,
      trial_end_action: 'activate_subscription' as const,
    }),
    item_type: typeOf(offer),
  }) satisfies Partial<ItemPrice>

export const findOffer = (context: Context, itemPrice: string): Offer | undefined =>
  context.state.chargebee.itemPrices[itemPrice] ?? offerByItemPrice(itemPrice)

/** @throws for an unknown price; prices are never removed */
export function getOffer(context: Context, itemPrice: string): Offer {
  const offer = findOffer(context, itemPrice)
  if (!offer) throw missing('item_price', itemPrice)
  return offer
}

/** @param wanted end of the trial by the caller. Seconds; null without a trial. */
export function trialEndOf(context: Context, itemPrice: string, wanted: number | null): number | null {
  const now = context.now()
  if (wanted !== null) return wanted > now ? wanted : null
  const days = trialDaysOf(getOffer(context, itemPrice))
  return days > 0 ? trialEndAfter(now, days) : null
}

type Fields = {
  id: string
  name: string
  item_id: string
  currency_code: string
  price: number
  period_unit: 'month' | 'year'
}

/** Items are not stored: the one of an addon has an id that begins with `addon-`. */
export function createItemPrice(context: Context, fields: Fields): CreatedItemPrice {
  const { id, name, item_id: product, currency_code: currency, price: amount, period_unit: interval } = fields
  const priceIds = { stripe: id, chargebee: id }
  const type = product.startsWith('addon-') ? 'addon' : 'plan'
  const itemPrice: CreatedItemPrice = { key: id, name, interval, amount, currency, priceIds, product, type }
  context.state.chargebee.itemPrices[id] = itemPrice
  context.changed()
  return itemPrice
}

export const listItemPrices = (context: Context, type: Filter) =>
  [...offers, ...Object.values(context.state.chargebee.itemPrices)]
    .filter((offer) => matches(type, typeOf(offer)))
    .map((offer) => ({ item_price: itemPriceWire(offer) }))
