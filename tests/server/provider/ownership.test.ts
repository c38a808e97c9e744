/** How a provider recognises this site's subscriptions. */
import { describe, expect, test } from 'vitest'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { otherProducts } from '@/tests/setup/other-products'
import { monthlyProduct, providerWith } from '@/tests/setup/providers'
import { buy, failure, names, standIns, unavailable } from './shop'

describe.each(names)('%s', (name) => {
  test('knows subscriptions by sold and former prices and by our checkout, not by their product', async () => {
    const others = otherProducts(standIns.base)
    const { customerId, uid, id } = await buy(name)
    const former = await others.price(name)
    const own = [id, await others.subscribe(name, customerId, { prices: [former] })]
    const foreign = [
      await others.subscribe(name, customerId, { prices: [await others.price(name, monthlyProduct[name])] }),
      await others.subscribe(name, customerId),
    ]
    // The bought price is no longer named: our checkout has marked the subscription.
    const provider = providerWith(name, {
      STRIPE_PRICE_IDS: 'price_yearly_usd',
      STRIPE_FORMER_PRICE_IDS: former,
      CHARGEBEE_ITEM_PRICE_IDS: 'plan-yearly-USD',
      CHARGEBEE_FORMER_ITEM_PRICE_IDS: former,
    })
    for (const of of [uid, ...(name === 'stripe' ? [null] : [])]) {
      const found = await provider.subscriptions(customerId, of)
      expect(found.own.map((one) => one.id).toSorted()).toEqual(own.toSorted())
      expect(found.foreign.toSorted()).toEqual(foreign.toSorted())
    }
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
  const { own, foreign } = await provider.subscriptions(customerId, uid)
  expect(own.map((one) => one.id)).toEqual(isOurs ? [id] : [])
  expect(foreign).toEqual(isOurs ? [] : [id])
})

test('leaves a Chargebee invoice that bills another subscription to a person', async () => {
  const { provider, id } = await buy('chargebee', 0)
  const { list } = await standIns.chargebee.invoice.list({ subscription_id: { is: id } })
  const invoice = list[0]?.invoice
  const [line] = invoice?.line_items ?? []
  const mixed = { ...invoice, line_items: [line, { ...line, id: 'li_other', subscription_id: 'other', amount: 500 }] }
  const answer = (change: object) =>
    standIns.answerInstead(/invoices\?/, 200, { list: [{ invoice: { ...mixed, ...change } }] })
  const before = await otherProducts(standIns.base).stateOf('chargebee', id)
  answer({})
  expect(await failure(provider.settle(id, 'mixed'))).toEqual(unavailable)
  answer({ status: 'payment_due', amount_paid: 0 })
  await provider.settle(id, null)
  expect(await otherProducts(standIns.base).stateOf('chargebee', id)).toEqual(before)
  // A manual refund for this subscription.
  answer({ issued_credit_notes: [{ cn_id: 'CN-1', cn_total: 1900, cn_status: 'refunded' }] })
  expect(await provider.settle(id, 'mixed')).toEqual({ amount: 1900, currency: 'USD' })
})

test('ignores a Chargebee subscription without a plan', async () => {
  const { provider, customerId, id } = await buy('chargebee')
  const subscription = { id, customer_id: customerId, status: 'active', subscription_items: [] }
  standIns.answerInstead(/subscriptions\?/, 200, { list: [{ subscription }] })
  expect((await provider.subscriptions(customerId, null)).own).toEqual([])
})
