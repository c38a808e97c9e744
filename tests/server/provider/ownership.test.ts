/** Customers who also have subscriptions of other products. `ownership.test.ts` of `lib` has the rule. */
import { expect, test } from 'vitest'
import { otherProducts } from '@/tests/setup/other-products'
import { buy, failure, standIns, unavailable } from './shop'

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
