import { describe, expect, test, vi } from 'vitest'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import { duplicates } from '@/lib/server/db/schema'
import { allRows, cancelPlan, checkout, planOf, syncPlan } from '@/tests/setup/buyers'
import { storeUser } from '@/tests/setup/rows'
import { vendors, person, subscribed, duplicatesOf, waitForSettlement, emailsTo } from './second-plans'

test('keeps a paid plan before an older past-due one, without refund', async () => {
  const who = await subscribed('chargebee')
  await storeUser(who.uid)
  await cancelPlan(who, who.subscriptionId, 'chargebee')
  const one = await (await checkout('chargebee', who)).json()
  const two = await (await checkout('stripe', who)).json()
  await vendors.pay(one.url)
  await expect.poll(async () => (await planOf(who)).isUnSubscribed).toBe(false)
  const older = (await planOf(who)).subscription?.id ?? ''
  await vendors.control('chargebee', 'past-due', older)
  await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('past_due')
  const settle = vi.spyOn(await billingProvider('chargebee'), 'settle')
  // Providers report whole seconds.
  vendors.setNow(() => Date.now() + 5000)
  await vendors.pay(two.url)
  vendors.setNow(() => Date.now())
  await waitForSettlement(who)
  expect(await duplicatesOf(who.uid)).toEqual([
    expect.objectContaining({
      store: 'chargebee',
      subscriptionId: older,
      refunded: 0,
      currency: null,
      reason: 'gave-way',
    }),
  ])
  expect((await emailsTo(who.uid)).at(-1)).toEqual(['paid-back', 'We ended another of your Unhurried plans'])
  // A message about a deleted user may still arrive.
  expect(settle.mock.calls.filter(([id, key]) => id === older && key !== null)).toEqual([])
  settle.mockRestore()
  expect(await planOf(who)).toMatchObject({
    isUnSubscribed: false,
    subscription: { store: 'stripe', status: 'active' },
  })
  expect((await allRows(who)).find(({ id }) => id === older)).toMatchObject({ status: 'canceled' })
})

describe('the report of a plan ended after a payment', () => {
  async function ended(change: Partial<typeof duplicates.$inferInsert> = {}) {
    const who = await person()
    const row = { store: 'stripe' as const, subscriptionId: `sub_${who.uid}`, uid: who.uid, customerId: 'cus' }
    const settledAt = { endedAt: new Date(), refundedAt: new Date(), refunded: 1900, currency: 'USD' }
    const all = { ...row, ...settledAt, reason: 'second-plan' as const, ...change }
    await (await database()).insert(duplicates).values(all)
    return who
  }
  const endedPlan = async (who: { uid: string; token: string }) => (await (await syncPlan(who)).json()).ended

  test.each<[string, Partial<typeof duplicates.$inferInsert>, unknown]>([
    ['has the refund', {}, { reason: 'second-plan', refund: { amount: 1900, currency: 'USD' }, settled: true }],
    ['has no refund', { refunded: 0, currency: null }, { reason: 'second-plan', refund: null, settled: true }],
    ['is absent before it has ended', { endedAt: null }, undefined],
    ['is absent for an old one', { foundAt: new Date(Date.now() - 3_700_000) }, undefined],
    ['is absent without a reason', { reason: null }, undefined],
  ])('%s', async (_, change, expected) => {
    expect(await endedPlan(await ended(change))).toEqual(expected)
  })

  test('is not shown after another checkout was opened', async () => {
    const who = await ended({ foundAt: new Date(Date.now() - 1000) })
    expect((await checkout('stripe', who)).status).toBe(200)
    expect(await endedPlan(who)).toBeUndefined()
  })
})
