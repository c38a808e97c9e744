import { asc, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { applyProviderState, nextSyncStamp } from '@/lib/server/billing/provider-state'
import { currentPlan } from '@/lib/server/billing/plan'
import type { ProviderSubscription } from '@/lib/server/billing/providers/provider'
import { database } from '@/lib/server/db/client'
import { customers, planChanges, planEmails } from '@/lib/server/db/schema'
import { storeUser, providerSubscription } from '@/tests/setup/rows'
import { stage } from '@/tests/setup/stage'

const world = await stage()
afterAll(() => world.close())

/** Stores the user, because only users' customers are synced. */
async function storeCustomer(uid: string, provider: 'stripe' | 'chargebee' = 'stripe') {
  await (await database()).insert(customers).values({ uid, provider, customerId: `cus_${uid}` })
}

type State = Parameters<typeof applyProviderState>[0]
const apply = (state: Omit<State, 'provider'> & Partial<State>) => applyProviderState({ provider: 'stripe', ...state })

const ended = { status: 'canceled', isUnSubscribed: true, access: false } as const

test('never overwrites a newer state with an older one', async () => {
  await storeCustomer('late')
  const [older, newer] = [await nextSyncStamp(), await nextSyncStamp()]
  await apply({ uid: 'late', stamp: newer, subscriptions: [providerSubscription({ ...ended })] })
  await apply({ uid: 'late', stamp: older, subscriptions: [providerSubscription()] })
  expect((await currentPlan('late')).subscription?.status).toBe('canceled')
})

const cancelled = providerSubscription({ isUnSubscribed: true })
const linesOf = async (uid: string) => {
  const own = eq(planChanges.uid, uid)
  const lines = await (await database()).select().from(planChanges).where(own).orderBy(asc(planChanges.stamp))
  return lines.map(({ kind }) => kind)
}

test.each([
  ['the later question', (first: number, second: number) => [first, second]],
  ['the earlier question', (first: number, second: number) => [second, first]],
])('skips an ambiguous overlapping read from %s, and stores the next', async (name, order) => {
  const uid = name.replaceAll(' ', '-')
  await storeCustomer(uid)
  await apply({ uid, stamp: await nextSyncStamp(), subscriptions: [providerSubscription({ id: uid })] })
  const [one, other] = order(await nextSyncStamp(), await nextSyncStamp())
  await apply({ uid, stamp: one ?? 0, subscriptions: [{ ...cancelled, id: uid }], onAmbiguous: 'skip' })
  expect(
    await apply({ uid, stamp: other ?? 0, subscriptions: [providerSubscription({ id: uid })], onAmbiguous: 'skip' }),
  ).toBe('ambiguous')
  expect(
    await apply({ uid, stamp: other ?? 0, subscriptions: [{ ...cancelled, id: uid }], onAmbiguous: 'skip' }),
  ).not.toBe('ambiguous')
  expect((await currentPlan(uid)).isUnSubscribed).toBe(true)
  expect(await linesOf(uid)).toEqual(['begun', 'cancelled'])
  expect(
    await apply({
      uid,
      stamp: await nextSyncStamp(),
      subscriptions: [providerSubscription({ id: uid })],
      onAmbiguous: 'skip',
    }),
  ).toBe('changed')
  expect(await linesOf(uid)).toEqual(['begun', 'cancelled', 'resumed'])
})

test('keeps the new plan when an old one ends, and shows the current one', async () => {
  await storeCustomer('changed')
  await apply({
    uid: 'changed',
    stamp: await nextSyncStamp(),
    subscriptions: [
      providerSubscription({ id: 'sub_old', startedAt: new Date('2026-01-01') }),
      providerSubscription({ id: 'sub_new', startedAt: new Date('2026-10-01') }),
    ],
  })
  await apply({
    uid: 'changed',
    stamp: await nextSyncStamp(),
    subscriptions: [providerSubscription({ id: 'sub_old', ...ended })],
  })
  expect(await currentPlan('changed')).toMatchObject({ isUnSubscribed: false, subscription: { id: 'sub_new' } })
})

const incomplete = { status: 'incomplete', isUnSubscribed: true, access: false } as const

test.each([
  [
    'the plan that renews, and never an incomplete one',
    'sub_b',
    [
      { id: 'sub_a', isUnSubscribed: true, startedAt: new Date('2026-10-02') },
      { id: 'sub_b', startedAt: new Date('2026-10-01') },
      { id: 'sub_c', ...incomplete, startedAt: new Date('2026-10-03') },
    ],
  ],
  [
    'an ended plan before a newer incomplete purchase',
    'sub_over',
    [
      { id: 'sub_over', ...ended, startedAt: new Date('2026-10-01') },
      { id: 'sub_try', ...incomplete, startedAt: new Date('2026-10-02') },
    ],
  ],
])('shows %s', async (_, shown, plans) => {
  const uid = `shown-${shown}`
  await storeCustomer(uid)
  await apply({ uid, stamp: await nextSyncStamp(), subscriptions: plans.map(providerSubscription) })
  expect((await currentPlan(uid)).subscription?.id).toBe(shown)
})

test('stores nothing about a deleted account', async () => {
  await apply({ uid: 'gone', stamp: await nextSyncStamp(), subscriptions: [providerSubscription({ id: 'sub_gone' })] })
  expect(await currentPlan('gone')).toMatchObject({ subscription: null })
})

/** A user's stored changes in order, with their emails. */
async function recordsOf(uid: string) {
  const db = await database()
  return {
    changes: await db.select().from(planChanges).where(eq(planChanges.uid, uid)).orderBy(asc(planChanges.stamp)),
    emails: await db.select().from(planEmails).where(eq(planEmails.uid, uid)).orderBy(asc(planEmails.createdAt)),
  }
}

const tell = async (uid: string, change: Partial<ProviderSubscription>, allOf?: string) =>
  apply({ uid, stamp: await nextSyncStamp(), subscriptions: [providerSubscription(change)], completeFor: allOf })

describe('change records and emails', () => {
  test('stores one record per change, in order, with its emails', async () => {
    await storeCustomer('chain')
    await storeUser('chain', 'chain@example.org')
    const trial = { id: 'sub_chain', status: 'trialing' } as const
    const later = new Date('2027-02-01')
    expect(await tell('chain', trial)).toBe('changed')
    expect(await tell('chain', trial)).toBe('same')
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later })
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later, isUnSubscribed: true })
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later })
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later, status: 'past_due' })
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later, ...ended })
    const { changes, emails } = await recordsOf('chain')
    expect(changes.map(({ kind, statusBefore, status }) => [kind, statusBefore, status])).toEqual([
      ['begun', null, 'trialing'],
      ['renewed', 'trialing', 'active'],
      ['cancelled', 'active', 'active'],
      ['resumed', 'active', 'active'],
      ['past-due', 'active', 'past_due'],
      ['ended', 'past_due', 'canceled'],
    ])
    expect(emails.map(({ kind, email }) => [kind, email])).toEqual([
      ['begun', 'chain@example.org'],
      ['cancelled', 'chain@example.org'],
      ['resumed', 'chain@example.org'],
    ])
  })

  test('stores one record and email for forty shuffled cancellations', async () => {
    await storeCustomer('crowd')
    await storeUser('crowd', 'crowd@example.org')
    await tell('crowd', { id: 'sub_crowd' })
    const stamps = (await Promise.all(Array.from({ length: 40 }, nextSyncStamp))).toSorted((a, b) => (a % 7) - (b % 7))
    await Promise.all(
      stamps.map((stamp) =>
        apply({
          uid: 'crowd',
          stamp,
          subscriptions: [providerSubscription({ id: 'sub_crowd', isUnSubscribed: true })],
        }),
      ),
    )
    const { changes, emails } = await recordsOf('crowd')
    expect(changes.map(({ kind }) => kind)).toEqual(['begun', 'cancelled'])
    expect(emails.map(({ kind }) => kind)).toEqual(['begun', 'cancelled'])
  })

  test('stores the record but no email without an address', async () => {
    await storeCustomer('silent')
    await storeUser('silent', null)
    await tell('silent', { id: 'sub_silent' })
    const { changes, emails } = await recordsOf('silent')
    expect(changes).toHaveLength(1)
    expect(emails).toEqual([])
  })

  test('sends no welcome for a second plan', async () => {
    await storeCustomer('second')
    await storeUser('second', 'second@example.org')
    await tell('second', { id: 'sub_second_1' })
    await tell('second', { id: 'sub_second_2', startedAt: new Date('2026-11-02') })
    expect((await recordsOf('second')).emails.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^begun-stripe-sub_second_1-/),
    ])
  })
})

describe('plans that a provider no longer lists', () => {
  test('end if the list is complete for that customer', async () => {
    await storeCustomer('lost')
    await tell('lost', { id: 'sub_lost', customerId: 'cus_lost' })
    await apply({ uid: 'lost', stamp: await nextSyncStamp(), subscriptions: [], completeFor: 'cus_lost' })
    expect(await currentPlan('lost')).toMatchObject({ isUnSubscribed: true, subscription: { status: 'canceled' } })
    expect((await recordsOf('lost')).changes.map(({ kind }) => kind)).toEqual(['begun', 'ended'])
    expect(await apply({ uid: 'lost', stamp: await nextSyncStamp(), subscriptions: [], completeFor: 'cus_lost' })).toBe(
      'same',
    )
  })

  test('stay if the list is older, or another customer’s', async () => {
    await storeCustomer('kept')
    const older = await nextSyncStamp()
    await tell('kept', { id: 'sub_kept', customerId: 'cus_kept' })
    await apply({ uid: 'kept', stamp: older, subscriptions: [], completeFor: 'cus_kept' })
    await apply({ uid: 'kept', stamp: await nextSyncStamp(), subscriptions: [], completeFor: 'cus_other' })
    expect((await currentPlan('kept')).subscription?.status).toBe('active')
  })
})

describe('a plan that was moved to another customer', () => {
  const moved = (name: string) => [
    { id: `sub_${name}`, customerId: `cus_from-${name}` },
    { id: `sub_${name}`, customerId: `cus_to-${name}` },
  ]
  const list = async (uid: string, change: Partial<ProviderSubscription> | undefined, stamp?: number) =>
    apply({
      uid,
      stamp: stamp ?? (await nextSyncStamp()),
      subscriptions: change ? [providerSubscription(change)] : [],
      completeFor: `cus_${uid}`,
    })

  test.each(['old owner first', 'new owner first'])('belongs to the new owner only: %s', async (order) => {
    const name = order.replaceAll(' ', '-')
    const [from, to] = [`from-${name}`, `to-${name}`]
    await Promise.all([storeCustomer(from), storeCustomer(to)])
    const [before, after] = moved(name)
    await list(from, before)
    if (order.startsWith('old')) await list(from, undefined)
    await list(to, after)
    for (let again = 0; again < 2; again++) {
      await list(from, undefined)
      await list(to, after)
      expect((await currentPlan(from)).subscription).toBeNull()
      expect((await currentPlan(to)).subscription).toMatchObject({ id: `sub_${name}`, status: 'active' })
    }
    expect((await recordsOf(from)).changes.map(({ kind }) => kind)).toEqual(['begun', 'ended'])
    expect((await recordsOf(to)).changes.map(({ kind, customerId }) => [kind, customerId])).toEqual([
      ['begun', `cus_to-${name}`],
    ])
  })

  test('is not ended by an older list of the old owner', async () => {
    await Promise.all([storeCustomer('from-race'), storeCustomer('to-race')])
    const [before, after] = moved('race')
    await list('from-race', before)
    const earlier = await nextSyncStamp()
    await list('to-race', after)
    await list('from-race', undefined, earlier)
    await list('from-race', before, earlier)
    expect((await currentPlan('to-race')).subscription?.status).toBe('active')
    expect((await currentPlan('from-race')).subscription).toBeNull()
  })
})
