import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/server/db/client'
import * as schema from '@/lib/server/db/schema'
import { enforceRetention, rules } from '@/lib/server/jobs/retention'
import { stage } from '@/tests/setup/stage'

const { checkouts, consents, contactMessages, customers, deletedCustomers, deletedUsers } = schema
const { duplicates, planEmails, planChanges, subscriptions, users } = schema

const world = await stage()
afterAll(() => world.close())

const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [value as PgTable] : []))

beforeEach(async () => {
  const db = await database()
  for (const table of tables) await db.delete(table)
})

/** A leap day, so that twelve months earlier there is none. */
const now = new Date('2028-02-29T12:00:00Z')
const second = 1000
const ago = (text: string, ms = 0) => new Date(Date.parse(text) + ms)

const text = { name: 'Ada', email: 'ada@people.example', message: 'Hello' }
const planEmail = { uid: 'ada', kind: 'cancelled', email: 'ada@people.example', subject: 'S', text: 'T' }
const checkout = {
  uid: 'ada',
  provider: 'stripe',
  priceId: 'price_1',
  successUrl: 'https://unhurried.example/a',
  cancelUrl: 'https://unhurried.example/b',
  trialDays: 7,
  open: false,
  expiresAt: now,
}
const consent = { kind: 'renewal', wordingVersion: '2026-11-22', priceId: 'price_1', provider: 'stripe' }
const state = { status: 'canceled', isUnSubscribed: true, access: false } as const
const plan = (id: string, customerId: string | null, access: boolean): typeof subscriptions.$inferInsert => ({
  store: 'stripe',
  id,
  uid: 'ada',
  customerId,
  status: access ? 'active' : 'canceled',
  isUnSubscribed: !access,
  access,
  startedAt: ago('2020-01-01'),
  stamp: 1,
})

let stamps = 0
const change = (subscriptionId: string, customerId: string | null, at: Date, more: object = {}) => ({
  store: 'stripe' as const,
  subscriptionId,
  stamp: ++stamps,
  customerId,
  kind: 'ended',
  ...state,
  at,
  ...more,
})

const insert = async (table: PgTable, row: object) => (await database()).insert(table).values(row as never)

const countOf = async (table: PgTable) => (await database()).$count(table)

const [twelveMonths, ninetyDays, threeYears] = ['2027-03-01T12:00:00Z', '2027-12-01T12:00:00Z', '2025-03-01T12:00:00Z']

/** The time until which each table's rows are kept. */
const borders: [name: string, table: PgTable, border: string, row: (at: Date) => object, planChange?: object][] = [
  [
    'a message that was mailed: twelve months',
    contactMessages,
    twelveMonths,
    (receivedAt) => ({ ...text, id: 'm', digest: 'm', receivedAt, mailedAt: receivedAt }),
  ],
  [
    'a sent email: ninety days',
    planEmails,
    ninetyDays,
    (createdAt) => ({ ...planEmail, id: 'l', createdAt, mailedAt: createdAt }),
  ],
  ['a payment page: twelve months', checkouts, twelveMonths, (createdAt) => ({ ...checkout, id: 'c', createdAt })],
  [
    'the mark of a deleted account: twelve months',
    deletedUsers,
    twelveMonths,
    (deletedAt) => ({ uid: 'gone', deletedAt }),
  ],
  [
    'the customer of a deleted account: twelve months',
    deletedCustomers,
    twelveMonths,
    (deletedAt) => ({ provider: 'stripe', customerId: 'cus_gone', deletedAt }),
  ],
  [
    'a consent of somebody who never bought: twelve months, as the page',
    consents,
    twelveMonths,
    (at) => ({ ...consent, id: 'k', uid: 'ada', customerId: 'cus_1', at }),
  ],
  [
    'a consent that led to a plan, and outlived its account: three years',
    consents,
    threeYears,
    (at) => ({ ...consent, id: 'k', uid: null, customerId: 'cus_1', at }),
    // The plan ended later, and has not changed for more than a year.
    change('sub_1', 'cus_1', ago('2026-06-01')),
  ],
  ['a change of a plan that ended with it: three years', planChanges, threeYears, (at) => change('sub_1', 'cus_1', at)],
]

describe('at the retention limit', () => {
  test.each(borders)(
    'keeps %s a second before, and deletes it a second after',
    async (_, table, border, row, change) => {
      if (change) await insert(planChanges, change)
      for (const [ms, kept] of [
        [second, 1],
        [-second, 0],
      ] as const) {
        await (await database()).delete(table)
        await insert(table, row(ago(border, ms)))
        await enforceRetention(now)
        expect(await countOf(table)).toBe(kept)
      }
    },
  )
})

/** Long past the three years. */
const old = ago('2024-01-01')
/** The border of the year after the plan's last change. */
const year = '2027-03-01T12:00:00Z'

describe('a consent that is older than three years', () => {
  const agreed = (customerId: string | null, uid: string | null = null) =>
    insert(consents, { ...consent, id: `k-${customerId}`, uid, customerId, at: old })

  test.each([
    ['changed less than a year ago', second, 1],
    ['has been quiet for a year', -second, 0],
  ])('of a plan that %s', async (_, ms, left) => {
    await agreed('cus_1')
    await insert(planChanges, change('sub_1', 'cus_1', ago(year, ms)))
    await enforceRetention(now)
    expect(await countOf(consents)).toBe(left)
  })

  test('is kept while the plan runs, also without a uid', async () => {
    await agreed('cus_1')
    await agreed(null, 'ada')
    const db = await database()
    await db.insert(subscriptions).values(plan('sub_1', 'cus_1', true))
    await enforceRetention(now)
    expect(await countOf(consents)).toBe(2)
    await db.update(subscriptions).set(state)
    await enforceRetention(now)
    expect(await countOf(consents)).toBe(0)
  })

  test('is not kept because of another customer or provider', async () => {
    await agreed('cus_1')
    const db = await database()
    await db
      .insert(subscriptions)
      .values([plan('sub_2', 'cus_2', true), { ...plan('sub_3', 'cus_1', true), store: 'chargebee' }])
    await insert(planChanges, change('sub_2', 'cus_2', now))
    await enforceRetention(now)
    expect(await countOf(consents)).toBe(0)
  })
})

describe('changes of a plan that are older than three years', () => {
  test.each([
    ['changed less than a year ago', second, 3],
    ['is unchanged for a year, but not for three', -second, 1],
  ])('of a plan that %s', async (_, ms, left) => {
    for (const at of [old, ago('2024-06-01'), ago(year, ms)]) await insert(planChanges, change('sub_1', 'cus_1', at))
    await enforceRetention(now)
    expect(await countOf(planChanges)).toBe(left)
  })

  test('are kept for a running plan, and deleted for the one before', async () => {
    const db = await database()
    await db.insert(subscriptions).values([plan('sub_new', 'cus_1', true), plan('sub_old', 'cus_1', false)])
    await db.insert(planChanges).values([change('sub_new', 'cus_1', old), change('sub_old', 'cus_1', old)])
    await enforceRetention(now)
    expect((await db.select().from(planChanges)).map((row) => row.subscriptionId)).toEqual(['sub_new'])
  })
})

test('keeps the records of an existing account however old', async () => {
  const db = await database()
  await db.insert(users).values({ uid: 'ada', providerId: 'password', createdAt: old, updatedAt: old })
  await db.insert(customers).values({ uid: 'ada', provider: 'stripe', customerId: 'cus_1', createdAt: old })
  await db.insert(subscriptions).values([plan('sub_1', 'cus_1', true), plan('sub_2', 'cus_1', false)])
  await db
    .insert(duplicates)
    .values({ store: 'stripe', subscriptionId: 's', uid: 'ada', customerId: 'c', foundAt: old })
  await enforceRetention(now)
  for (const [table, rows] of [
    [users, 1],
    [customers, 1],
    [subscriptions, 2],
    [duplicates, 1],
  ] as const) {
    expect(await countOf(table), getTableName(table)).toBe(rows)
  }
})

test('has a rule or an account for every table', () => {
  const withAccount = [users, customers, subscriptions, duplicates]
  const named = [...new Set([...withAccount, ...rules.map(({ table }) => table)].map(getTableName))]
  const personal = tables.filter((table) => {
    const columns = getTableColumns(table)
    return 'uid' in columns || 'email' in columns || 'customerId' in columns
  })
  expect(named).toEqual(expect.arrayContaining(personal.map(getTableName)))
})

test('runs the other rules after one fails, then throws', async () => {
  const db = await database()
  await insert(deletedUsers, { uid: 'gone', deletedAt: old })
  await insert(planEmails, { ...planEmail, id: 'l', createdAt: old })
  await db.execute(sql`alter table contact_messages rename to away`)
  await db.execute(sql`alter table checkouts rename to away_too`)
  const failed: unknown = await enforceRetention(now).catch((error: unknown) => error)
  await db.execute(sql`alter table away rename to contact_messages`)
  await db.execute(sql`alter table away_too rename to checkouts`)
  expect(failed).toBeInstanceOf(AggregateError)
  expect((failed as AggregateError).errors).toHaveLength(2)
  expect([await countOf(deletedUsers), await countOf(planEmails)]).toEqual([0, 0])
})
