import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { POST as reconcile } from '@/app/api/billing/reconcile/route'
import { reconcileLine, type ReconcileLine, type ReconcileSummary } from '@/lib/contract/operations'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import { checkouts, customers, deletedCustomers, duplicates, planChanges, subscriptions } from '@/lib/server/db/schema'
import {
  buyersOf,
  checkout,
  customerOf,
  deleteAccount,
  names,
  planOf,
  type Name,
  type Person,
} from '@/tests/setup/buyers'
import { call, engine, refusalOf } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'
import { withoutDatabase } from '@/tests/setup/without-database'

const { world, vendors } = await stageWithVendors()
afterAll(() => Promise.all(payments))

/** Each test has its own customers, and providers without earlier events. */
beforeEach(async () => {
  const db = await database()
  for (const table of [customers, deletedCustomers, checkouts, subscriptions, planChanges, duplicates])
    await db.delete(table)
  await vendors.forgetRequests()
})
afterEach(async () => {
  for (const vendor of names) await vendors.fault({ vendor, times: 0 })
  vendors.refuseWebhooks(false)
})

const { person, subscribed } = buyersOf({ world, vendors })

const secret = { 'x-revalidate-secret': 'revalidate-secret' }
const requestReconciliation = (headers: Record<string, string> = secret) =>
  call(reconcile, '/billing/reconcile', { method: 'POST', headers })

const parsed = (text: string): ReconcileLine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => reconcileLine.parse(JSON.parse(line)))

async function lines(): Promise<{ changes: ReconcileLine[]; summary: ReconcileSummary }> {
  const response = await requestReconciliation()
  expect(response.status).toBe(200)
  const all = parsed(await response.text())
  return { changes: all.slice(0, -1), summary: all.at(-1) as ReconcileSummary }
}

/** A paid user without any webhook. */
async function buyerWithoutWebhooks(store: Name): Promise<Person & { customer: string }> {
  const who = await person()
  const page = await (await checkout(store, who)).json()
  const customer = await customerOf(who, store)
  vendors.refuseWebhooks(true)
  await payWithoutWebhooks(store, customer, page.url)
  expect((await planOf(who)).subscription).toBeNull()
  return { ...who, customer }
}

const payments: Promise<unknown>[] = []

/** Stripe's page waits for the webhook, but the plan exists earlier. */
async function payWithoutWebhooks(store: Name, customer: string, url: string): Promise<void> {
  payments.push(vendors.pay(url))
  const provider = await billingProvider(store)
  await expect.poll(async () => (await provider.subscriptions(customer, null)).own.length).toBe(1)
}

const begun = { subscription: expect.any(String), kind: 'begun', status: 'trialing', access: true }

describe.each(names)('%s', (store) => {
  test('finds a lost purchase once', async () => {
    const { customer, ...who } = await buyerWithoutWebhooks(store)
    const { changes, summary } = await lines()
    expect(changes).toEqual([{ store, customer, plans: [begun] }])
    expect(summary).toEqual({ checked: 1, changed: 1, failed: 0 })
    expect(await planOf(who)).toMatchObject({ subscription: { status: 'trialing', store } })
    expect(await lines()).toMatchObject({ changes: [], summary: { changed: 0, failed: 0 } })
    const db = await database()
    expect(await db.$count(planChanges, eq(planChanges.uid, who.uid))).toBe(1)
  })

  test('reports a lost failure of a payment', async () => {
    const who = await subscribed(store)
    vendors.refuseWebhooks(true)
    await vendors.control(store, 'past-due', who.subscriptionId)
    const { changes, summary } = await lines()
    const plan = { subscription: who.subscriptionId, kind: 'past-due', status: 'past_due', access: true }
    expect(changes).toMatchObject([{ store, plans: [plan] }])
    expect(summary).toEqual({ checked: 1, changed: 1, failed: 0 })
  })

  test('ends and reports purchases of deleted accounts', async () => {
    const who = await person()
    const page = await (await checkout(store, who)).json()
    const customer = await customerOf(who, store)
    const db = await database()
    // As if the page could not be closed, like Chargebee's.
    await db.update(checkouts).set({ open: false }).where(eq(checkouts.uid, who.uid))
    expect((await deleteAccount(who)).status).toBe(200)
    vendors.refuseWebhooks(true)
    await payWithoutWebhooks(store, customer, page.url)
    const { changes, summary } = await lines()
    expect(changes).toMatchObject([{ store, customer, plans: [{ kind: 'ended', status: 'canceled', access: false }] }])
    expect(summary).toMatchObject({ changed: 1, failed: 0 })
    expect(await lines()).toMatchObject({ changes: [], summary: { failed: 0 } })
    expect(await db.$count(subscriptions, eq(subscriptions.uid, who.uid))).toBe(0)
  })

  test('refunds an outstanding second payment once', async () => {
    const who = await subscribed(store)
    await vendors.control(store, 'end-period', who.subscriptionId)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('active')
    // The webhook causes the refund at once.
    await vendors.drainWebhooks(store)
    const customerId = await customerOf(who, store)
    const db = await database()
    await db.insert(duplicates).values({ store, subscriptionId: who.subscriptionId, uid: who.uid, customerId })
    await vendors.fault({ vendor: store, status: 503, times: 1000 })
    expect((await lines()).changes).toContainEqual({
      store,
      customer: customerId,
      error: 'The provider does not answer.',
    })
    await vendors.fault({ vendor: store, times: 0 })
    const line = {
      store,
      customer: customerId,
      paidBack: { subscription: who.subscriptionId, amount: 1900, currency: 'USD' },
    }
    expect((await lines()).changes).toContainEqual(line)
    expect((await lines()).changes).toEqual([])
    const own = and(eq(duplicates.store, store), eq(duplicates.subscriptionId, who.subscriptionId))
    expect(await db.select().from(duplicates).where(own)).toMatchObject([
      { refunded: 1900, refundedAt: expect.any(Date), endedAt: expect.any(Date) },
    ])
  })
})

describe('a provider that is down', () => {
  const addFakeCustomers = async (count: number) =>
    (await database()).insert(customers).values(
      Array.from({ length: count }, (_, n) => ({
        uid: `zz-fake-${n}`,
        provider: 'stripe' as const,
        customerId: `cus_fake${n}`,
      })),
    )

  test('does not stop the other, and is counted', async () => {
    const here = await buyerWithoutWebhooks('chargebee')
    const there = await buyerWithoutWebhooks('stripe')
    await vendors.fault({ vendor: 'stripe', status: 503, times: 1000 })
    const { changes, summary } = await lines()
    // The providers answer in any order.
    expect(changes).toHaveLength(2)
    expect(changes).toContainEqual({ store: 'chargebee', customer: here.customer, plans: [begun] })
    expect(changes).toContainEqual({
      store: 'stripe',
      customer: there.customer,
      error: 'The provider does not answer.',
    })
    expect(summary).toEqual({ checked: 1, changed: 1, failed: 1 })
  })

  test('is skipped after some failures, which are counted', async () => {
    await addFakeCustomers(40)
    await vendors.fault({ vendor: 'stripe', status: 503, times: 10_000 })
    const { changes, summary } = await lines()
    expect(summary).toEqual({ checked: 0, changed: 0, failed: 40 })
    expect(changes).toContainEqual({
      store: 'stripe',
      customer: null,
      error: 'It failed for 5 customers in a row. The others are left out.',
    })
    // About three of 40 customers are read, with two SDK calls each.
    expect((await vendors.requests('stripe')).length).toBeLessThan(80)
  })

  test('streams findings at once, and stops when the caller leaves', async () => {
    const { customer } = await buyerWithoutWebhooks('chargebee')
    await lines()
    await addFakeCustomers(60)
    await vendors.control('chargebee', 'past-due', await subscriptionOf(customer))
    await vendors.forgetRequests()
    await vendors.fault({ vendor: 'stripe', delayMs: 300, times: 10_000 })
    const reader = (await requestReconciliation()).body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(parsed(first)).toMatchObject([{ store: 'chargebee', customer, plans: [{ status: 'past_due' }] }])
    await reader?.cancel()
    let requestCount = -1
    await expect
      .poll(
        async () => {
          const before = requestCount
          requestCount = (await vendors.requests('stripe')).length
          return requestCount === before
        },
        { interval: 1000, timeout: 15_000 },
      )
      .toBe(true)
    expect(requestCount).toBeLessThan(60)
  })
})

const subscriptionOf = async (customer: string) => {
  const db = await database()
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.customerId, customer))
  return row?.id ?? ''
}

describe('the operator', () => {
  test('refuses calls without the secret', async () => {
    expect((await requestReconciliation({ 'x-revalidate-secret': 'wrong' })).status).toBe(401)
    for (const vendor of names) expect(await vendors.requests(vendor)).toEqual([])
  })

  test('gets an uncached stream of lines', async () => {
    const response = await requestReconciliation()
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(parsed(await response.text())).toEqual([{ checked: 0, changed: 0, failed: 0 }])
  })
})

test('reports one change from ten concurrent runs', async () => {
  const { customer, ...who } = await buyerWithoutWebhooks('stripe')
  const runs = await Promise.all(Array.from({ length: 10 }, () => lines()))
  expect(runs.map(({ summary }) => summary)).toEqual(
    runs.map(() => ({ checked: 1, changed: expect.any(Number), failed: 0 })),
  )
  expect(runs.flatMap(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ customer, plans: [expect.objectContaining({ kind: 'begun' })] }),
  )
  const db = await database()
  expect(await db.$count(planChanges, eq(planChanges.uid, who.uid))).toBe(1)
})

test.runIf(engine === 'postgres')('answers 503 without the database, before the first line', async () => {
  expect(await refusalOf(withoutDatabase(() => requestReconciliation()))).toEqual([503, 'unavailable'])
})
