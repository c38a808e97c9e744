/** How a provider recognises this site's subscriptions, also while it is down. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { listen } from '@/tests/setup/listen'
import { otherProducts } from '@/tests/setup/other-products'
import { monthlyProduct, providerWith } from '@/tests/setup/providers'
import { buy, failure, monthly, names, purchase, standIns, unavailable, urlOf } from './shop'

const nobody = { boughtPrices: () => Promise.resolve(new Set<string>()) }

/** The stand-ins once more, where calls for prices are counted, and fail with a status. */
let prices: { base: string; requestCount: number; status: number; close: () => Promise<unknown> }
beforeAll(async () => {
  const { url: base, close } = await listen(async ({ url = '', headers }, response) => {
    const isPrice = /\/(prices|item_prices)\//.test(url)
    if (isPrice) prices.requestCount++
    const { authorization = '' } = headers
    const answer = await fetch(standIns.base + url, { headers: { authorization } })
    const fails = isPrice && prices.status !== 200
    const body = fails ? JSON.stringify({ error: {}, api_error_code: 'internal_error' }) : await answer.text()
    response.writeHead(fails ? prices.status : answer.status, { 'content-type': 'application/json' }).end(body)
  })
  prices = { base, requestCount: 0, status: 200, close }
})
afterAll(() => prices.close())

/** A provider that has cached nothing. */
function freshProvider(name: (typeof names)[number], change: Record<string, string> = {}) {
  return providerWith(name, { STRIPE_API_BASE: prices.base, CHARGEBEE_API_BASE: prices.base, ...change })
}

describe.each(names)('%s', (name) => {
  const others = () => otherProducts(standIns.base)
  const product = monthlyProduct[name]

  /** A customer with a plan bought here, a retired price of the same product, and another product. */
  async function customer() {
    const { customerId, id } = await buy(name)
    const retired = await others().subscribe(name, customerId, { prices: [await others().price(name, product)] })
    const foreign = await others().subscribe(name, customerId)
    return { customerId, id, retired, foreign }
  }

  test.each([503, 401])('fails while prices answer %i', async (status) => {
    const { customerId, id, retired, foreign } = await customer()
    const provider = freshProvider(name)
    prices.status = status
    expect(await failure(provider.subscriptions(customerId))).toEqual(unavailable)
    prices.status = 200
    const subscriptions = await provider.subscriptions(customerId)
    expect(subscriptions.own.map((one) => one.id).toSorted()).toEqual([id, retired].toSorted())
    expect(subscriptions.foreign).toEqual([foreign])
  })

  test('fetches products only if prices do not decide, and caches them', async () => {
    const { customerId } = await buy(name)
    const provider = freshProvider(name)
    prices.requestCount = 0
    await provider.subscriptions(customerId)
    expect(prices.requestCount).toBe(0)
    await others().subscribe(name, customerId)
    await provider.subscriptions(customerId)
    const once = prices.requestCount
    expect(once).toBeGreaterThan(0)
    for (const _ of [1, 2]) await provider.subscriptions(customerId)
    expect(prices.requestCount).toBe(once)
  })

  test('ignores a configured price that no longer exists', async () => {
    const { customerId, id, retired } = await customer()
    const ids = `${monthly[name]},price_of_long_ago`
    const provider = freshProvider(name, { STRIPE_PRICE_IDS: ids, CHARGEBEE_ITEM_PRICE_IDS: ids })
    const subscriptions = (await provider.subscriptions(customerId)).own
    expect(subscriptions.map((one) => one.id).toSorted()).toEqual([id, retired].toSorted())
  })
})

test.each([
  ['the uid of the account', 'ada', 'bob', 'ada', true],
  ['another uid than the account’s', 'ada', 'ada', 'bob', false],
  ['the uid that the customer has, of a deleted account', null, 'ada', 'ada', true],
  ['another uid than the customer has, of a deleted account', null, 'ada', 'bob', false],
  ['a uid, where the customer has none', null, '', 'ada', false],
  ['no uid', 'ada', 'ada', '', false],
] as const)('Stripe metadata: %s', async (_, uid, ofCustomer, ofSubscription, isOurs) => {
  const { stripe, subscribe } = otherProducts(standIns.base)
  const { id: customerId } = await stripe.customers.create(ofCustomer ? { metadata: { uid: ofCustomer } } : {})
  const metadata = { note: 'x', ...(ofSubscription && { uid: ofSubscription }) }
  const id = await subscribe('stripe', customerId, { metadata })
  const provider = await billingProvider('stripe')
  const { own, foreign } = await provider.subscriptions(customerId, { uid, ...nobody })
  expect(own.map((one) => one.id)).toEqual(isOurs ? [id] : [])
  expect(foreign).toEqual(isOurs ? [] : [id])
})

test('ignores a Chargebee invoice of another subscription', async () => {
  const { provider, id, customerId } = await buy('chargebee', 0)
  const { list } = await standIns.chargebee.invoice.list({ subscription_id: { is: id } })
  const invoice = list[0]?.invoice
  const [line] = invoice?.line_items ?? []
  const mixed = { ...invoice, line_items: [line, { ...line, id: 'li_other', subscription_id: 'other', amount: 500 }] }
  const answer = (change: object) =>
    standIns.answerInstead(/invoices\?/, 200, { list: [{ invoice: { ...mixed, ...change } }] })
  const before = await otherProducts(standIns.base).stateOf('chargebee', id)
  answer({})
  expect(await failure(provider.refundAll(id, 'mixed'))).toEqual(unavailable)
  answer({ status: 'payment_due', amount_paid: 0 })
  await provider.closeInvoices({ customer: customerId })
  expect(await otherProducts(standIns.base).stateOf('chargebee', id)).toEqual(before)
  // A manual refund for this subscription.
  answer({ issued_credit_notes: [{ cn_id: 'CN-1', cn_total: 1900, cn_status: 'refunded' }] })
  expect(await provider.refundAll(id, 'mixed')).toEqual({ amount: 1900, currency: 'USD' })
})

test('ignores a Chargebee subscription without a plan', async () => {
  const provider = await billingProvider('chargebee')
  const customerId = await provider.createCustomer({ uid: 'planless', email: null, generation: 0 })
  const page = await provider.openCheckout(purchase('chargebee', customerId))
  await standIns.press(urlOf(page), 'pay')
  const [id = ''] = (await provider.subscriptions(customerId)).own.map((one) => one.id)
  const subscriptions = { subscription: { id, customer_id: customerId, status: 'active', subscription_items: [] } }
  standIns.answerInstead(/subscriptions\?/, 200, { list: [subscriptions] })
  expect((await provider.subscriptions(customerId)).own).toEqual([])
})
