/** Known bugs of other sites with these providers, through the handlers. provider/ checks how objects are read. */
import { describe, expect, test } from 'vitest'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  liveRows,
  names,
  planOf,
  portalOf,
  resumePlan,
  syncPlan,
  planAfterWebhook,
} from '@/tests/setup/buyers'
import { refusalOf } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()
const { stripe } = vendors

const { person, subscribed } = buyersOf({ world, vendors })

describe('5: two checkouts never become two plans', () => {
  test('keep one of two concurrent pages payable', async () => {
    const buyer = await person()
    const pages = await Promise.all([
      checkout('stripe', buyer),
      checkout('stripe', buyer, { priceId: 'price_yearly_usd' }),
    ])
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    const paid = []
    for (const page of pages) paid.push(await vendors.pay((await page.json()).url))
    expect(paid.filter(({ status }) => status === 303)).toHaveLength(1)
    await planAfterWebhook(buyer)
    expect(await allRows(buyer)).toHaveLength(1)
    expect(await liveRows(buyer)).toHaveLength(1)
  })

  test('do not resume a cancelled plan next to a new one', async () => {
    const buyer = await subscribed('stripe')
    await cancelPlan(buyer, buyer.subscriptionId, 'stripe')
    await vendors.pay((await (await checkout('stripe', buyer)).json()).url)
    await expect.poll(async () => (await planOf(buyer)).subscription?.id).not.toBe(buyer.subscriptionId)
    expect(await refusalOf(resumePlan(buyer, buyer.subscriptionId, 'stripe'))).toEqual([409, 'already-subscribed'])
  })

  test('close an open page when a plan is resumed', async () => {
    const buyer = await subscribed('stripe')
    await cancelPlan(buyer, buyer.subscriptionId, 'stripe')
    const { id } = await (await checkout('stripe', buyer)).json()
    expect((await resumePlan(buyer, buyer.subscriptionId, 'stripe')).status).toBe(200)
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired')
  })
})

test('8: sees and resumes a cancellation in Stripe’s portal', async () => {
  const buyer = await subscribed('stripe')
  const { url } = await (await portalOf(buyer)).json()
  await fetch(`${url}/${buyer.subscriptionId}/cancel`, { method: 'POST', redirect: 'manual' })
  await expect.poll(async () => (await planOf(buyer)).isUnSubscribed).toBe(true)
  const response = await resumePlan(buyer, buyer.subscriptionId, 'stripe')
  expect(await response.json()).toMatchObject({ isUnSubscribed: false })
})

describe('9: gives one trial', () => {
  test.each([
    ['stripe', 'chargebee'],
    ['chargebee', 'stripe'],
  ] as const)('at %s, and then at %s', async (first, second) => {
    const buyer = await subscribed(first)
    expect(buyer.plan.subscription?.status).toBe('trialing')
    await cancelPlan(buyer, buyer.subscriptionId, first)
    const { url } = await (await checkout(second, buyer)).json()
    await vendors.pay(url)
    await expect.poll(async () => (await planOf(buyer)).subscription?.id).not.toBe(buyer.subscriptionId)
    expect((await planOf(buyer)).subscription).toMatchObject({ store: second, status: 'active', trialEnd: null })
  })
})

test.each(names)('shows the plan on the success page before %s’s webhook', async (name) => {
  const buyer = await person()
  vendors.refuseWebhooks(true)
  const { url } = await (await checkout(name, buyer)).json()
  const paying = vendors.pay(url)
  await expect.poll(async () => (await (await syncPlan(buyer)).json()).subscription?.status).toBe('trialing')
  vendors.refuseWebhooks(false)
  await paying
})
