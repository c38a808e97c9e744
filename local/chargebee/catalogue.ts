/** Items and their prices: those of the catalogue, and those that a caller has made beside them. */
import * as z from 'zod'
import { offers } from '@/local/vendors/catalogue'
import type { Desk } from '@/local/vendors/context'
import { familyId, itemId, itemPriceWire, itemWire, offerAt } from './wire'
import { nextVersion } from './events'
import { filter, listing, missing, passes, Refusal, text, whole } from './requests'
import type { Family, Item, MadeItemPrice } from './records'

const id = z.string().min(1).max(100)

const duplicate = (id: string) =>
  new Refusal(400, 'duplicate_entry', `The value ${id} is already present.`, 'id', 'invalid_request')

export const familyFields = z.strictObject({ id, name: z.string().max(50), description: text(500) })

export function createFamily(desk: Desk, { id, name }: z.infer<typeof familyFields>): Family {
  const { families } = desk.state.chargebee
  if (families[id] || id === familyId) throw duplicate(id)
  const family = { id, name, version: nextVersion(desk) }
  families[id] = family
  desk.changed()
  return family
}

export const itemFields = z.strictObject({
  id,
  name: z.string().max(100),
  type: z.enum(['plan', 'addon', 'charge']),
  item_family_id: z.string(),
  external_name: text(100),
  description: text(2000),
})

export function createItem(desk: Desk, fields: z.infer<typeof itemFields>): Item {
  const { items, families } = desk.state.chargebee
  const { id, name, type, item_family_id: family } = fields
  if (items[id] || offers.some((offer) => itemId(offer) === id)) throw duplicate(id)
  if (!families[family] && family !== familyId) throw missing('item_family', family)
  const item = { id, name, type, family, version: nextVersion(desk) }
  items[id] = item
  desk.changed()
  return item
}

function findItem(desk: Desk, id: string): Item | undefined {
  const sold = offers.find((offer) => itemId(offer) === id)
  const own = sold && { id, name: sold.name, type: 'plan' as const, family: familyId, version: 0 }
  return desk.state.chargebee.items[id] ?? own
}

export function itemById(desk: Desk, id: string): object {
  const item = findItem(desk, id)
  if (!item) throw missing('item', id)
  return { item: itemWire(item) }
}

export const itemPriceFields = z.strictObject({
  id,
  name: z.string().max(100),
  item_id: z.string(),
  external_name: text(100),
  currency_code: z.string().length(3),
  price: whole,
  pricing_model: z.literal('flat_fee').optional(),
  period_unit: z.enum(['month', 'year']).default('month'),
  period: z.literal('1').optional(),
  trial_period: whole.optional(),
  trial_period_unit: z.literal('day').optional(),
})

export function createItemPrice(desk: Desk, fields: z.infer<typeof itemPriceFields>): MadeItemPrice {
  const { id, name, currency_code: currency, price: amount, period_unit: interval } = fields
  if (offerAt(desk, id)) throw duplicate(id)
  const item = findItem(desk, fields.item_id)
  if (!item) throw missing('item', fields.item_id)
  const made: MadeItemPrice = {
    key: id,
    name: fields.external_name ?? name,
    interval,
    amount,
    currency,
    stripePriceId: id,
    itemPriceId: id,
    product: item.id,
    family: item.family,
    type: item.type,
    status: 'active',
    trialDays: fields.trial_period ?? 0,
    version: nextVersion(desk),
  }
  desk.state.chargebee.itemPrices[id] = made
  desk.changed()
  return made
}

export const itemPriceUpdate = z.strictObject({
  name: text(100),
  external_name: text(100),
  status: z.enum(['active', 'archived']).optional(),
})

/** Changes a price that was made by a call: those of the catalogue stay as they are. */
export function updateItemPrice(desk: Desk, id: string, change: z.infer<typeof itemPriceUpdate>): MadeItemPrice {
  const price = desk.state.chargebee.itemPrices[id]
  if (!price) throw missing('item_price', id)
  price.name = change.external_name ?? change.name ?? price.name
  price.status = change.status ?? price.status
  price.version = nextVersion(desk)
  desk.changed()
  return price
}

export function itemPriceById(desk: Desk, id: string): object {
  const offer = offerAt(desk, id)
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

export const listItemPrices = (desk: Desk, query: z.infer<typeof itemPriceListing>) =>
  [...offers, ...Object.values(desk.state.chargebee.itemPrices)]
    .map(itemPriceWire)
    .filter((price) => passes(query.id, price.id) && passes(query.item_id, price.item_id))
    .filter((price) => passes(query.currency_code, price.currency_code) && passes(query.status, price.status))
    .filter((price) => passes(query.item_type, price.item_type))
    .map((item_price) => ({ item_price }))
