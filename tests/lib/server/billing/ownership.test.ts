/** Ours is a subscription with our checkout's mark, or with a price that the settings name. */
import type Chargebee from 'chargebee'
import type Stripe from 'stripe'
import { beforeAll, expect, test, vi } from 'vitest'
import { subscriptionMethods as chargebeeMethods } from '@/lib/server/billing/providers/chargebee/subscriptions'
import { subscriptionMethods as stripeMethods } from '@/lib/server/billing/providers/stripe/subscriptions'

beforeAll(() => {
  vi.stubEnv('DEPLOYMENT', 'local')
  vi.stubEnv('LOG_LEVEL', 'silent')
})

/** The price of our item, or null for another product's subscription. */
async function ownPriceAtStripe(prices: string[], uid: string): Promise<string | null> {
  const items = prices.map((id) => ({
    current_period_end: 1,
    price: { id, currency: 'usd', product: 'p', unit_amount: 5, recurring: { interval: 'month', interval_count: 1 } },
  }))
  const subscription = {
    id: `sub_${prices.join('-')}`,
    status: 'canceled',
    customer: { id: 'cus', metadata: { uid: 'ada' } },
    currency: 'usd',
    cancel_at: null,
    created: 1,
    latest_invoice: null,
    metadata: uid ? { uid } : {},
    items: { data: items },
  }
  const list = () => ({ autoPagingToArray: async () => [structuredClone(subscription)] })
  const stripe = { subscriptions: { list } } as unknown as Stripe
  const { own } = await stripeMethods(stripe, { priceIds: ['sold'], formerPriceIds: ['former'] }).subscriptions(
    'c',
    null,
  )
  return own[0]?.price?.id ?? null
}

test.each([
  ['a sold price', ['sold'], '', 'sold'],
  ['a former price beside another product', ['other', 'former'], '', 'former'],
  ['our checkout’s mark', ['other', 'another'], 'ada', 'other'],
  ['a sold price before the mark', ['other', 'sold'], 'ada', 'sold'],
  ['a mark with another uid', ['other'], 'bob', null],
  ['neither', ['other'], '', null],
])('at Stripe: %s', async (_, prices, uid, own) => {
  expect(await ownPriceAtStripe(prices, uid)).toBe(own)
})

test.each([
  ['a sold price and an addon', 'x', ['addon/other', 'plan/sold'], 'sold'],
  ['a former price', 'x', ['plan/former'], 'former'],
  ['our checkout’s mark', 'unhurried-1', ['plan/other'], 'other'],
  ['an addon that is sold here', 'x', ['plan/other', 'addon/sold'], null],
  ['neither', 'x', ['plan/other'], null],
])('at Chargebee: %s', async (_, id, items, own) => {
  const subscription_items = items.map((item) => {
    const [item_type, item_price_id] = item.split('/')
    return { item_type, item_price_id, unit_price: 5 }
  })
  const period = { billing_period: 1, billing_period_unit: 'month', currency_code: 'USD' }
  const subscription = { id, customer_id: 'c', status: 'cancelled', ...period, subscription_items }
  const list = async () => ({ list: [{ subscription, customer: {} }] })
  const settings = { itemPriceIds: ['sold'], formerItemPriceIds: ['former'], promotionCodes: false }
  const methods = chargebeeMethods({ subscription: { list } } as unknown as Chargebee, settings)
  const found = await methods.subscriptions('c', null)
  expect(found.own[0]?.price?.id ?? null).toBe(own)
  expect(found.foreign).toEqual(own ? [] : [id])
})
