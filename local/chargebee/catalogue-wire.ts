import type { Item as SdkItem, ItemFamily, ItemPrice } from 'chargebee'
import { catalogueMade, offerByItemPrice, trialDays, type Offer } from '@/local/vendors/catalogue'
import type { Desk } from '@/local/vendors/desk'
import type { Family, Item, MadeItemPrice } from './records'

export const familyId = 'unhurried'

export const itemId = (offer: Offer) => offer.product ?? `plan-${offer.key}`

const isMade = (offer: Offer): offer is MadeItemPrice => offer.product !== undefined

export const typeOf = (offer: Offer) => (isMade(offer) ? offer.type : 'plan')

export const trialDaysOf = (offer: Offer) => (isMade(offer) ? offer.trialDays : trialDays)

const secondsOf = (version: number) => Math.floor(version / 1000) || catalogueMade

export const familyWire = ({ id, name, version }: Family) =>
  ({
    id,
    name,
    status: 'active',
    resource_version: version,
    updated_at: secondsOf(version),
    channel: 'web',
    deleted: false,
  }) satisfies Partial<ItemFamily>

export const itemWire = ({ id, name, type, family, version }: Item) =>
  ({
    id,
    name,
    external_name: name,
    status: 'active',
    resource_version: version || catalogueMade * 1000,
    updated_at: secondsOf(version),
    item_family_id: family,
    type,
    is_shippable: false,
    is_giftable: false,
    enabled_for_checkout: true,
    enabled_in_portal: true,
    item_applicability: 'all',
    metered: false,
    channel: 'web',
    deleted: false,
  }) satisfies Partial<SdkItem>

export const itemPriceWire = (offer: Offer) =>
  ({
    id: offer.itemPriceId,
    name: isMade(offer) ? offer.name : `${offer.name} ${offer.currency}`,
    item_family_id: isMade(offer) ? offer.family : familyId,
    item_id: itemId(offer),
    status: isMade(offer) ? offer.status : ('active' as const),
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
    free_quantity: 0,
    channel: 'web',
    resource_version: isMade(offer) ? offer.version : catalogueMade * 1000,
    updated_at: secondsOf(isMade(offer) ? offer.version : 0),
    created_at: secondsOf(isMade(offer) ? offer.version : 0),
    is_taxable: true,
    item_type: typeOf(offer),
    show_description_in_invoices: false,
    show_description_in_quotes: false,
    deleted: false,
  }) satisfies Partial<ItemPrice> & { object?: string }

/** An item price of the catalogue, or one that a caller has made. */
export const offerAt = (desk: Desk, itemPrice: string): Offer | undefined =>
  desk.state.chargebee.itemPrices[itemPrice] ?? offerByItemPrice(itemPrice)

/** An offer that the stand-in itself took into a record; prices are never removed. */
export function soldOffer(desk: Desk, itemPrice: string): Offer {
  const offer = offerAt(desk, itemPrice)
  if (!offer) throw new Error(`There is no item price ${itemPrice}.`)
  return offer
}
