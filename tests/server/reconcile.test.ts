import type { AddressInfo } from 'node:net'
import { and, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GET, POST as reconcile } from '@/app/api/billing/reconcile/route'
import { POST as deleteAccount } from '@/app/api/users/delete-account/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { reconcileLine, type ReconcileLine, type ReconcileSummary } from '@/lib/contract/reconcile'
import { database } from '@/lib/server/db/client'
import {
  checkouts,
  customers,
  deletedCustomers,
  duplicates,
  jobs,
  letters,
  planChanges,
  subscriptions,
} from '@/lib/server/db/schema'
import { mailServer } from '@/local/inbox/smtp'
import { createFaults } from '@/local/vendors/faults'
import { standIn } from '@/local/vendors/settings'
import { buyersOf, checkout, names, planOf, type Name, type Person } from '@/tests/setup/buyers'
import { call, engine } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const mailed: { subject: string }[] = []
const post = mailServer({ faults: createFaults(), mail: (letter) => void mailed.push(letter) })
await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
// Hooks run in reverse: the mail server closes last.
afterAll(() => new Promise<void>((resolve) => post.close(resolve)))
const { port } = post.server.address() as AddressInfo
const { world, vendors } = await stageWithVendors({ SMTP_URL: `smtp://127.0.0.1:${port}` })
afterAll(async () => {
  await (await import('@/lib/server/email/emails')).deliverPlanEmails()
  await Promise.all(payments)
})

/** Each test has its own customers, and providers without earlier events. */
beforeEach(async () => {
  const db = await database()
  for (const table of [customers, deletedCustomers, checkouts, subscriptions, planChanges, duplicates, jobs])
    await db.delete(table)
  await vendors.forgetRequests()
})
afterEach(async () => {
  for (const vendor of names) await vendors.fault({ vendor, times: 0 })
  vendors.setDeaf(false)
})

const { person, subscribed } = buyersOf({ world, vendors })

const secret = { 'x-revalidate-secret': 'revalidate-secret' }
const ask = (query = '', headers: Record<string, string> = secret) =>
  call(reconcile, `/billing/reconcile${query}`, { method: 'POST', headers })

const parsed = (text: string): ReconcileLine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => reconcileLine.parse(JSON.parse(line)))

async function lines(query = ''): Promise<{ said: ReconcileLine[]; summary: ReconcileSummary }> {
  const response = await ask(query)
  expect(response.status).toBe(200)
  const all = parsed(await response.text())
  return { said: all.slice(0, -1), summary: all.at(-1) as ReconcileSummary }
}

const customerOf = async ({ uid }: Person, store: Name) => {
  const { findCustomerId } = await import('@/lib/server/billing/customers')
  return (await findCustomerId(uid, store)) ?? ''
}

/** A paid user without any webhook. */
async function unheard(store: Name): Promise<Person & { customer: string }> {
  const who = await person()
  const page = await (await checkout(store, who)).json()
  const customer = await customerOf(who, store)
  vendors.setDeaf(true)
  await payUnheard(store, customer, page.url)
  expect((await planOf(who)).subscription).toBeNull()
  return { ...who, customer }
}

const payments: Promise<unknown>[] = []

/** Stripe's page waits for the webhook, but the plan exists earlier. */
async function payUnheard(store: Name, customer: string, url: string): Promise<void> {
  payments.push(vendors.pay(url))
  const { billingProvider } = await import('@/lib/server/billing/providers/registry')
  const provider = await billingProvider(store)
  await expect.poll(async () => (await provider.subscriptions(customer)).length).toBe(1)
}

const silent = 'What it could not deliver is unknown. The provider does not answer.'

const begun = { status: 'trialing', isUnSubscribed: false, access: true, currentPeriodEnd: expect.any(String) }

describe('the operator', () => {
  test.each([[{}], [{ 'x-revalidate-secret': 'wrong' }], [{ 'x-revalidate-secret': '' }]])(
    'needs the secret: %o answers 401',
    async (headers: Record<string, string>) => {
      expect((await ask('', headers)).status).toBe(401)
      for (const vendor of names) expect(await vendors.requests(vendor)).toEqual([])
    },
  )

  test('chooses events or all, by POST', async () => {
    expect((await ask('?scope=some')).status).toBe(400)
    expect((await call(GET, '/billing/reconcile', { headers: secret })).status).toBe(405)
    const big = { method: 'POST', headers: secret, raw: Buffer.alloc(65 * 1024) }
    expect((await call(reconcile, '/billing/reconcile', big)).status).toBe(413)
  })

  test('gets an uncached stream of lines', async () => {
    const response = await ask()
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(parsed(await response.text())).toEqual([{ checked: 0, changed: 0, failed: 0 }])
  })
})

describe.each(names)('%s', (store) => {
  test('finds a lost purchase by its events, once', async () => {
    const { customer, ...who } = await unheard(store)
    const { said, summary } = await lines('?scope=events')
    expect(said).toEqual([
      { store, customer, before: null, after: expect.objectContaining({ ...begun, subscription: expect.any(String) }) },
    ])
    expect(summary).toEqual({ checked: 1, changed: 1, failed: 0 })
    expect(await planOf(who)).toMatchObject({ subscription: { status: 'trialing', store } })
    expect(await lines('?scope=events')).toMatchObject({ said: [], summary: { changed: 0, failed: 0 } })
    const db = await database()
    expect(await db.$count(planChanges, eq(planChanges.uid, who.uid))).toBe(1)
  })

  test('checks only users with undelivered events', async () => {
    await subscribed(store)
    await expect.poll(async () => (await lines('?scope=events')).summary.checked).toBe(0)
  })

  test('reports a lost end with the state before and after', async () => {
    const who = await subscribed(store)
    vendors.setDeaf(true)
    await vendors.control(store, 'past-due', who.subscriptionId)
    const { said, summary } = await lines()
    expect(said).toMatchObject([{ store, before: begun, after: { status: 'past_due', access: true } }])
    expect(summary).toEqual({ checked: 1, changed: 1, failed: 0 })
  })

  test('checks all users without events, too', async () => {
    const who = await subscribed(store)
    await expect.poll(async () => (await lines('?scope=events')).summary.checked).toBe(0)
    const db = await database()
    await db.delete(subscriptions).where(eq(subscriptions.uid, who.uid))
    expect(await lines('?scope=events')).toMatchObject({ said: [] })
    const { said } = await lines()
    expect(said).toMatchObject([{ before: null, after: { subscription: who.subscriptionId } }])
    expect(await planOf(who)).toEqual(who.plan)
  })

  test('looks for events since the last complete run, less an hour', async () => {
    const askedFrom = async () => {
      await vendors.forgetRequests()
      await lines('?scope=events')
      const asked = (await vendors.requests(store)) as { path: string; query?: unknown }[]
      const events = asked.find(({ path }) => path.endsWith('/events'))
      return Number(/\d{10}/.exec(JSON.stringify(events?.query))?.[0])
    }
    const now = Date.now() / 1000
    expect(Math.abs(now - 30 * 86_400 - (await askedFrom()))).toBeLessThan(600)
    expect(Math.abs(now - 3600 - (await askedFrom()))).toBeLessThan(600)
    const { customer } = await unheard(store)
    await vendors.fault({ vendor: store, status: 503, times: 1000 })
    const db = await database()
    const heard = () =>
      db
        .select()
        .from(jobs)
        .where(eq(jobs.name, `events ${store}`))
    const before = await heard()
    const { said } = await lines('?scope=events')
    expect(said).toEqual([{ store, customer: null, error: silent }])
    expect(await heard()).toEqual(before)
    await vendors.fault({ vendor: store, times: 0 })
    expect(await lines('?scope=events')).toMatchObject({ said: [{ store, customer }] })
    expect(await heard()).not.toEqual(before)
  })

  test('ends and reports purchases of deleted accounts', async () => {
    const who = await person()
    const page = await (await checkout(store, who)).json()
    const customer = await customerOf(who, store)
    const db = await database()
    // As if the page could not be closed, like Chargebee's.
    await db.update(checkouts).set({ open: false }).where(eq(checkouts.uid, who.uid))
    expect(
      (await call(deleteAccount, '/users/delete-account', { token: who.token, body: { uid: who.uid } })).status,
    ).toBe(200)
    vendors.setDeaf(true)
    await payUnheard(store, customer, page.url)
    const { said, summary } = await lines()
    expect(said).toMatchObject([{ store, customer, before: begun, after: { status: 'canceled', access: false } }])
    expect(summary).toMatchObject({ changed: 1, failed: 0 })
    expect(await lines()).toMatchObject({ said: [], summary: { failed: 0 } })
    expect(await db.$count(subscriptions, eq(subscriptions.uid, who.uid))).toBe(0)
  })

  test('refunds an outstanding second payment once', async () => {
    const who = await subscribed(store)
    await vendors.control(store, 'end-period', who.subscriptionId)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('active')
    // The webhook causes the refund at once.
    await vendors.hearOut(store)
    const customerId = await customerOf(who, store)
    const db = await database()
    await db.insert(duplicates).values({ store, subscriptionId: who.subscriptionId, uid: who.uid, customerId })
    await vendors.fault({ vendor: store, status: 503, times: 1000 })
    expect((await lines('?scope=events')).said).toContainEqual({
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
    expect((await lines()).said).toContainEqual(line)
    expect((await lines()).said).toEqual([])
    const own = and(eq(duplicates.store, store), eq(duplicates.subscriptionId, who.subscriptionId))
    expect(await db.select().from(duplicates).where(own)).toMatchObject([
      { refunded: 1900, refundedAt: expect.any(Date), endedAt: expect.any(Date) },
    ])
  })
})

test("ignores other sites' customers", async () => {
  const { hostname, port } = new URL(vendors.base)
  const stripe = new Stripe(standIn.stripe.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  const who = await subscribed('stripe')
  vendors.setDeaf(true)
  await stripe.subscriptions.update(who.subscriptionId, { cancel_at_period_end: true })
  const db = await database()
  await db.delete(customers)
  await vendors.forgetRequests()
  expect(await lines()).toEqual({ said: [], summary: { checked: 0, changed: 0, failed: 0 } })
  expect((await vendors.requests('stripe')).map(({ path }) => path)).toEqual(['/v1/events'])
})

describe('a provider that is down', () => {
  const fakes = async (count: number) =>
    (await database()).insert(customers).values(
      Array.from({ length: count }, (_, n) => ({
        uid: `fake-${n}`,
        provider: 'stripe' as const,
        customerId: `cus_fake${n}`,
      })),
    )

  test('does not stop the other, and is counted', async () => {
    const here = await unheard('chargebee')
    const there = await unheard('stripe')
    await vendors.fault({ vendor: 'stripe', status: 503, times: 1000 })
    const { said, summary } = await lines()
    expect(said).toEqual([
      { store: 'stripe', customer: null, error: silent },
      expect.objectContaining({ store: 'chargebee', customer: here.customer, before: null }),
      { store: 'stripe', customer: there.customer, error: 'The provider does not answer.' },
    ])
    expect(summary).toEqual({ checked: 1, changed: 1, failed: 2 })
  })

  test('is skipped after some failures, and the skipped count', async () => {
    await fakes(40)
    await vendors.fault({ vendor: 'stripe', status: 503, times: 10_000 })
    const { said, summary } = await lines()
    expect(summary).toEqual({ checked: 0, changed: 0, failed: 41 })
    expect(said.at(-1)).toEqual({
      store: 'stripe',
      customer: null,
      error: expect.stringMatching(/^It failed for 5 customers in a row, so \d+ more customers were left out\.$/),
    })
    // About three of 40 customers are read, with two SDK calls each.
    expect((await vendors.requests('stripe')).length).toBeLessThan(80)
  })

  test('for a moment does not lose any of several users', async () => {
    const who = await Promise.all(Array.from({ length: 8 }, () => subscribed('stripe')))
    // Two SDK calls for the events, and two for each of the first four customers.
    await vendors.fault({ vendor: 'stripe', status: 503, times: 2 + 4 * 2 * 2 })
    const { said, summary } = await lines()
    // It is unknown which messages were lost.
    expect(said).toEqual([{ store: 'stripe', customer: null, error: silent }])
    expect(summary).toEqual({ checked: who.length, changed: 0, failed: 1 })
  })

  test('for a moment is retried', async () => {
    const { customer } = await unheard('stripe')
    await lines('?scope=events')
    await vendors.control('stripe', 'past-due', await subscriptionOf(customer))
    await vendors.fault({ vendor: 'chargebee', times: 0 })
    const db = await database()
    await db.delete(jobs)
    // Two SDK calls for the list of events, and two for the first customer.
    await vendors.fault({ vendor: 'stripe', status: 503, times: 4 })
    const { said, summary } = await lines()
    expect(said).toMatchObject([
      { store: 'stripe', customer: null },
      { store: 'stripe', customer, after: { status: 'past_due' } },
    ])
    expect(summary).toEqual({ checked: 1, changed: 1, failed: 1 })
  })

  test('that was removed is not asked', async () => {
    const { env } = await import('@/lib/env')
    await fakes(1)
    const { stripe } = env()
    env().stripe = null
    const { said, summary } = await lines().finally(() => {
      env().stripe = stripe
    })
    expect(said).toEqual([])
    expect(summary).toEqual({ checked: 0, changed: 0, failed: 0 })
  })

  test('streams findings at once, and stops when the caller leaves', async () => {
    const { customer } = await unheard('chargebee')
    await lines('?scope=events')
    await fakes(60)
    await vendors.control('chargebee', 'past-due', await subscriptionOf(customer))
    await vendors.forgetRequests()
    await vendors.fault({ vendor: 'stripe', delayMs: 300, times: 10_000 })
    const reader = (await ask()).body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(parsed(first)).toMatchObject([{ store: 'chargebee', customer, after: { status: 'past_due' } }])
    await reader?.cancel()
    let asked = -1
    await expect
      .poll(
        async () => {
          const before = asked
          asked = (await vendors.requests('stripe')).length
          return asked === before
        },
        { interval: 1000, timeout: 15_000 },
      )
      .toBe(true)
    expect(asked).toBeLessThan(60)
  })
})

const subscriptionOf = async (customer: string) => {
  const db = await database()
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.customerId, customer))
  return row?.id ?? ''
}

test('treats a user who came back with the same id as present', async () => {
  const who = await subscribed('chargebee')
  const customerId = await customerOf(who, 'chargebee')
  const db = await database()
  await db.insert(deletedCustomers).values({ provider: 'chargebee', customerId, deletedAt: new Date() })
  const { said, summary } = await lines()
  expect({ said, summary }).toEqual({ said: [], summary: { checked: 1, changed: 0, failed: 0 } })
  expect(await planOf(who)).toEqual(who.plan)
})

test('reports one change from ten concurrent runs', async () => {
  const { customer, ...who } = await unheard('stripe')
  const runs = await Promise.all(Array.from({ length: 10 }, () => lines()))
  expect(runs.map(({ summary }) => summary)).toEqual(
    runs.map(() => ({ checked: 1, changed: expect.any(Number), failed: 0 })),
  )
  expect(runs.flatMap(({ said }) => said)).toContainEqual(expect.objectContaining({ customer, before: null }))
  const db = await database()
  expect(await db.$count(planChanges, eq(planChanges.uid, who.uid))).toBe(1)
})

test('reports each change with its own customer', async () => {
  const who = await person()
  const chargebeePage = await (await checkout('chargebee', who)).json()
  const stripePage = await (await checkout('stripe', who)).json()
  vendors.setDeaf(true)
  await payUnheard('stripe', await customerOf(who, 'stripe'), stripePage.url)
  await payUnheard('chargebee', await customerOf(who, 'chargebee'), chargebeePage.url)
  const { said, summary } = await lines()
  expect(summary).toMatchObject({ checked: 2, changed: 3, failed: 0 })
  // Providers report whole seconds, so either plan may count as older.
  const [kept, ended] = names.toSorted((store) =>
    said.some((line) => 'paidBack' in line && line.store === store) ? 1 : -1,
  )
  expect(said).toEqual(
    expect.arrayContaining([
      { store: kept, customer: expect.any(String), before: null, after: expect.objectContaining(begun) },
      expect.objectContaining({ store: ended, before: null, after: expect.objectContaining({ status: 'canceled' }) }),
      expect.objectContaining({ store: ended, paidBack: expect.objectContaining({ amount: 0 }) }),
    ]),
  )
  expect(await lines()).toMatchObject({ said: [], summary: { changed: 0, failed: 0 } })
})

test('sends emails that were left', async () => {
  const who = await person()
  await call(upsert, '/users/insert-or-update', { token: who.token, body: { uid: who.uid } })
  const db = await database()
  const letter = { kind: 'cancelled' as const, email: 'ada@people.example', subject: 'Left behind', text: 'T' }
  await db.insert(letters).values({ id: 'left-behind', uid: who.uid, ...letter })
  await lines('?scope=events')
  expect(mailed.filter(({ subject }) => subject === 'Left behind')).toHaveLength(1)
})

test.runIf(engine === 'postgres')('without the database: 503, before the first line', async () => {
  const { env } = await import('@/lib/env')
  const { closeDatabase } = await import('@/lib/server/db/client')
  const settings = env()
  const right = settings.databaseUrl
  // First, because a late message would open the database again.
  settings.databaseUrl = 'postgres://postgres@127.0.0.1:1/none'
  await closeDatabase()
  const response = await ask()
  settings.databaseUrl = right
  expect(response.status).toBe(503)
  expect((await response.json()).error.code).toBe('unavailable')
})
