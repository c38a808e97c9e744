import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { POST as cancel } from '@/app/api/users/cancel-plan/route'
import { findCustomerId } from '@/lib/server/billing/customers'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import * as schema from '@/lib/server/db/schema'
import { subscriptions } from '@/lib/server/db/schema'
import { call } from '@/tests/setup/stage'
import { world, subscriber, recordsOf, remove } from './accounts'

describe('a second payment', () => {
  async function withDuplicate(uid: string, foundAt = new Date()) {
    const token = await subscriber(uid)
    const db = await database()
    const [row] = await db.select().from(schema.subscriptions).where(eq(schema.subscriptions.uid, uid))
    const { id: subscriptionId = '', customerId } = row ?? {}
    await db
      .insert(schema.duplicates)
      .values({ store: 'stripe', subscriptionId, uid, customerId: customerId ?? '', foundAt })
    const provider = await billingProvider('stripe')
    const { settle } = provider
    const refund = vi.spyOn(provider, 'settle')
    refund.mockImplementation((id, key) => (key === null ? settle(id, key) : Promise.reject(new Error('not now'))))
    return { token, refund }
  }

  test('is refunded first, and blocks the deletion until then', async () => {
    const { token, refund } = await withDuplicate('mia')
    const { status, body } = await remove('mia', token)
    expect(status).toBe(502)
    expect(body.error.message).toMatch(/second payment yet\. Your account and your data are still here/)
    expect(world.identity.accounts.has('mia')).toBe(true)
    refund.mockRestore()
    expect((await remove('mia', token)).status).toBe(200)
    expect(await recordsOf('mia')).toEqual(['deleted_users'])
  })

  test('blocks the deletion for a week at most', async () => {
    const { token } = await withDuplicate('nora', new Date(Date.now() - 8 * 86_400_000))
    expect((await remove('nora', token)).status).toBe(200)
    expect(await recordsOf('nora')).toEqual(['deleted_users'])
  })
})

test('keeps proof of consent by customer id alone', async () => {
  const token = await subscriber('olga')
  const db = await database()
  const [known] = await db.select().from(schema.customers).where(eq(schema.customers.uid, 'olga'))
  const number = { provider: 'stripe', customerId: known?.customerId ?? '' }
  await db.insert(schema.consents).values({
    id: 'olga-early',
    uid: 'olga',
    kind: 'renewal',
    wordingVersion: '2026-11-21',
    priceId: 'price_monthly_usd',
    provider: 'stripe',
  })
  await remove('olga', token)
  expect(await recordsOf('olga')).toEqual(['deleted_users'])
  const { consents, planChanges, deletedCustomers } = schema
  const kept = await db.select().from(consents).where(eq(consents.customerId, number.customerId))
  expect(kept).toMatchObject([{ uid: null, kind: 'renewal', priceId: 'price_monthly_usd', amount: 1900 }])
  expect(await db.$count(consents, eq(consents.id, 'olga-early'))).toBe(0)
  const lines = await db
    .select()
    .from(planChanges)
    .where(eq(planChanges.customerId, number.customerId))
    .orderBy(planChanges.stamp)
  expect(lines).toMatchObject([
    { uid: null, kind: 'begun', status: 'trialing' },
    { uid: null, kind: 'ended', status: 'canceled', access: false },
  ])
  expect(await db.select().from(deletedCustomers).where(eq(deletedCustomers.customerId, number.customerId))).toEqual([
    { ...number, deletedAt: expect.any(Date) },
  ])
})

test.each(['paused', 'unpaid', 'incomplete', 'future'] as const)(
  'ends a plan that is %s with the account',
  async (status) => {
    const token = await subscriber(`xena-${status}`)
    const provider = await billingProvider('stripe')
    const { subscriptions } = provider
    const seen = vi.spyOn(provider, 'subscriptions').mockImplementation(async (customer, uid) => {
      const { own, foreign } = await subscriptions(customer, uid)
      const changed = own.map((one) =>
        one.status === 'canceled' ? one : { ...one, status, isUnSubscribed: true, access: false },
      )
      return { own: changed, foreign }
    })
    const customer = (await findCustomerId(`xena-${status}`, 'stripe')) ?? ''
    expect((await remove(`xena-${status}`, token)).status).toBe(200)
    seen.mockRestore()
    expect((await provider.subscriptions(customer, null)).own.map((one) => one.status)).toEqual(['canceled'])
    const lines = await (
      await database()
    )
      .select()
      .from(schema.planChanges)
      .where(eq(schema.planChanges.customerId, customer))
      .orderBy(schema.planChanges.stamp)
    expect(lines.at(-1)?.status).toBe('canceled')
  },
)

test("answers 409 with the store's address for an app store plan", async () => {
  const token = await world.identity.signIn('gwen')
  for (const store of ['play_store', 'app_store'] as const) {
    await (await database()).insert(subscriptions).values({
      store,
      id: `${store}-1`,
      uid: 'gwen',
      status: 'active',
      isUnSubscribed: false,
      access: true,
      startedAt: new Date(),
      stamp: 1,
    })
    const body = { uid: 'gwen', subscriptionId: `${store}-1`, store }
    const response = await call(cancel, '/users/cancel-plan?uid=gwen', { token, body })
    expect(response.status).toBe(409)
    expect((await response.json()).error).toMatchObject({
      code: 'cancel-in-store',
      cancelUrl: expect.stringMatching(/^https:/),
    })
  }
})
