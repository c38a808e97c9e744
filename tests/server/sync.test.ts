import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawStamp, write } from '@/lib/server/billing/sync'
import { currentPlan } from '@/lib/server/billing/plan'
import type { ProviderSubscription } from '@/lib/server/billing/provider'
import { stage } from '@/tests/setup/stage'

let world: Awaited<ReturnType<typeof stage>>
beforeAll(async () => {
  world = await stage()
})
afterAll(() => world.close())

/** Only the customers of people who are here are written about. */
async function know(uid: string, provider: 'stripe' | 'chargebee' = 'stripe') {
  const { database } = await import('@/lib/server/db/client')
  const { customers } = await import('@/lib/server/db/schema')
  await (await database()).insert(customers).values({ uid, provider, customerId: `cus_${uid}` })
}

const told = (change: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  customerId: 'cus_1',
  productIdentifier: 'plan',
  price: { id: 'price_1', amount: 1900, currency: 'USD', interval: 'month' },
  status: 'active',
  isUnSubscribed: false,
  access: true,
  currentPeriodEnd: new Date('2027-01-01'),
  trialEnd: null,
  startedAt: new Date('2026-11-01'),
  ...change,
})

const ended = { status: 'canceled', isUnSubscribed: true, access: false } as const

test('an answer to an older question never overwrites the answer to a newer one', async () => {
  await know('late')
  const [older, newer] = [await drawStamp(), await drawStamp()]
  await write(newer, 'late', 'stripe', [told({ ...ended })])
  await write(older, 'late', 'stripe', [told()])
  expect((await currentPlan('late')).subscription?.status).toBe('canceled')
})

test('the same answer twice changes nothing', async () => {
  await know('twice')
  const stamp = await drawStamp()
  await write(stamp, 'twice', 'stripe', [told({ id: 'sub_2' })])
  const before = await currentPlan('twice')
  await write(stamp, 'twice', 'stripe', [told({ id: 'sub_2' })])
  expect(await currentPlan('twice')).toEqual(before)
})

test('forty answers at once end with the newest question’s', async () => {
  await know('many', 'chargebee')
  const stamps = await Promise.all(Array.from({ length: 40 }, drawStamp))
  const newest = Math.max(...stamps)
  await Promise.all(
    stamps.map((stamp) =>
      write(stamp, 'many', 'chargebee', [told({ id: 'sub_3', currentPeriodEnd: new Date(stamp * 86_400_000) })]),
    ),
  )
  expect((await currentPlan('many')).subscription?.currentPeriodEnd).toBe(new Date(newest * 86_400_000).toISOString())
})

test('the end of an old plan does not wipe a new one, and the one that counts is shown', async () => {
  await know('changed')
  await write(await drawStamp(), 'changed', 'stripe', [
    told({ id: 'sub_old', startedAt: new Date('2026-01-01') }),
    told({ id: 'sub_new', startedAt: new Date('2026-10-01') }),
  ])
  await write(await drawStamp(), 'changed', 'stripe', [told({ id: 'sub_old', ...ended })])
  expect(await currentPlan('changed')).toMatchObject({ isUnSubscribed: false, subscription: { id: 'sub_new' } })
})

test('of two with access the one that renews counts; an incomplete one never comes before', async () => {
  await know('both')
  await write(await drawStamp(), 'both', 'stripe', [
    told({ id: 'sub_a', isUnSubscribed: true, startedAt: new Date('2026-10-02') }),
    told({ id: 'sub_b', startedAt: new Date('2026-10-01') }),
    told({ id: 'sub_c', status: 'incomplete', isUnSubscribed: true, access: false, startedAt: new Date('2026-10-03') }),
  ])
  expect((await currentPlan('both')).subscription?.id).toBe('sub_b')
})

test('nothing is written about somebody who is not here any more', async () => {
  await write(await drawStamp(), 'gone', 'stripe', [told({ id: 'sub_gone' })])
  expect(await currentPlan('gone')).toMatchObject({ subscription: null })
})
