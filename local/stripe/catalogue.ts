/** Products and prices of the sample catalogue, and those that were created by a call. */
import type { Stripe } from 'stripe'
import {
  catalogueCreatedAt,
  type Offer,
  offerByPrice,
  offers,
  type Plan,
  plans,
  trialDays,
} from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import type { CreatedPrice } from './records'
import { missing, type Wire } from './requests'

const productId = (plan: Plan & { product?: string }) => plan.product ?? `prod_${plan.key}`

export const priceWire = (offer: Offer) =>
  ({
    id: offer.priceIds.stripe,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: offer.currency.toLowerCase(),
    metadata: offer.product === undefined ? { trial_days: String(trialDays) } : {},
    product: productId(offer),
    recurring: { interval: offer.interval, interval_count: 1, usage_type: 'licensed' },
    tax_behavior: offer.product === undefined ? 'inclusive' : 'unspecified',
    type: 'recurring',
    unit_amount: offer.amount,
  }) satisfies Wire<Stripe.Price>

export const findOffer = (context: Context, price: string): Offer | undefined =>
  context.state.stripe.prices[price] ?? offerByPrice(price)

/** @throws for an unknown price; prices are never removed */
export function getOffer(context: Context, price: string): Offer {
  const offer = findOffer(context, price)
  if (!offer) throw missing('price', price, 'price')
  return offer
}

export function findProduct(context: Context, id: string) {
  const plan = plans.find((one) => productId(one) === id)
  const product = context.state.stripe.products[id] ?? (plan && { id, name: plan.name, created: catalogueCreatedAt })
  return product && ({ ...product, object: 'product', active: true } satisfies Wire<Stripe.Product>)
}

export function createPrice(context: Context, fields: Stripe.PriceCreateParams): CreatedPrice {
  const { products, prices } = context.state.stripe
  const { product_data: data, currency, recurring, unit_amount: amount = 0 } = fields
  const id = newId('price_')
  const product = fields.product ?? newId('prod_', 14)
  const created = context.now()
  if (data) products[product] = { id: product, name: data.name, created }
  const price: CreatedPrice = {
    key: id,
    name: findProduct(context, product)?.name ?? product,
    interval: recurring?.interval === 'year' ? 'year' : 'month',
    amount,
    currency: currency.toUpperCase(),
    priceIds: { stripe: id, chargebee: id },
    product,
    created,
  }
  prices[id] = price
  context.changed()
  return price
}

export const listPrices = (context: Context): object[] =>
  [...Object.values(context.state.stripe.prices).toReversed(), ...offers].map(priceWire)
