/** Products and prices: those of the sample catalogue, and those made by a call. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
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
import type { MadePrice, Product } from './records'
import {
  expand,
  flag,
  listing,
  merged,
  metadata,
  missing,
  missingParam,
  ApiError,
  wholeNumber,
  type Wire,
} from './requests'

export const productId = (plan: Plan & { product?: string }) => plan.product ?? `prod_${plan.key}`

const isMade = (offer: Offer): offer is MadePrice => offer.product !== undefined

const catalogueProduct = (plan: Plan): Product => ({
  id: productId(plan),
  name: plan.name,
  description: 'A sample plan of the stand-in.',
  active: true,
  metadata: {},
  created: catalogueCreatedAt,
})

export const productWire = ({ id, name, description, active, metadata, created }: Product) =>
  ({
    id,
    object: 'product',
    active,
    created,
    default_price: offers.find((offer) => productId(offer) === id)?.priceIds.stripe ?? null,
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
    id: offer.priceIds.stripe,
    object: 'price',
    active: isMade(offer) ? offer.active : true,
    billing_scheme: 'per_unit',
    created: isMade(offer) ? offer.created : catalogueCreatedAt,
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

export const planWire = (offer: Offer) =>
  ({
    id: offer.priceIds.stripe,
    object: 'plan',
    active: isMade(offer) ? offer.active : true,
    amount: offer.amount,
    amount_decimal: String(offer.amount),
    billing_scheme: 'per_unit',
    created: isMade(offer) ? offer.created : catalogueCreatedAt,
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

const productWires = () => plans.map(catalogueProduct).map(productWire)

export const findOffer = (context: Context, price: string): Offer | undefined =>
  context.state.stripe.prices[price] ?? offerByPrice(price)

/** @throws for an unknown price; prices are never removed */
export function getOffer(context: Context, price: string): Offer {
  const offer = findOffer(context, price)
  if (!offer) throw new Error(`There is no price ${price}.`)
  return offer
}

export const productFields = z.strictObject({
  id: z.string().max(255).optional(),
  name: z.string().max(250),
  description: z.string().optional(),
  active: flag.default(true),
  metadata: metadata.optional(),
  expand,
})

export function createProduct(context: Context, fields: z.infer<typeof productFields>): Product {
  const { id = newId('prod_', 14), name, description = null, active } = fields
  if (findProduct(context, id))
    throw new ApiError(400, 'Product already exists.', { code: 'resource_already_exists', param: 'id' })
  const product: Product = {
    id,
    name,
    description,
    active,
    metadata: merged({}, fields.metadata),
    created: context.now(),
  }
  context.state.stripe.products[id] = product
  context.changed()
  return product
}

export function findProduct(context: Context, id: string): object | undefined {
  const created = context.state.stripe.products[id]
  return created ? productWire(created) : productWires().find((product) => product.id === id)
}

export function productById(context: Context, id: string): object {
  const product = findProduct(context, id)
  if (!product) throw missing('product', id)
  return product
}

export const productListing = z.strictObject({
  ...listing,
  active: flag.optional(),
  ids: z.array(z.string()).optional(),
})

export const listProducts = (context: Context, query: z.infer<typeof productListing>): object[] =>
  [...Object.values(context.state.stripe.products).toReversed().map(productWire), ...productWires()]
    .filter(({ active }) => query.active === undefined || active === query.active)
    .filter(({ id }) => query.ids === undefined || query.ids.includes(id))

const recurring = z.strictObject({
  interval: z.enum(['month', 'year']),
  interval_count: z.literal('1').optional(),
  usage_type: z.literal('licensed').optional(),
})

export const priceData = z.strictObject({
  currency: z.string().length(3),
  product: z.string(),
  unit_amount: wholeNumber,
  recurring,
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
})

export const priceFields = z.strictObject({
  currency: z.string().length(3),
  unit_amount: wholeNumber,
  recurring,
  product: z.string().optional(),
  product_data: z.strictObject({ name: z.string(), metadata: metadata.optional() }).optional(),
  active: flag.default(true),
  nickname: z.string().optional(),
  metadata: metadata.optional(),
  billing_scheme: z.literal('per_unit').optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  expand,
})

export function createPrice(context: Context, fields: z.infer<typeof priceFields>): MadePrice {
  const { product_data: data, currency, recurring, unit_amount: amount, active, nickname = null } = fields
  const newProduct = data && createProduct(context, { ...data, active: true })
  const product = newProduct?.id ?? fields.product
  if (product === undefined)
    throw new ApiError(400, 'Missing required param: product.', { code: 'parameter_missing', param: 'product' })
  if (!findProduct(context, product)) throw missingParam('product', product, 'product')
  const id = newId('price_')
  const price: MadePrice = {
    key: id,
    name: newProduct?.name ?? (findProduct(context, product) as { name: string }).name,
    interval: recurring.interval,
    amount,
    currency: currency.toUpperCase(),
    priceIds: { stripe: id, chargebee: id },
    product,
    active,
    nickname,
    taxBehavior: fields.tax_behavior ?? 'unspecified',
    metadata: merged({}, fields.metadata),
    created: context.now(),
  }
  context.state.stripe.prices[id] = price
  context.changed()
  return price
}

export const priceUpdate = z.strictObject({
  active: flag.optional(),
  nickname: z.string().optional(),
  metadata: metadata.optional(),
  expand,
})

export function updatePrice(context: Context, id: string, change: z.infer<typeof priceUpdate>): MadePrice {
  const price = context.state.stripe.prices[id]
  if (!price) throw missing('price', id, 'price')
  price.active = change.active ?? price.active
  price.nickname = change.nickname ?? price.nickname
  price.metadata = merged(price.metadata, change.metadata)
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
  currency: z.string().optional(),
  lookup_keys: z.array(z.string()).optional(),
  product: z.string().optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})

export const listPrices = (context: Context, query: z.infer<typeof priceListing>): object[] =>
  [...Object.values(context.state.stripe.prices).toReversed(), ...offers]
    .map(priceWire)
    .filter(({ active }) => query.type !== 'one_time' && (query.active === undefined || active === query.active))
    .filter((price) => query.product === undefined || price.product === query.product)
    .filter((price) => query.currency === undefined || price.currency === query.currency)
    .filter((price) => query.lookup_keys === undefined || query.lookup_keys.includes(price.lookup_key ?? ''))
