/** Items and prices: those of the sample catalogue, and those that were created by a call. */
import * as z from 'zod'
import { wholeNumber } from '@/local/vendors/form'
import { offers } from '@/local/vendors/catalogue'
import type { Context } from '@/local/vendors/context'
import { familyId, itemId, itemPriceWire, findOffer } from './wire'
import { nextVersion } from './events'
import { filter, listing, missing, matches, ApiError } from './requests'
import type { Family, Item, CreatedItemPrice } from './records'

const id = z.string().min(1).max(100)

const duplicate = (id: string) =>
  new ApiError(400, 'duplicate_entry', `The value ${id} is already present.`, { param: 'id', type: 'invalid_request' })

export const familyFields = z.strictObject({ id, name: z.string().max(50) })

export function createFamily(context: Context, { id, name }: z.infer<typeof familyFields>): Family {
  const { families } = context.state.chargebee
  if (families[id] || id === familyId) throw duplicate(id)
  const family = { id, name, version: nextVersion(context) }
  families[id] = family
  context.changed()
  return family
}

export const itemFields = z.strictObject({
  id,
  name: z.string().max(100),
  type: z.enum(['plan', 'addon']),
  item_family_id: z.string(),
})

export function createItem(context: Context, fields: z.infer<typeof itemFields>): Item {
  const { items, families } = context.state.chargebee
  const { id, name, type, item_family_id: family } = fields
  if (items[id] || offers.some((offer) => itemId(offer) === id)) throw duplicate(id)
  if (!families[family] && family !== familyId) throw missing('item_family', family)
  const item = { id, name, type, family, version: nextVersion(context) }
  items[id] = item
  context.changed()
  return item
}

function findItem(context: Context, id: string): Item | undefined {
  const sold = offers.find((offer) => itemId(offer) === id)
  const own = sold && { id, name: sold.name, type: 'plan' as const, family: familyId, version: 0 }
  return context.state.chargebee.items[id] ?? own
}

export const itemPriceFields = z.strictObject({
  id,
  name: z.string().max(100),
  item_id: z.string(),
  currency_code: z.string().length(3),
  price: wholeNumber,
  period_unit: z.enum(['month', 'year']).default('month'),
  period: z.literal('1').optional(),
})

export function createItemPrice(context: Context, fields: z.infer<typeof itemPriceFields>): CreatedItemPrice {
  const { id, name, currency_code: currency, price: amount, period_unit: interval } = fields
  if (findOffer(context, id)) throw duplicate(id)
  const item = findItem(context, fields.item_id)
  if (!item) throw missing('item', fields.item_id)
  const itemPrice: CreatedItemPrice = {
    key: id,
    name,
    interval,
    amount,
    currency,
    priceIds: { stripe: id, chargebee: id },
    product: item.id,
    family: item.family,
    type: item.type,
    version: nextVersion(context),
  }
  context.state.chargebee.itemPrices[id] = itemPrice
  context.changed()
  return itemPrice
}

export function itemPriceById(context: Context, id: string): object {
  const offer = findOffer(context, id)
  if (!offer) throw missing('item_price', id)
  return { item_price: itemPriceWire(offer) }
}

export const itemPriceListing = z.strictObject({
  ...listing,
  id: filter,
  item_id: filter,
  item_type: filter,
  currency_code: filter,
  status: filter,
})

export const listItemPrices = (context: Context, query: z.infer<typeof itemPriceListing>) =>
  [...offers, ...Object.values(context.state.chargebee.itemPrices)]
    .map(itemPriceWire)
    .filter((price) => matches(query.id, price.id) && matches(query.item_id, price.item_id))
    .filter((price) => matches(query.currency_code, price.currency_code) && matches(query.status, price.status))
    .filter((price) => matches(query.item_type, price.item_type))
    .map((item_price) => ({ item_price }))
