import { randomUUID } from 'node:crypto'
import { eq, getTableColumns, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test, vi } from 'vitest'
import { POST as ring } from '@/app/api/billing/sync/route'
import { POST as chargebeeCheckout } from '@/app/api/chargebee/checkout-session/route'
import { POST as checkout } from '@/app/api/stripe/checkout-session/route'
import { POST as cancel } from '@/app/api/users/cancel-plan/route'
import { GET as currentPlan } from '@/app/api/users/current-plan/route'
import { POST as deleteAccount } from '@/app/api/users/delete-account/route'
import { GET as exportData } from '@/app/api/users/export/route'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import * as schema from '@/lib/server/db/schema'
import { tokenHeader } from '@/lib/site'
import { cancelPlan } from '@/tests/setup/buyers'
import { endpoints } from '@/tests/setup/endpoint-table'
import { send } from '@/tests/setup/endpoints'
import { allRows, call, origin } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

async function subscriber(uid: string) {
  world.identity.accounts.set(uid, {})
  const token = await world.identity.token(uid)
  await call(upsert, '/users/insert-or-update', { token, body: { uid, name: 'Ada' } })
  const page = await call(checkout, `/stripe/checkout-session?uid=${uid}`, {
    token,
    body: {
      priceId: 'price_monthly_usd',
      successUrl: `${origin}/pricing/thankyou/`,
      cancelUrl: `${origin}/pricing/start`,
    },
  })
  await vendors.pay((await page.json()).url)
  return token
}

test('exports everything about the user, and about nobody else', async () => {
  const token = await subscriber('ada')
  await subscriber('bob')
  const response = await call(exportData, '/users/export?uid=ada', { token })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.json/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const data = await response.json()
  expect(data).toMatchObject({
    uid: 'ada',
    users: [{ uid: 'ada', name: 'Ada', email: 'ada@people.example' }],
    customers: [{ provider: 'stripe' }],
    subscriptions: [{ store: 'stripe', status: 'trialing' }],
    checkouts: [{ priceId: 'price_monthly_usd' }],
    consents: [{ kind: 'renewal', wordingVersion: expect.any(String), at: expect.any(String) }],
    planChanges: [{ kind: 'begun', statusBefore: null, status: 'trialing' }],
    letters: [{ kind: 'begun', email: 'ada@people.example', subject: expect.any(String) }],
    duplicates: [],
    deletedUsers: [],
  })
  expect(data.wordings[data.consents[0].wordingVersion]).toContain('{price}')
  expect(JSON.stringify(data)).not.toContain('bob')
})

describe('the export and the tables', () => {
  const withUid = Object.entries(schema).flatMap(([name, value]) =>
    is(value, PgTable) && 'uid' in getTableColumns(value) ? [[name, value as PgTable] as const] : [],
  )

  test('contain every table with a uid', async () => {
    world.identity.accounts.set('empty', {})
    const token = await world.identity.token('empty')
    const data = await (await call(exportData, '/users/export?uid=empty', { token })).json()
    const { readme, exportedAt, uid, messages, wordings, ...tables } = data
    expect(Object.keys(tables).toSorted()).toEqual(withUid.map(([name]) => name).toSorted())
    expect([uid, messages, Object.values(tables).flat()]).toEqual(['empty', [], []])
    expect(Date.parse(exportedAt)).not.toBeNaN()
    expect(Object.keys(wordings).length).toBeGreaterThan(0)
    expect(Object.keys(data)[0]).toBe('readme')
    for (const key of ['uid', 'messages', 'wordings', ...Object.keys(tables)]) {
      expect(
        readme.filter((line: string) => line.startsWith(`${key}: `)),
        key,
      ).toHaveLength(1)
    }
    expect(readme.join(' ')).toMatch(/“exportedAt”.*UTC.*smallest unit/)
  })

  test('name every field of every table in the README', async () => {
    const { accountReadme } = await import('@/lib/server/users/export-readme')
    const { digest: _, ...message } = getTableColumns(schema.contactMessages)
    const fields = [
      ...withUid.map(([name, table]) => [name, Object.keys(getTableColumns(table))] as const),
      ['messages', Object.keys(message)] as const,
    ]
    for (const [name, columns] of fields) {
      const line = accountReadme.find((each) => each.startsWith(`${name}: `)) ?? ''
      const named = new Set([...line.matchAll(/“(\w+)”/g)].map(([, word]) => word))
      expect(
        columns.filter((column) => column !== 'uid' && !named.has(column)),
        name,
      ).toEqual([])
    }
  })
})

/** Stores contact messages with these addresses, oldest first. */
async function written(...emails: string[]) {
  const { contactMessages } = await import('@/lib/server/db/schema')
  const db = await database()
  for (const [index, email] of emails.entries()) {
    const id = randomUUID()
    const receivedAt = new Date(Date.UTC(2026, 0, 1 + index))
    await db
      .insert(contactMessages)
      .values({ id, digest: id, name: 'Ada', email, message: `From ${email}`, receivedAt })
  }
}

async function messagesOf(person: string) {
  const { contactMessages } = await import('@/lib/server/db/schema')
  const rows = await (await database()).select().from(contactMessages)
  return rows.map(({ email }) => email).filter((email) => email.toLowerCase().includes(person))
}

test('exports contact messages of a confirmed address in any spelling', async () => {
  await written('Hana@People.example', 'hana@people.example', 'other-hana@people.example')
  world.identity.accounts.set('hana', {})
  const exported = async (change: Parameters<typeof world.identity.token>[1]) => {
    const token = await world.identity.token('hana', change)
    return (await call(exportData, '/users/export?uid=hana', { token })).json()
  }
  const data = await exported({ email_verified: true, email: 'HANA@people.example' })
  expect(data.messages).toEqual([
    {
      id: expect.any(String),
      name: 'Ada',
      email: 'Hana@People.example',
      message: 'From Hana@People.example',
      receivedAt: '2026-01-01T00:00:00.000Z',
      mailedAt: null,
      tryAt: expect.any(String),
      attempts: 0,
    },
    expect.objectContaining({ email: 'hana@people.example' }),
  ])
  expect(data.readme.join(' ')).toContain('only if the account’s email address is confirmed')
  for (const change of [{}, { email_verified: false }, { email_verified: true, email: undefined }]) {
    expect((await exported(change)).messages).toEqual([])
  }
})

test('deletes contact messages of a confirmed address only', async () => {
  await written('Iris@people.example', 'iris@people.example', 'iris@elsewhere.example', 'jo@people.example')
  for (const [uid, email_verified] of [
    ['iris', true],
    ['jo', false],
  ] as const) {
    world.identity.accounts.set(uid, {})
    const token = await world.identity.token(uid, { email_verified })
    expect((await call(deleteAccount, '/users/delete-account', { token, body: { uid } })).status).toBe(200)
  }
  expect(await messagesOf('iris')).toEqual(['iris@elsewhere.example'])
  expect(await messagesOf('jo@')).toEqual(['jo@people.example'])
})

/** Rows about a user, by table. Limits count by uid for an hour. */
const traces = async (uid: string) =>
  (await allRows())
    .filter((line) => !line.startsWith('rate_limits ') && line.includes(`"${uid}"`))
    .map((line) => line.split(' ')[0])

const remove = async (uid: string, token: string) => {
  const response = await call(deleteAccount, '/users/delete-account', { token, body: { uid } })
  return { status: response.status, body: await response.json() }
}

describe('deletes nothing while the provider does not answer', () => {
  test.each([
    ['refuses', { status: 503 }],
    ['cuts the connection', { drop: true }],
    ['hangs', { delayMs: 30_000 }],
    // Each call is in time, but together they are too slow.
    ['is slow at every step', { delayMs: 3500 }],
  ])('because it %s', async (how, fault) => {
    const uid = `carol-${how.length}`
    const token = await subscriber(uid)
    const before = await traces(uid)
    await vendors.fault({ vendor: 'stripe', times: 100, ...fault })
    await vendors.forgetRequests()
    const { status, body } = await remove(uid, token)
    await vendors.fault({ vendor: 'stripe', times: 0 })
    expect(status).toBe(502)
    expect(body.error.message).toMatch(/Your account and your data are still here/)
    // Running work may finish after the answer, but none may begin.
    if (how.startsWith('is slow')) await new Promise((resolve) => setTimeout(resolve, 4500))
    expect(await traces(uid)).toEqual(before)
    expect((await call(getUser, `/users/get-user?uid=${uid}`, { token })).status).toBe(200)
    expect(world.identity.accounts.has(uid)).toBe(true)
    expect((await vendors.requests('stripe')).filter(({ method }) => method === 'DELETE')).toEqual([])
    expect(await remove(uid, token)).toEqual({ status: 200, body: { deleted: true } })
  })

  test('deletes nothing if the provider is no longer configured', async () => {
    const token = await subscriber('cleo')
    const { stripe } = env()
    env().stripe = null
    const { status, body } = await remove('cleo', token).finally(() => {
      env().stripe = stripe
    })
    expect(status).toBe(502)
    expect(body.error.message).toMatch(/are still here/)
    expect((await call(getUser, '/users/get-user?uid=cleo', { token })).status).toBe(200)
  })
})

test('finishes a deletion that stopped after ending the plan', async () => {
  const token = await subscriber('dina')
  const db = await database()
  const before = await traces('dina')
  await db.execute(sql`alter table consents rename to away`)
  const first = await remove('dina', token)
  await db.execute(sql`alter table away rename to consents`)
  expect(first.status).toBe(500)
  expect(await traces('dina')).toEqual(before)
  expect(await (await call(currentPlan, '/users/current-plan?uid=dina', { token })).json()).toMatchObject({
    subscription: { status: 'canceled' },
  })
  expect(await remove('dina', token)).toEqual({ status: 200, body: { deleted: true } })
  expect(await traces('dina')).toEqual(['deleted_users'])
})

describe('a second payment', () => {
  async function owed(uid: string, foundAt = new Date()) {
    const token = await subscriber(uid)
    const db = await database()
    const [row] = await db.select().from(schema.subscriptions).where(eq(schema.subscriptions.uid, uid))
    const { id: subscriptionId = '', customerId } = row ?? {}
    await db
      .insert(schema.duplicates)
      .values({ store: 'stripe', subscriptionId, uid, customerId: customerId ?? '', foundAt })
    const { billingProvider } = await import('@/lib/server/billing/providers/registry')
    return { token, refundAll: vi.spyOn(await billingProvider('stripe'), 'refundAll') }
  }

  test('is refunded first, and blocks the deletion until then', async () => {
    const { token, refundAll } = await owed('mia')
    refundAll.mockRejectedValue(new Error('not now'))
    const { status, body } = await remove('mia', token)
    expect(status).toBe(502)
    expect(body.error.message).toMatch(/second payment yet\. Your account and your data are still here/)
    expect(world.identity.accounts.has('mia')).toBe(true)
    refundAll.mockRestore()
    expect((await remove('mia', token)).status).toBe(200)
    expect(await traces('mia')).toEqual(['deleted_users'])
  })

  test('blocks the deletion for a week at most', async () => {
    const { token, refundAll } = await owed('nora', new Date(Date.now() - 8 * 86_400_000))
    refundAll.mockRejectedValue(new Error('never'))
    expect((await remove('nora', token)).status).toBe(200)
    expect(await traces('nora')).toEqual(['deleted_users'])
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
  expect(await traces('olga')).toEqual(['deleted_users'])
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

test('deletes users without a record, and guests', async () => {
  for (const [uid, change] of [
    ['pia', {}],
    ['quinn', { email: undefined, firebase: { sign_in_provider: 'anonymous', identities: {} } }],
  ] as const) {
    world.identity.accounts.set(uid, {})
    const token = await world.identity.token(uid, change)
    expect(await remove(uid, token)).toEqual({ status: 200, body: { deleted: true } })
    expect(world.identity.accounts.has(uid)).toBe(false)
    expect(await traces(uid)).toEqual(['deleted_users'])
  }
})

test('deletes the data without an admin credential, and lists the rest', async () => {
  const token = await subscriber('rosa')
  const { identity } = env()
  if (!identity) throw new Error('no identity settings')
  const { serviceAccount } = identity
  identity.serviceAccount = null
  const answer = await remove('rosa', token)
  identity.serviceAccount = serviceAccount
  expect(answer).toEqual({ status: 200, body: { deleted: true, left: ['identity', 'picture'] } })
  expect(await traces('rosa')).toEqual(['deleted_users'])
  expect(world.identity.accounts.has('rosa')).toBe(true)
  expect((await call(getUser, '/users/get-user?uid=rosa', { token })).status).toBe(401)
})

test('refuses the old token everywhere afterwards', async () => {
  const token = await subscriber('sara')
  await remove('sara', token)
  // The identity still exists, so our own mark must refuse.
  world.identity.accounts.set('sara', {})
  const before = await allRows()
  for (const endpoint of endpoints) {
    const response = await send(endpoint, 'sara', { token })
    expect([endpoint.path, response.status]).toEqual([endpoint.path, 401])
    expect((await response.json()).error.message).toBe('This account has been deleted.')
  }
  expect(await allRows()).toEqual(before)
})

test('leaves no row of calls that run during a deletion', async () => {
  for (let round = 0; round < 3; round++) {
    const uid = `tess-${round}`
    const token = await subscriber(uid)
    const busy = Array.from({ length: 6 }, () => [
      call(upsert, '/users/insert-or-update', { token, body: { uid, name: 'Tess' } }),
      call(ring, `/billing/sync?uid=${uid}`, { token, method: 'POST' }),
    ])
    const [gone] = await Promise.all([remove(uid, token), ...busy.flat()])
    expect(gone.status).toBe(200)
    expect(await traces(uid)).toEqual(['deleted_users'])
  }
})

/** A call that is accepted at once, with a body that follows later. */
function slowly(handler: (request: Request) => Promise<Response>, path: string, token: string, body: object) {
  let finish = () => {}
  const stream = new ReadableStream({
    start(controller) {
      finish = () => {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)))
        controller.close()
      }
    },
  })
  const init = { method: 'POST', headers: { [tokenHeader]: token }, body: stream, duplex: 'half' }
  return { answer: handler(new Request(`${origin}/api${path}`, init)), finish: () => finish() }
}

const wish = (priceId: string) => ({
  priceId,
  successUrl: `${origin}/pricing/thankyou/`,
  cancelUrl: `${origin}/pricing/start`,
})

describe('a call that passed before the deletion and writes after it', () => {
  test.each([
    ['a record', upsert, '/users/insert-or-update', { name: 'Uma' }],
    ['a purchase at Stripe', checkout, '/stripe/checkout-session', wish('price_monthly_usd')],
    ['a purchase at Chargebee', chargebeeCheckout, '/chargebee/checkout-session', wish('plan-monthly-USD')],
  ])('%s', async (what, handler, path, body) => {
    const uid = `uma-${what.length}`
    const token = await subscriber(uid)
    const slow = slowly(handler, `${path}?uid=${uid}`, token, { uid, ...body })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await remove(uid, token)).status).toBe(200)
    slow.finish()
    const answer = await slow.answer
    expect([answer.status, (await answer.json()).error.message]).toEqual([401, 'This account has been deleted.'])
    expect(await traces(uid)).toEqual(['deleted_users'])
  })

  describe.each([
    ['stripe', checkout, 'price_monthly_usd'],
    ['chargebee', chargebeeCheckout, 'plan-monthly-USD'],
  ] as const)('a first purchase at %s', (name, handler, priceId) => {
    /** Deletes the account after a provider's method has finished, but before it returns. */
    async function deletedDuring(method: 'createCustomer' | 'openCheckout') {
      const uid = `vera-${name}-${method}`
      world.identity.accounts.set(uid, {})
      const token = await world.identity.token(uid)
      const { billingProvider } = await import('@/lib/server/billing/providers/registry')
      const provider = await billingProvider(name)
      const done = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      const run = provider[method] as (given: object) => Promise<unknown>
      const slow = vi.spyOn(provider, method) as unknown as { mockImplementationOnce(run: unknown): void }
      slow.mockImplementationOnce(async (given: object) => {
        const answer = await run(given)
        done.resolve()
        await gate.promise
        return answer
      })
      const created = vi.spyOn(provider, 'createCustomer')
      const press = call(handler, `/${name}/checkout-session?uid=${uid}`, { token, body: wish(priceId) })
      await done.promise
      const customer = method === 'openCheckout' ? ((await created.mock.results[0]?.value) as string) : null
      expect((await remove(uid, token)).status).toBe(200)
      gate.resolve()
      const answer = await press
      vi.restoreAllMocks()
      expect(answer.status).toBe(401)
      expect(await traces(uid)).toEqual(['deleted_users'])
      return { uid, provider, customer }
    }

    test('stores no new customer, and ends and refunds its purchases', async () => {
      const known = new Set((await (await database()).select().from(schema.deletedCustomers)).map(keyOf))
      const { uid, provider } = await deletedDuring('createCustomer')
      const all = await (await database()).select().from(schema.deletedCustomers)
      const noted = all.filter((row) => !known.has(keyOf(row)))
      expect(noted).toEqual([{ provider: name, customerId: expect.any(String), deletedAt: expect.any(Date) }])
      const customerId = noted[0]?.customerId ?? ''
      const purchase = { key: randomUUID(), uid, customerId, ...wish(priceId), trialDays: 0, ui: 'hosted' as const }
      const { answer } = await provider.openCheckout(purchase)
      await vendors.pay((answer as { url: string }).url)
      await expect
        .poll(async () => (await provider.subscriptions(customerId)).map(({ status }) => status))
        .toEqual(['canceled'])
      const [{ id = '' } = {}] = await provider.subscriptions(customerId)
      const { syncCustomer } = await import('@/lib/server/billing/sync')
      await syncCustomer(name, customerId)
      await vendors.forgetRequests()
      expect(await provider.refundAll(id, 'again')).toEqual({ amount: 1900, currency: 'USD' })
      const paths = (await vendors.requests(name)).filter(({ method }) => method === 'POST').map(({ path }) => path)
      expect(paths.filter((path) => path.includes('refund'))).toEqual([])
    })

    test('stores and returns no new page', async () => {
      await deletedDuring('openCheckout')
    })
  })
})

const keyOf = ({ provider, customerId }: { provider: string; customerId: string }) => `${provider} ${customerId}`

test('allows a new account after a deletion, and deletes it again', async () => {
  const token = await subscriber('wanda')
  await remove('wanda', token)
  world.identity.accounts.set('wanda', {})
  const anew = await world.identity.token('wanda', { auth_time: Math.floor(Date.now() / 1000) + 5 })
  expect((await call(upsert, '/users/insert-or-update', { token: anew, body: { uid: 'wanda' } })).status).toBe(200)
  const page = await call(chargebeeCheckout, '/chargebee/checkout-session?uid=wanda', {
    token: anew,
    body: wish('plan-monthly-USD'),
  })
  expect(page.status).toBe(200)
  expect((await remove('wanda', anew)).status).toBe(200)
  expect(await traces('wanda')).toEqual(['deleted_users'])
})

test.each(['paused', 'unpaid', 'incomplete', 'future'] as const)(
  'ends a plan that is %s with the account',
  async (status) => {
    const token = await subscriber(`xena-${status}`)
    const { billingProvider } = await import('@/lib/server/billing/providers/registry')
    const provider = await billingProvider('stripe')
    const { subscriptions } = provider
    const seen = vi
      .spyOn(provider, 'subscriptions')
      .mockImplementation(async (customer) =>
        (await subscriptions(customer)).map((one) =>
          one.status === 'canceled' ? one : { ...one, status, isUnSubscribed: true, access: false },
        ),
      )
    const { findCustomerId } = await import('@/lib/server/billing/customers')
    const customer = (await findCustomerId(`xena-${status}`, 'stripe')) ?? ''
    expect((await remove(`xena-${status}`, token)).status).toBe(200)
    seen.mockRestore()
    expect((await provider.subscriptions(customer)).map((one) => one.status)).toEqual(['canceled'])
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

test('deletes consents of a user who never paid', async () => {
  world.identity.accounts.set('yara', {})
  const token = await world.identity.token('yara')
  await call(checkout, '/stripe/checkout-session?uid=yara', { token, body: wish('price_monthly_usd') })
  const db = await database()
  const [consent] = await db.select().from(schema.consents).where(eq(schema.consents.uid, 'yara'))
  const customerId = consent?.customerId ?? ''
  expect(customerId).toMatch(/^cus_/)
  expect((await remove('yara', token)).status).toBe(200)
  expect(await db.$count(schema.consents, eq(schema.consents.customerId, customerId))).toBe(0)
})

test("answers 403 for another user's account", async () => {
  const token = await subscriber('dora')
  const response = await call(deleteAccount, '/users/delete-account', { token, body: { uid: 'bob' } })
  expect(response.status).toBe(403)
})

test('ends the plan, deletes rows and identity, refuses the old token', async () => {
  const token = await subscriber('eve')
  await vendors.forgetRequests()
  const response = await call(deleteAccount, '/users/delete-account', { token, body: { uid: 'eve' } })
  expect(await response.json()).toEqual({ deleted: true })
  const asked = await vendors.requests('stripe')
  expect(asked.some(({ method, path }) => method === 'DELETE' && path.startsWith('/v1/subscriptions/'))).toBe(true)
  expect(world.identity.accounts.has('eve')).toBe(false)
  for (const [handler, path] of [
    [getUser, '/users/get-user?uid=eve'],
    [currentPlan, '/users/current-plan?uid=eve'],
    [exportData, '/users/export?uid=eve'],
  ] as const) {
    expect((await call(handler, path, { token })).status).toBe(401)
  }
  const again = await call(upsert, '/users/insert-or-update', { token, body: { uid: 'eve' } })
  expect(again.status).toBe(401)
  const later = await world.identity.token('eve', { auth_time: Math.floor(Date.now() / 1000) + 5 })
  expect((await call(getUser, '/users/get-user?uid=eve', { token: later })).status).toBe(404)
})

test('leaves no plan of a page that was open at the deletion', async () => {
  for (const [name, handler, priceId] of [
    ['stripe', checkout, 'price_monthly_usd'],
    ['chargebee', chargebeeCheckout, 'plan-monthly-USD'],
  ] as const) {
    const uid = `left-${name}`
    world.identity.accounts.set(uid, {})
    const token = await world.identity.token(uid)
    const page = await call(handler, `/${name}/checkout-session?uid=${uid}`, {
      token,
      body: { priceId, successUrl: `${origin}/pricing/thankyou/`, cancelUrl: `${origin}/pricing/start` },
    })
    const { url } = await page.json()
    expect((await call(deleteAccount, '/users/delete-account', { token, body: { uid } })).status).toBe(200)
    await vendors.forgetRequests()
    await vendors.pay(url)
    if (name === 'stripe') continue
    await expect
      .poll(async () => (await vendors.requests(name)).some(({ path }) => path.includes('/cancel_for_items')))
      .toBe(true)
  }
  const { subscriptions } = await import('@/lib/server/db/schema')
  const rows = await (await database()).select().from(subscriptions)
  expect(rows.filter(({ uid }) => uid.startsWith('left-'))).toEqual([])
})

async function rowsOf(uid: string) {
  const { subscriptions } = await import('@/lib/server/db/schema')
  return (await database()).select().from(subscriptions).where(eq(subscriptions.uid, uid))
}

test('refunds payments on such a page once', async () => {
  const uid = 'left-and-charged'
  world.identity.accounts.set(uid, {})
  const token = await world.identity.token(uid)
  const open = async (priceId: string) => {
    const body = { priceId, successUrl: `${origin}/pricing/thankyou/`, cancelUrl: `${origin}/pricing/start` }
    const page = await call(chargebeeCheckout, `/chargebee/checkout-session?uid=${uid}`, { token, body })
    return ((await page.json()) as { url: string }).url
  }
  await vendors.pay(await open('plan-monthly-USD'))
  const { findCustomerId } = await import('@/lib/server/billing/customers')
  const customer = (await findCustomerId(uid, 'chargebee')) ?? ''
  await expect.poll(async () => (await rowsOf(uid)).length).toBe(1)
  const [{ id = '' } = {}] = await rowsOf(uid)
  await cancelPlan({ uid, token }, id, 'chargebee')
  // The trial is used up, so this plan is charged at once.
  const url = await open('plan-yearly-USD')
  expect((await call(deleteAccount, '/users/delete-account', { token, body: { uid } })).status).toBe(200)
  await vendors.pay(url)
  const { billingProvider } = await import('@/lib/server/billing/providers/registry')
  const { syncCustomer } = await import('@/lib/server/billing/sync')
  const provider = await billingProvider('chargebee')
  const late = async () => (await provider.subscriptions(customer)).find((one) => one.id !== id)
  await expect.poll(async () => (await late())?.access).toBe(false)
  await syncCustomer('chargebee', customer)
  await vendors.forgetRequests()
  await syncCustomer('chargebee', customer)
  const asked = await vendors.requests('chargebee')
  expect(asked.filter(({ path }) => path.endsWith('/refund'))).toEqual([])
  // Reports the total refund without paying again.
  expect(await provider.refundAll((await late())?.id ?? '', 'again')).toEqual({ amount: 18000, currency: 'USD' })
  expect(await rowsOf(uid)).toEqual([])
})

test('leaves no row when many are deleted during webhooks', async () => {
  const uids = Array.from({ length: 12 }, (_, n) => `many-${n}`)
  await Promise.all(
    uids.map(async (uid) => {
      const token = await subscriber(uid)
      // On a busy machine, twelve deletions at once may time out and need retries.
      await vi.waitFor(async () => expect((await remove(uid, token)).status).toBe(200), {
        timeout: 60_000,
        interval: 500,
      })
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { subscriptions } = await import('@/lib/server/db/schema')
  const rows = await (await database()).select().from(subscriptions)
  expect(rows.filter(({ uid }) => uid.startsWith('many-'))).toEqual([])
})

describe('a failing identity service: data is deleted, the rest is listed', () => {
  /** A new sign-in and attempt finish what was refused. */
  async function finish(uid: string) {
    const token = await world.identity.token(uid, { auth_time: Math.floor(Date.now() / 1000) + 5 })
    expect(await remove(uid, token)).toEqual({ status: 200, body: { deleted: true } })
    expect(world.identity.accounts.has(uid)).toBe(false)
    expect(await traces(uid)).toEqual(['deleted_users'])
  }

  test('when it refuses', async () => {
    const token = await subscriber('finn')
    world.identity.removal = 'fails'
    const { status, body } = await remove('finn', token)
    world.identity.removal = 'works'
    expect(status).toBe(503)
    expect(body.error.message).toMatch(/deleted your data/i)
    expect(await traces('finn')).toEqual(['deleted_users'])
    expect((await remove('finn', token)).status).toBe(401)
    await finish('finn')
  })

  test('when it does not answer, so that the outcome is unknown', async () => {
    const token = await subscriber('gus')
    world.identity.removal = 'hangs'
    const { status, body } = await remove('gus', token)
    world.identity.removal = 'works'
    expect([status, body.error.outcome]).toEqual([503, 'partly'])
    expect(body.error.message).toMatch(/^We’ve deleted your data, but can’t tell whether your sign-in is gone\./)
    expect(body.error.message).toMatch(/If you can still sign in, delete again\.$/)
    expect(world.identity.accounts.has('gus')).toBe(false)
    expect(await traces('gus')).toEqual(['deleted_users'])
  })
})

describe('the picture', () => {
  const pictureOf = (uid: string) => `users/${uid}/profilePicture.png`

  async function withPicture(uid: string) {
    world.identity.accounts.set(uid, {})
    world.identity.pictures.add(pictureOf(uid))
    world.identity.calls.length = 0
    return world.identity.token(uid)
  }

  test('deletes it with the account, and no other one', async () => {
    world.identity.pictures.add(pictureOf('somebody'))
    expect(await remove('hal', await withPicture('hal'))).toEqual({ status: 200, body: { deleted: true } })
    expect([...world.identity.pictures]).toEqual([pictureOf('somebody')])
    const asked = `DELETE /storage/v1/b/unhurried-test.appspot.com/o/${encodeURIComponent(pictureOf('hal'))}`
    expect(world.identity.calls).toContain(asked)
  })

  test.each(['fails', 'hangs'] as const)('storage %s: deletes the identity, and the answer says so', async (how) => {
    const uid = `ida-${how}`
    const token = await withPicture(uid)
    world.identity.storage = how
    const answer = await remove(uid, token)
    world.identity.storage = 'works'
    expect(answer).toEqual({ status: 200, body: { deleted: true, left: ['picture'] } })
    expect(world.identity.accounts.has(uid)).toBe(false)
    expect(await traces(uid)).toEqual(['deleted_users'])
  })

  test('is removed even if the identity cannot be', async () => {
    const token = await withPicture('jan')
    world.identity.removal = 'fails'
    const { status, body } = await remove('jan', token)
    world.identity.removal = 'works'
    expect([status, body.error.outcome]).toEqual([503, 'partly'])
    expect(body.error.message).toMatch(/couldn’t remove your sign-in\. Sign in once more and delete your account again/)
    expect(world.identity.pictures.has(pictureOf('jan'))).toBe(false)
  })
})

test('refuses tokens from before the deletion with a slow clock', async () => {
  world.identity.accounts.set('kit', {})
  const ahead = Math.floor(Date.now() / 1000) + 50
  const token = await world.identity.token('kit', { auth_time: ahead, iat: ahead })
  expect((await remove('kit', token)).status).toBe(200)
  expect((await call(getUser, '/users/get-user?uid=kit', { token })).status).toBe(401)
  const later = await world.identity.token('kit', { auth_time: ahead + 1 })
  expect((await call(getUser, '/users/get-user?uid=kit', { token: later })).status).toBe(404)
})

test("answers 409 with the store's address for an app store plan", async () => {
  const { subscriptions } = await import('@/lib/server/db/schema')
  world.identity.accounts.set('gwen', {})
  const token = await world.identity.token('gwen')
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
