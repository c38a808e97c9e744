import type { Stripe } from 'stripe'
import { catalogueMade, offerByPrice, offers, plans, trialDays, type Offer, type Plan } from '@/local/vendors/catalogue'
import type { Desk } from '@/local/vendors/desk'
import type { MadePrice, Product } from './records'
import type { Wire } from './wire'

export const productId = (plan: Plan & { product?: string }) => plan.product ?? `prod_${plan.key}`

const isMade = (offer: Offer): offer is MadePrice => offer.product !== undefined

const catalogueProduct = (plan: Plan): Product => ({
  id: productId(plan),
  name: plan.name,
  description: 'A sample plan of the stand-in.',
  active: true,
  metadata: {},
  created: catalogueMade,
})

export const productWire = ({ id, name, description, active, metadata, created }: Product) =>
  ({
    id,
    object: 'product',
    active,
    created,
    default_price: offers.find((offer) => productId(offer) === id)?.stripePriceId ?? null,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  }) satisfies Wire<Stripe.Product>

export const priceWire = (offer: Offer) =>
  ({
    id: offer.stripePriceId,
    object: 'price',
    active: isMade(offer) ? offer.active : true,
    billing_scheme: 'per_unit',
    created: isMade(offer) ? offer.created : catalogueMade,
    currency: offer.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: isMade(offer) ? null : `${offer.key}_${offer.currency.toLowerCase()}`,
    metadata: isMade(offer) ? offer.metadata : { trial_days: String(trialDays) },
    nickname: isMade(offer) ? offer.nickname : null,
    product: productId(offer),
    recurring: {
      interval: offer.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: isMade(offer) ? offer.taxBehavior : 'inclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: offer.amount,
    unit_amount_decimal: String(offer.amount),
  }) satisfies Wire<Stripe.Price>

/** The same as an item of a subscription carries it beside the price. */
export const planWire = (offer: Offer) =>
  ({
    id: offer.stripePriceId,
    object: 'plan',
    active: isMade(offer) ? offer.active : true,
    amount: offer.amount,
    amount_decimal: String(offer.amount),
    billing_scheme: 'per_unit',
    created: isMade(offer) ? offer.created : catalogueMade,
    currency: offer.currency.toLowerCase(),
    interval: offer.interval,
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: productId(offer),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }) satisfies Wire<Stripe.Plan>

/** Products in the catalogue's order. */
export const productWires = () => plans.map(catalogueProduct).map(productWire)

/** A price of the catalogue, or one that a caller has made. */
export const offerAt = (desk: Desk, price: string): Offer | undefined =>
  desk.state.stripe.prices[price] ?? offerByPrice(price)

/** An offer that the stand-in itself took into a record; prices are never removed. */
export function soldOffer(desk: Desk, price: string): Offer {
  const offer = offerAt(desk, price)
  if (!offer) throw new Error(`There is no price ${price}.`)
  return offer
}
