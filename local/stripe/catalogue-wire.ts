import type { Stripe } from 'stripe'
import { catalogueMade, offerByPrice, offers, plans, trialDays, type Offer, type Plan } from '@/local/vendors/catalogue'
import type { Wire } from './wire'

export const productId = (plan: Plan) => `prod_${plan.key}`

export const productWire = (plan: Plan) =>
  ({
    id: productId(plan),
    object: 'product',
    active: true,
    created: catalogueMade,
    default_price: offers.find((offer) => offer.key === plan.key)?.stripePriceId ?? null,
    description: 'A sample plan of the stand-in.',
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: plan.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: catalogueMade,
    url: null,
  }) satisfies Wire<Stripe.Product>

export const priceWire = (offer: Offer) =>
  ({
    id: offer.stripePriceId,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: catalogueMade,
    currency: offer.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: `${offer.key}_${offer.currency.toLowerCase()}`,
    metadata: { trial_days: String(trialDays) },
    nickname: null,
    product: productId(offer),
    recurring: {
      interval: offer.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'inclusive',
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
    active: true,
    amount: offer.amount,
    amount_decimal: String(offer.amount),
    billing_scheme: 'per_unit',
    created: catalogueMade,
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
export const productWires = () => plans.map(productWire)

/** An offer that the stand-in itself took into a record; prices are never removed from the catalogue. */
export function soldOffer(price: string): Offer {
  const offer = offerByPrice(price)
  if (!offer) throw new Error(`The catalogue has no price ${price}.`)
  return offer
}
