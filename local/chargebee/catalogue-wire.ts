import type { ItemPrice } from 'chargebee'
import { catalogueMade, offerByItemPrice, trialDays, type Offer } from '@/local/vendors/catalogue'

export const itemId = (offer: Offer) => `plan-${offer.key}`

export const itemPriceWire = (offer: Offer) =>
  ({
    id: offer.itemPriceId,
    name: `${offer.name} ${offer.currency}`,
    item_family_id: 'unhurried',
    item_id: itemId(offer),
    status: 'active',
    external_name: offer.name,
    pricing_model: 'flat_fee',
    price: offer.amount,
    period: 1,
    currency_code: offer.currency,
    period_unit: offer.interval,
    trial_period: trialDays,
    trial_period_unit: 'day',
    trial_end_action: 'activate_subscription',
    free_quantity: 0,
    channel: 'web',
    resource_version: catalogueMade * 1000,
    updated_at: catalogueMade,
    created_at: catalogueMade,
    is_taxable: true,
    item_type: 'plan',
    show_description_in_invoices: false,
    show_description_in_quotes: false,
    deleted: false,
  }) satisfies Partial<ItemPrice> & { object?: string }

/** An offer that the stand-in itself took into a record; prices are never removed from the catalogue. */
export function soldOffer(itemPrice: string): Offer {
  const offer = offerByItemPrice(itemPrice)
  if (!offer) throw new Error(`The catalogue has no item price ${itemPrice}.`)
  return offer
}
