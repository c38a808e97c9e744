/** “Cancel and refund” within the refund window. */
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { POST as refundPlan } from '@/app/api/users/refund-plan/route'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { duplicates } from '@/lib/server/db/schema'
import { names, planOf, providers, syncPlan, type Name, type Person } from '@/tests/setup/buyers'
import { call, refusalOf } from '@/tests/setup/stage'
import { buyer, vendors } from './mailed-buyers'

const { siteSettings } = env()
afterEach(() => void (siteSettings.refundWindowDays = 14))

const refund = ({ uid, token }: Person, subscriptionId: string, store: Name) =>
  call(refundPlan, `/users/refund-plan?uid=${uid}`, { token, body: { uid, subscriptionId, store } })

const refundsOf = (name: Name, subscription: string) =>
  Object.values(vendors.state()[name].invoices)
    .filter((invoice) => invoice.subscription === subscription && invoice.amount > 0)
    .map(({ refunds }) => refunds.map(({ amount }) => amount))

/** @param daysAgo since the free week ended and the plan was charged */
async function payer(name: Name, daysAgo: number, change = {}) {
  const who = await buyer(name, { daysAgo: daysAgo + 7, change })
  await syncPlan(who)
  return who
}

describe.each(names)('at %s', (name) => {
  test('the first charge after a trial is refunded once, and the plan ends', async () => {
    const who = await payer(name, 13)
    const { subscription } = await planOf(who)
    expect(Date.parse(subscription?.refundUntil ?? '') - Date.now()).toBeLessThan(86_400_000 + 60_000)
    const answers = await Promise.all([1, 2].map(() => refund(who, who.subscriptionId, name)))
    for (const answer of [...answers, await refund(who, who.subscriptionId, name)]) {
      expect(await answer.json()).toMatchObject({ isUnSubscribed: true, subscription: { status: 'canceled' } })
    }
    expect(refundsOf(name, who.subscriptionId)).toEqual([[1900]])
    await expect.poll(who.subjects).toContain('Your Unhurried plan is cancelled and refunded')
    expect(who.text(/refunded/)).toContain('is refunding $19 the way you paid')
    expect(who.subjects()).not.toContain('Your plan has ended')
  })

  test('a yearly renewal is refunded, and the year before it is not', async () => {
    const who = await payer(name, 367, { priceId: providers[name].yearly })
    expect((await refund(who, who.subscriptionId, name)).status).toBe(200)
    expect(refundsOf(name, who.subscriptionId)).toEqual([[], [18000]])
  })

  test.each([
    ['after the window', 15, {}],
    ['in a trial', -2, {}],
    ['a monthly renewal', 35, {}],
  ])('nothing is refunded %s', async (_, daysAgo, change) => {
    const who = await payer(name, daysAgo, change)
    expect((await planOf(who)).subscription).not.toHaveProperty('refundUntil')
    expect(await refusalOf(refund(who, who.subscriptionId, name))).toEqual([409, 'refund-window-over'])
    expect(refundsOf(name, who.subscriptionId).flat()).toEqual([])
    expect((await planOf(who)).isUnSubscribed).toBe(false)
  })

  test('nothing is refunded if the owner has switched it off', async () => {
    siteSettings.refundWindowDays = 0
    const who = await payer(name, 1)
    expect((await planOf(who)).subscription).not.toHaveProperty('refundUntil')
    expect(await refusalOf(refund(who, who.subscriptionId, name))).toEqual([409, 'refund-window-over'])
  })

  test('a refund that the provider did not answer is finished later', async () => {
    const who = await payer(name, 1)
    vendors.refuse(/refund/, { status: 503, code: undefined })
    expect((await refund(who, who.subscriptionId, name)).status).toBe(200)
    expect((await planOf(who)).subscription?.status).toBe('canceled')
    expect(refundsOf(name, who.subscriptionId)).toEqual([[]])
    vendors.refuse(null)
    await syncPlan(who)
    expect(refundsOf(name, who.subscriptionId)).toEqual([[1900]])
  })

  test('a plan that the provider refuses to end keeps running', async () => {
    const who = await payer(name, 1)
    vendors.refuse(name === 'stripe' ? /\/v1\/subscriptions\/sub_/ : /cancel_for_items/)
    expect(await refusalOf(refund(who, who.subscriptionId, name))).toEqual([409, 'provider-refused'])
    vendors.refuse(null)
    await syncPlan(who)
    expect((await planOf(who)).subscription?.status).toBe('active')
    const db = await database()
    expect(await db.$count(duplicates, eq(duplicates.uid, who.uid))).toBe(0)
  })
})
