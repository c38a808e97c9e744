import { asc, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { applyProviderState, nextSyncStamp } from '@/lib/server/billing/provider-state'
import { currentPlan } from '@/lib/server/billing/plan'
import type { ProviderSubscription } from '@/lib/server/billing/providers/provider'
import { stage } from '@/tests/setup/stage'

const world = await stage()
afterAll(() => world.close())

/** Stores the user, because only users' customers are synced. */
async function know(uid: string, provider: 'stripe' | 'chargebee' = 'stripe') {
  const { database } = await import('@/lib/server/db/client')
  const { customers } = await import('@/lib/server/db/schema')
  await (await database()).insert(customers).values({ uid, provider, customerId: `cus_${uid}` })
}

type State = Parameters<typeof applyProviderState>[0]
const apply = (state: Omit<State, 'provider'> & Partial<State>) => applyProviderState({ provider: 'stripe', ...state })

const told = (change: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  customerId: 'cus_1',
  productIdentifier: 'plan',
  price: { id: 'price_1', amount: 1900, currency: 'USD', interval: 'month' },
  status: 'active',
  isUnSubscribed: false,
  access: true,
  currentPeriodEnd: new Date('2027-01-01'),
  endsAt: null,
  trialEnd: null,
  openInvoice: false,
  nextCharge: { at: new Date('2027-01-01'), amount: 1900, currency: 'USD' },
  adjusted: false,
  startedAt: new Date('2026-11-01'),
  ...change,
})

const ended = { status: 'canceled', isUnSubscribed: true, access: false } as const

test('never overwrites a newer state with an older one', async () => {
  await know('late')
  const [older, newer] = [await nextSyncStamp(), await nextSyncStamp()]
  await apply({ uid: 'late', stamp: newer, subscriptions: [told({ ...ended })] })
  await apply({ uid: 'late', stamp: older, subscriptions: [told()] })
  expect((await currentPlan('late')).subscription?.status).toBe('canceled')
})

test('changes nothing when the same state is applied twice', async () => {
  await know('twice')
  const stamp = await nextSyncStamp()
  await apply({ uid: 'twice', stamp, subscriptions: [told({ id: 'sub_2' })] })
  const before = await currentPlan('twice')
  await apply({ uid: 'twice', stamp, subscriptions: [told({ id: 'sub_2' })] })
  expect(await currentPlan('twice')).toEqual(before)
})

test('ends with the newest of forty concurrent states', async () => {
  await know('many', 'chargebee')
  const stamps = await Promise.all(Array.from({ length: 40 }, nextSyncStamp))
  const newest = Math.max(...stamps)
  await Promise.all(
    stamps.map((stamp) =>
      apply({
        uid: 'many',
        provider: 'chargebee',
        stamp,
        subscriptions: [told({ id: 'sub_3', currentPeriodEnd: new Date(stamp * 86_400_000) })],
      }),
    ),
  )
  expect((await currentPlan('many')).subscription?.currentPeriodEnd).toBe(new Date(newest * 86_400_000).toISOString())
})

const cancelled = told({ isUnSubscribed: true })
const linesOf = async (uid: string) => {
  const { database } = await import('@/lib/server/db/client')
  const { planChanges } = await import('@/lib/server/db/schema')
  const own = eq(planChanges.uid, uid)
  const lines = await (await database()).select().from(planChanges).where(own).orderBy(asc(planChanges.stamp))
  return lines.map(({ kind }) => kind)
}

test.each([
  ['the later question', (first: number, second: number) => [first, second]],
  ['the earlier question', (first: number, second: number) => [second, first]],
])('skips an ambiguous overlapping read from %s, and stores the next', async (name, order) => {
  const uid = name.replaceAll(' ', '-')
  await know(uid)
  await apply({ uid, stamp: await nextSyncStamp(), subscriptions: [told({ id: uid })] })
  const [one, other] = order(await nextSyncStamp(), await nextSyncStamp())
  await apply({ uid, stamp: one ?? 0, subscriptions: [{ ...cancelled, id: uid }], onAmbiguous: 'skip' })
  expect(await apply({ uid, stamp: other ?? 0, subscriptions: [told({ id: uid })], onAmbiguous: 'skip' })).toBe(
    'ambiguous',
  )
  expect(
    await apply({ uid, stamp: other ?? 0, subscriptions: [{ ...cancelled, id: uid }], onAmbiguous: 'skip' }),
  ).not.toBe('ambiguous')
  expect((await currentPlan(uid)).isUnSubscribed).toBe(true)
  expect(await linesOf(uid)).toEqual(['begun', 'cancelled'])
  expect(
    await apply({ uid, stamp: await nextSyncStamp(), subscriptions: [told({ id: uid })], onAmbiguous: 'skip' }),
  ).toBe('changed')
  expect(await linesOf(uid)).toEqual(['begun', 'cancelled', 'resumed'])
})

test('keeps the new plan when an old one ends, and shows the current one', async () => {
  await know('changed')
  await apply({
    uid: 'changed',
    stamp: await nextSyncStamp(),
    subscriptions: [
      told({ id: 'sub_old', startedAt: new Date('2026-01-01') }),
      told({ id: 'sub_new', startedAt: new Date('2026-10-01') }),
    ],
  })
  await apply({ uid: 'changed', stamp: await nextSyncStamp(), subscriptions: [told({ id: 'sub_old', ...ended })] })
  expect(await currentPlan('changed')).toMatchObject({ isUnSubscribed: false, subscription: { id: 'sub_new' } })
})

test('shows the plan that renews, and never an incomplete one first', async () => {
  await know('both')
  await apply({
    uid: 'both',
    stamp: await nextSyncStamp(),
    subscriptions: [
      told({ id: 'sub_a', isUnSubscribed: true, startedAt: new Date('2026-10-02') }),
      told({ id: 'sub_b', startedAt: new Date('2026-10-01') }),
      told({
        id: 'sub_c',
        status: 'incomplete',
        isUnSubscribed: true,
        access: false,
        startedAt: new Date('2026-10-03'),
      }),
    ],
  })
  expect((await currentPlan('both')).subscription?.id).toBe('sub_b')
})

test('counts an ended plan before a newer incomplete purchase', async () => {
  await know('unfinished')
  await apply({
    uid: 'unfinished',
    stamp: await nextSyncStamp(),
    subscriptions: [
      told({ id: 'sub_over', ...ended, startedAt: new Date('2026-10-01') }),
      told({
        id: 'sub_try',
        status: 'incomplete',
        isUnSubscribed: true,
        access: false,
        startedAt: new Date('2026-10-02'),
      }),
    ],
  })
  expect((await currentPlan('unfinished')).subscription?.id).toBe('sub_over')
})

test('stores nothing about a deleted account', async () => {
  await apply({ uid: 'gone', stamp: await nextSyncStamp(), subscriptions: [told({ id: 'sub_gone' })] })
  expect(await currentPlan('gone')).toMatchObject({ subscription: null })
})

/** A user's stored changes in order, with their emails. */
async function traces(uid: string) {
  const { database } = await import('@/lib/server/db/client')
  const { planEmails: letters, planChanges } = await import('@/lib/server/db/schema')
  const db = await database()
  return {
    changes: await db.select().from(planChanges).where(eq(planChanges.uid, uid)).orderBy(asc(planChanges.stamp)),
    letters: await db.select().from(letters).where(eq(letters.uid, uid)).orderBy(asc(letters.createdAt)),
  }
}

async function address(uid: string, email: string | null) {
  const { database } = await import('@/lib/server/db/client')
  const { users } = await import('@/lib/server/db/schema')
  await (await database()).insert(users).values({ uid, email, providerId: 'password' })
}

const tell = async (uid: string, change: Partial<ProviderSubscription>, allOf?: string) =>
  apply({ uid, stamp: await nextSyncStamp(), subscriptions: [told(change)], completeFor: allOf })

describe('change records and emails', () => {
  test('stores one record per change, in order, with its emails', async () => {
    await know('chain')
    await address('chain', 'chain@example.org')
    const trial = { id: 'sub_chain', status: 'trialing' } as const
    const later = new Date('2027-02-01')
    expect(await tell('chain', trial)).toBe('changed')
    expect(await tell('chain', trial)).toBe('same')
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later })
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later, isUnSubscribed: true })
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later })
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later, status: 'past_due' })
    await tell('chain', { id: 'sub_chain', currentPeriodEnd: later, ...ended })
    const { changes, letters } = await traces('chain')
    expect(changes.map(({ kind, statusBefore, status }) => [kind, statusBefore, status])).toEqual([
      ['begun', null, 'trialing'],
      ['renewed', 'trialing', 'active'],
      ['cancelled', 'active', 'active'],
      ['resumed', 'active', 'active'],
      ['past-due', 'active', 'past_due'],
      ['ended', 'past_due', 'canceled'],
    ])
    expect(letters.map(({ kind, email }) => [kind, email])).toEqual([
      ['begun', 'chain@example.org'],
      ['cancelled', 'chain@example.org'],
      ['resumed', 'chain@example.org'],
    ])
  })

  test('stores one record and email for forty shuffled cancellations', async () => {
    await know('crowd')
    await address('crowd', 'crowd@example.org')
    await tell('crowd', { id: 'sub_crowd' })
    const stamps = (await Promise.all(Array.from({ length: 40 }, nextSyncStamp))).toSorted((a, b) => (a % 7) - (b % 7))
    await Promise.all(
      stamps.map((stamp) =>
        apply({ uid: 'crowd', stamp, subscriptions: [told({ id: 'sub_crowd', isUnSubscribed: true })] }),
      ),
    )
    const { changes, letters } = await traces('crowd')
    expect(changes.map(({ kind }) => kind)).toEqual(['begun', 'cancelled'])
    expect(letters.map(({ kind }) => kind)).toEqual(['begun', 'cancelled'])
  })

  test('stores the record but no email without an address', async () => {
    await know('silent')
    await address('silent', null)
    await tell('silent', { id: 'sub_silent' })
    const { changes, letters } = await traces('silent')
    expect(changes).toHaveLength(1)
    expect(letters).toEqual([])
  })

  test('sends no welcome for a second plan', async () => {
    await know('second')
    await address('second', 'second@example.org')
    await tell('second', { id: 'sub_second_1' })
    await tell('second', { id: 'sub_second_2', startedAt: new Date('2026-11-02') })
    expect((await traces('second')).letters.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^begun-stripe-sub_second_1-/),
    ])
  })

  test('stores no record for an older state', async () => {
    await know('older')
    const [older, newer] = [await nextSyncStamp(), await nextSyncStamp()]
    await apply({ uid: 'older', stamp: newer, subscriptions: [told({ id: 'sub_older' })] })
    expect(
      await apply({ uid: 'older', stamp: older, subscriptions: [told({ id: 'sub_older', isUnSubscribed: true })] }),
    ).toBe('stale')
    expect((await traces('older')).changes.map(({ kind }) => kind)).toEqual(['begun'])
  })
})

describe('plans that a provider no longer lists', () => {
  test('end if the list is complete for that customer', async () => {
    await know('lost')
    await tell('lost', { id: 'sub_lost', customerId: 'cus_lost' })
    await apply({ uid: 'lost', stamp: await nextSyncStamp(), subscriptions: [], completeFor: 'cus_lost' })
    expect(await currentPlan('lost')).toMatchObject({ isUnSubscribed: true, subscription: { status: 'canceled' } })
    expect((await traces('lost')).changes.map(({ kind }) => kind)).toEqual(['begun', 'ended'])
    expect(await apply({ uid: 'lost', stamp: await nextSyncStamp(), subscriptions: [], completeFor: 'cus_lost' })).toBe(
      'same',
    )
  })

  test('stay if the list is older, or another customer’s', async () => {
    await know('kept')
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
      subscriptions: change ? [told(change)] : [],
      completeFor: `cus_${uid}`,
    })

  test.each(['old owner first', 'new owner first'])('belongs to the new owner only: %s', async (order) => {
    const name = order.replaceAll(' ', '-')
    const [from, to] = [`from-${name}`, `to-${name}`]
    await Promise.all([know(from), know(to)])
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
    expect((await traces(from)).changes.map(({ kind }) => kind)).toEqual(['begun', 'ended'])
    expect((await traces(to)).changes.map(({ kind, customerId }) => [kind, customerId])).toEqual([
      ['begun', `cus_to-${name}`],
    ])
  })

  test('is read again if the old owner’s end was stored meanwhile', async () => {
    await Promise.all([know('from-late'), know('to-late')])
    const [before, after] = moved('late')
    await list('from-late', before)
    const asked = await nextSyncStamp()
    await list('from-late', undefined)
    expect(
      await apply({
        uid: 'to-late',
        stamp: asked,
        subscriptions: [told(after)],
        completeFor: 'cus_to-late',
        onAmbiguous: 'skip',
      }),
    ).toBe('ambiguous')
    await list('to-late', after)
    expect((await currentPlan('to-late')).subscription?.status).toBe('active')
  })

  test('is not ended by an older list of the old owner', async () => {
    await Promise.all([know('from-race'), know('to-race')])
    const [before, after] = moved('race')
    await list('from-race', before)
    const asked = await nextSyncStamp()
    await list('to-race', after)
    await list('from-race', undefined, asked)
    await list('from-race', before, asked)
    expect((await currentPlan('to-race')).subscription?.status).toBe('active')
    expect((await currentPlan('from-race')).subscription).toBeNull()
  })

  test('gets the id of the user’s new customer', async () => {
    await know('again')
    await tell('again', { id: 'sub_again', customerId: 'cus_lost' })
    await list('again', { id: 'sub_again', customerId: 'cus_again' })
    await apply({ uid: 'again', stamp: await nextSyncStamp(), subscriptions: [], completeFor: 'cus_lost' })
    expect((await currentPlan('again')).subscription?.status).toBe('active')
  })
})
