/** Announced charges must match the provider's actual charges, or be left out. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CurrentPlan } from '@/lib/contract/plan'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import { consents, planEmails, planChanges, subscriptions } from '@/lib/server/db/schema'
import { standIn } from '@/local/vendors/settings'
import { currentPlan } from '@/lib/server/billing/plan'
import {
  buyersOf,
  cancelPlan,
  code,
  invoicesOf,
  names,
  resumePlan,
  syncPlan,
  type Name,
  type Person,
} from '@/tests/setup/buyers'
import { storeUser } from '@/tests/setup/rows'
import { stageWithVendors } from '@/tests/setup/vendors'
import { basicAuth } from '@/tests/setup/webhooks'

const { world, vendors } = await stageWithVendors()

const { subscribed } = buyersOf({ world, vendors })

/** The API's plan, read without the rate limit because it is polled. */
const planOf = ({ uid }: Person) => currentPlan(uid)

type Fields = Record<string, string | number>

async function post(address: string, authorization: string, fields: Fields) {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const response = await fetch(vendors.base + address, { method: 'POST', headers: { authorization }, body })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(answer)}`)
  return answer
}

const stripe = (path: string, fields: Fields = {}) => post(`/v1/${path}`, `Bearer ${standIn.stripe.secretKey}`, fields)
const chargebee = (path: string, fields: Fields = {}) =>
  post(`/api/v2/${path}`, basicAuth(standIn.chargebee.apiKey, ''), fields)

type Plan = { id: string; customer: string; item: string; periodEnd: number }

/** A user whose plan has no trial, or a finished one. */
async function payer(name: Name) {
  const buyer = await subscribed(name)
  await storeUser(buyer.uid)
  const id = buyer.subscriptionId
  await vendors.control(name, 'end-period', id)
  await expect.poll(async () => (await planOf(buyer)).subscription?.status).toBe('active')
  const state = vendors.state()
  const found = state[name].subscriptions[id]
  if (!found) throw new Error('no subscription')
  const item = 'itemId' in found ? found.itemId : ''
  const plan: Plan = { id, customer: found.customer, item, periodEnd: found.term.periodEnd }
  return { ...buyer, plan }
}

/** The last renewal's charge, or null. */
function lastCharge(name: Name, id: string): number | null {
  const invoices: { subscription: string; status: string; amount: number }[] = Object.values(
    vendors.state()[name].invoices,
  )
  const last = invoices.findLast((one) => one.subscription === id)
  return last?.status === 'paid' ? last.amount : null
}

const lettersOf = async (uid: string) => (await database()).select().from(planEmails).where(eq(planEmails.uid, uid))

const day = 86_400
const now = () => Math.floor(Date.now() / 1000)
const coupon = () => `c${Math.random().toString(36).slice(2, 8)}`

type Case = [what: string, name: Name, change: (plan: Plan) => Promise<unknown>, amount: number | null]

const update = (fields: Fields) => (plan: Plan) => stripe(`subscriptions/${plan.id}`, fields)
const updateItems = (fields: Fields) => (plan: Plan) => chargebee(`subscriptions/${plan.id}/update_for_items`, fields)

const discount = (percent_off: number) => async (plan: Plan) => {
  const { id } = await stripe('coupons', { percent_off, duration: 'forever' })
  await update({ 'discounts[0][coupon]': id })(plan)
}
const discountItems = (discount_percentage: number) => async (plan: Plan) => {
  const id = coupon()
  const terms = { discount_type: 'percentage', discount_percentage, duration_type: 'forever' }
  await chargebee('coupons/create_for_items', { id, name: id, apply_on: 'invoice_amount', ...terms })
  await updateItems({ 'coupon_ids[0]': id })(plan)
}

/** Null: the amount cannot be known. */
const cases: Case[] = [
  ['a discount in percent', 'stripe', discount(50), 950],
  ['quantity two', 'stripe', (plan) => update({ 'items[0][id]': plan.item, 'items[0][quantity]': 2 })(plan), 3800],
  ['a credit', 'stripe', ({ customer }) => stripe(`customers/${customer}`, { balance: -500 }), 1400],
  [
    'an item for the next invoice',
    'stripe',
    ({ customer }) => stripe('invoiceitems', { customer, amount: 700, currency: 'usd' }),
    2600,
  ],
  ['a pause', 'stripe', update({ 'pause_collection[behavior]': 'void' }), null],
  ['a bill that is sent', 'stripe', update({ collection_method: 'send_invoice', days_until_due: 30 }), null],
  ['a coupon', 'chargebee', discountItems(50), 950],
  [
    'quantity two',
    'chargebee',
    updateItems({ 'subscription_items[item_price_id][0]': 'plan-monthly-USD', 'subscription_items[quantity][0]': 2 }),
    3800,
  ],
  [
    'credits',
    'chargebee',
    ({ customer: customer_id }) =>
      chargebee('promotional_credits/add', { customer_id, amount: 500, description: 'sorry' }),
    1400,
  ],
  ['a pause', 'chargebee', ({ id }) => chargebee(`subscriptions/${id}/pause`, { pause_option: 'end_of_term' }), null],
]

describe.each(cases)('%s at %s', (what, name, change, amount) => {
  test('reports the next charge only if it is certain', async () => {
    const buyer = await payer(name)
    await change(buyer.plan)
    await vendors.drainWebhooks(name)
    await syncPlan(buyer)
    const { isUnSubscribed, subscription } = await planOf(buyer)
    expect(isUnSubscribed).toBe(false)
    if (amount === null) {
      expect(subscription?.nextCharge).toEqual({ at: null, amount: null, currency: null })
      expect(subscription?.adjusted).toBe(true)
    } else {
      const charge = subscription?.nextCharge
      expect(charge?.currency).toBe('USD')
      expect(Date.parse(charge?.at ?? '') / 1000).toBeCloseTo(buyer.plan.periodEnd, -1)
      if (!Number.isNaN(amount)) expect(charge?.amount).toBe(amount)
      vendors.setNow(() => (buyer.plan.periodEnd + 60) * 1000)
      try {
        await syncPlan(buyer)
        expect(lastCharge(name, buyer.plan.id)).toBe(charge?.amount)
      } finally {
        vendors.setNow(() => Date.now())
      }
    }
    if (what === 'quantity two') expect(subscription?.price).toBeNull()
  })
})

describe.each(names)('a plain plan at %s', (name) => {
  test("charges the price at the period's end, without further calls", async () => {
    const buyer = await payer(name)
    await vendors.forgetRequests()
    await syncPlan(buyer)
    const { subscription } = await planOf(buyer)
    expect(subscription?.nextCharge).toEqual({ at: subscription?.currentPeriodEnd, amount: 1900, currency: 'USD' })
    expect(subscription).not.toHaveProperty('adjusted')
    const paths = (await vendors.requests(name)).map(({ path }) => path)
    expect(paths.filter((path) => /preview|estimate/.test(path))).toEqual([])
    await cancelPlan(buyer, buyer.plan.id, name)
    expect((await planOf(buyer)).subscription?.nextCharge).toBeNull()
  })

  test('charges the price at a trial’s end', async () => {
    const buyer = await subscribed(name)
    const { trialEnd, nextCharge } = buyer.plan.subscription ?? {}
    expect(nextCharge).toEqual({ at: trialEnd, amount: 1900, currency: 'USD' })
  })

  test('names no amount for an old row without charges', async () => {
    const buyer = await subscribed(name)
    const db = await database()
    const old = { charges: null, nextChargeAt: null, nextChargeAmount: null, nextChargeCurrency: null }
    await db.update(subscriptions).set(old).where(eq(subscriptions.uid, buyer.uid))
    const { subscription } = await planOf(buyer)
    expect(subscription).toMatchObject({ adjusted: true, nextCharge: { at: null, amount: null, currency: null } })
    await syncPlan(buyer)
    expect((await planOf(buyer)).subscription?.nextCharge).toMatchObject({ amount: 1900 })
  })
})

const laterEnds = {
  stripe: ({ id }: Plan, at: number) => stripe(`subscriptions/${id}`, { cancel_at: at }),
  chargebee: ({ id }: Plan, at: number) =>
    chargebee(`subscriptions/${id}/cancel_for_items`, { cancel_option: 'specific_date', cancel_at: at }),
}

describe.each(names)('an end after the paid period at %s', (name) => {
  async function ending() {
    const buyer = await payer(name)
    const at = now() + 90 * day
    await laterEnds[name](buyer.plan, at)
    const endsAt = new Date(at * 1000).toISOString()
    await expect.poll(async () => (await planOf(buyer)).subscription?.endsAt).toBe(endsAt)
    return { ...buyer, endsAt }
  }

  test('is no cancellation, and is charged again', async () => {
    const buyer = await ending()
    const { isUnSubscribed, subscription } = await planOf(buyer)
    expect(isUnSubscribed).toBe(false)
    expect(Date.parse(subscription?.currentPeriodEnd ?? '')).toBe(buyer.plan.periodEnd * 1000)
    await expect.poll(async () => (await lettersOf(buyer.uid)).map(({ kind }) => kind)).toContain('ending')
    const all = (await lettersOf(buyer.uid)).map(({ text }) => text).join('\n')
    expect(all).not.toMatch(/nothing more/i)
    expect(all).toContain('Until then, it renews and you’re charged as before.')
    await vendors.control(name, 'end-period', buyer.plan.id)
    expect(lastCharge(name, buyer.plan.id)).toBe(1900)
    await syncPlan(buyer)
    expect(await planOf(buyer)).toMatchObject({ isUnSubscribed: false, subscription: { endsAt: buyer.endsAt } })
  })

  test('can be resumed, with a change line and an email', async () => {
    const buyer = await ending()
    const answer: CurrentPlan = await (await resumePlan(buyer, buyer.plan.id, name)).json()
    expect(answer.isUnSubscribed).toBe(false)
    expect(answer.subscription).not.toHaveProperty('endsAt')
    const db = await database()
    const [press] = await db.select().from(consents).where(eq(consents.uid, buyer.uid)).orderBy(consents.at)
    expect(press).toBeDefined()
    const lines = await db.select().from(planChanges).where(eq(planChanges.uid, buyer.uid)).orderBy(planChanges.stamp)
    expect(lines.map(({ kind }) => kind).slice(-2)).toEqual(['changed', 'resumed'])
    const again = await resumePlan(buyer, buyer.plan.id, name)
    expect(await code(again)).toBe('not-cancelled')
  })

  test('can be moved to the end of the paid period', async () => {
    const buyer = await ending()
    const answer: CurrentPlan = await (await cancelPlan(buyer, buyer.plan.id, name)).json()
    expect(answer).toMatchObject({ isUnSubscribed: true, subscription: { nextCharge: null } })
    expect(Date.parse(answer.subscription?.currentPeriodEnd ?? '')).toBe(buyer.plan.periodEnd * 1000)
  })

  test('counts as a cancellation in the last period', async () => {
    const buyer = await payer(name)
    await laterEnds[name](buyer.plan, buyer.plan.periodEnd + 3600)
    await expect.poll(async () => (await planOf(buyer)).subscription?.endsAt).toBeDefined()
    expect((await planOf(buyer)).isUnSubscribed).toBe(false)
    vendors.setNow(() => (buyer.plan.periodEnd + 60) * 1000)
    try {
      await syncPlan(buyer)
      expect((await planOf(buyer)).isUnSubscribed).toBe(true)
    } finally {
      vendors.setNow(() => Date.now())
    }
  })
})

test.each(names)('omits the amount if %s gives no preview', async (name) => {
  const buyer = await payer(name)
  const credit = {
    stripe: () => stripe(`customers/${buyer.plan.customer}`, { balance: -500 }),
    chargebee: () =>
      chargebee('promotional_credits/add', { customer_id: buyer.plan.customer, amount: 500, description: 'sorry' }),
  }
  await credit[name]()
  await vendors.drainWebhooks(name)
  const before = (await (await billingProvider(name)).subscriptions(buyer.plan.customer)).own
  expect(before[0]?.nextCharge?.amount).toBe(1400)
  vendors.refuse(/create_preview|renewal_estimate/)
  try {
    const [plan] = (await (await billingProvider(name)).subscriptions(buyer.plan.customer)).own
    expect(plan).toMatchObject({ adjusted: true, nextCharge: { amount: null, currency: null } })
    expect(plan?.nextCharge?.at?.getTime()).toBe(buyer.plan.periodEnd * 1000)
  } finally {
    vendors.refuse(null)
  }
})

test('says which payment the bank wants confirmed', async () => {
  const buyer = await payer('stripe')
  await vendors.control('stripe', 'action-required', buyer.subscriptionId)
  await expect
    .poll(async () => (await planOf(buyer)).subscription)
    .toMatchObject({ status: 'past_due', paymentIssue: 'confirm' })
  const { invoices } = await (await invoicesOf(buyer)).json()
  expect(invoices[0]).toMatchObject({ status: 'open', due: 1900, url: expect.stringMatching(/^http/) })
  expect(invoices[0]).not.toHaveProperty('nextAttempt')
  await vendors.control('stripe', 'settle', buyer.subscriptionId)
  await expect.poll(async () => (await planOf(buyer)).subscription?.status).toBe('active')
  expect((await planOf(buyer)).subscription).not.toHaveProperty('paymentIssue')
})
