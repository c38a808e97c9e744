/** Products and prices of the sample catalogue, and those that were created by a call. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { flag, wholeNumber } from '@/local/vendors/form'
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
import type { CreatedPrice, Product } from './records'
import { expand, listing, missing, missingParam, ApiError, type Wire } from './requests'

export const productId = (plan: Plan & { product?: string }) => plan.product ?? `prod_${plan.key}`

const isCreated = (offer: Offer): offer is CreatedPrice => offer.product !== undefined

const productWire = ({ id, name, created }: Product) =>
  ({
    id,
    object: 'product',
    active: true,
    created,
    default_price: offers.find((offer) => productId(offer) === id)?.priceIds.stripe ?? null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
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
    id: offer.priceIds.stripe,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: isCreated(offer) ? offer.created : catalogueCreatedAt,
    currency: offer.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: isCreated(offer) ? null : `${offer.key}_${offer.currency.toLowerCase()}`,
    metadata: isCreated(offer) ? {} : { trial_days: String(trialDays) },
    nickname: null,
    product: productId(offer),
    recurring: {
      interval: offer.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: isCreated(offer) ? 'unspecified' : 'inclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: offer.amount,
    unit_amount_decimal: String(offer.amount),
  }) satisfies Wire<Stripe.Price>

export const planWire = (offer: Offer) =>
  ({
    id: offer.priceIds.stripe,
    object: 'plan',
    active: true,
    amount: offer.amount,
    amount_decimal: String(offer.amount),
    billing_scheme: 'per_unit',
    created: isCreated(offer) ? offer.created : catalogueCreatedAt,
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

export const findOffer = (context: Context, price: string): Offer | undefined =>
  context.state.stripe.prices[price] ?? offerByPrice(price)

/** @throws for an unknown price; prices are never removed */
export function getOffer(context: Context, price: string): Offer {
  const offer = findOffer(context, price)
  if (!offer) throw new Error(`There is no price ${price}.`)
  return offer
}

function createProduct(context: Context, name: string): Product {
  const product: Product = { id: newId('prod_', 14), name, created: context.now() }
  context.state.stripe.products[product.id] = product
  return product
}

export function findProduct(context: Context, id: string) {
  const plan = plans.find((one) => productId(one) === id)
  const product = context.state.stripe.products[id] ?? (plan && { id, name: plan.name, created: catalogueCreatedAt })
  return product && productWire(product)
}

export const priceFields = z.strictObject({
  currency: z.string().length(3),
  unit_amount: wholeNumber,
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
  product: z.string().optional(),
  product_data: z.strictObject({ name: z.string() }).optional(),
  expand,
})

export function createPrice(context: Context, fields: z.infer<typeof priceFields>): CreatedPrice {
  const { product_data: data, currency, recurring, unit_amount: amount } = fields
  const product = data ? createProduct(context, data.name).id : fields.product
  if (product === undefined)
    throw new ApiError(400, 'Missing required param: product.', { code: 'parameter_missing', param: 'product' })
  const found = findProduct(context, product)
  if (!found) throw missingParam('product', product, 'product')
  const id = newId('price_')
  const price: CreatedPrice = {
    key: id,
    name: found.name,
    interval: recurring.interval,
    amount,
    currency: currency.toUpperCase(),
    priceIds: { stripe: id, chargebee: id },
    product,
    created: context.now(),
  }
  context.state.stripe.prices[id] = price
  context.changed()
  return price
}

export function priceById(context: Context, id: string): object {
  const offer = findOffer(context, id)
  if (!offer) throw missing('price', id, 'price')
  return priceWire(offer)
}

export const priceListing = z.strictObject({
  ...listing,
  active: flag.optional(),
  lookup_keys: z.array(z.string()).optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})

export const listPrices = (context: Context, query: z.infer<typeof priceListing>): object[] =>
  [...Object.values(context.state.stripe.prices).toReversed(), ...offers]
    .map(priceWire)
    .filter(({ active }) => query.type !== 'one_time' && (query.active === undefined || active === query.active))
    .filter((price) => query.lookup_keys === undefined || query.lookup_keys.includes(price.lookup_key ?? ''))
