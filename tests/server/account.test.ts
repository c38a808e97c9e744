import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST as chargebeeCheckout } from '@/app/api/chargebee/checkout-session/route'
import { POST as checkout } from '@/app/api/stripe/checkout-session/route'
import { POST as cancel } from '@/app/api/users/cancel-plan/route'
import { GET as currentPlan } from '@/app/api/users/current-plan/route'
import { POST as deleteAccount } from '@/app/api/users/delete-account/route'
import { GET as exportData } from '@/app/api/users/export/route'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { call, origin, stage } from '@/tests/setup/stage'
import { startVendors } from '@/tests/setup/vendors'

let world: Awaited<ReturnType<typeof stage>>
let vendors: Awaited<ReturnType<typeof startVendors>>
beforeAll(async () => {
  vendors = await startVendors()
  world = await stage(vendors.env)
})
afterAll(async () => {
  await vendors.close()
  await world.close()
})

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

test('the export holds everything that is stored about the person, and nobody else', async () => {
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
  })
  expect(JSON.stringify(data)).not.toContain('bob')
})

/** Stores messages of the contact form as if these addresses had been put in it, oldest first. */
async function written(...emails: string[]) {
  const { database } = await import('@/lib/server/db/client')
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
  const { database } = await import('@/lib/server/db/client')
  const { contactMessages } = await import('@/lib/server/db/schema')
  const rows = await (await database()).select().from(contactMessages)
  return rows.map(({ email }) => email).filter((email) => email.toLowerCase().includes(person))
}

test('messages from the contact form are in the export when the address is confirmed, however it is written', async () => {
  await written('Hana@People.example', 'hana@people.example', 'other-hana@people.example')
  world.identity.accounts.set('hana', {})
  const exported = async (change: Parameters<typeof world.identity.token>[1]) => {
    const token = await world.identity.token('hana', change)
    return (await call(exportData, '/users/export?uid=hana', { token })).json()
  }
  const data = await exported({ email_verified: true, email: 'HANA@people.example' })
  expect(data.messages).toEqual([
    {
      name: 'Ada',
      email: 'Hana@People.example',
      message: 'From Hana@People.example',
      receivedAt: '2026-01-01T00:00:00.000Z',
    },
    expect.objectContaining({ email: 'hana@people.example' }),
  ])
  expect(data.readme.join(' ')).toContain(
    "only if the account's address is confirmed. Your picture is not in this file.",
  )
  for (const change of [{}, { email_verified: false }, { email_verified: true, email: undefined }]) {
    expect((await exported(change)).messages).toEqual([])
  }
})

test('they go with the account when its address is confirmed, and stay when it is not', async () => {
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

test('while the provider does not answer nothing is deleted', async () => {
  const token = await subscriber('carol')
  await vendors.fault({ vendor: 'stripe', status: 503, times: 8 })
  const response = await call(deleteAccount, '/users/delete-account', { token, body: { uid: 'carol' } })
  await vendors.fault({ vendor: 'stripe', times: 0 })
  expect(response.status).toBe(502)
  expect((await call(getUser, '/users/get-user?uid=carol', { token })).status).toBe(200)
  expect(world.identity.accounts.has('carol')).toBe(true)
})

test("another's account is 403, and stays", async () => {
  const token = await subscriber('dora')
  const response = await call(deleteAccount, '/users/delete-account', { token, body: { uid: 'bob' } })
  expect(response.status).toBe(403)
})

test('deleting ends the plan at the provider, then rows and identity go, and the old token is refused everywhere', async () => {
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

test('a page that was open at the deletion cannot leave a plan behind', async () => {
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
  const { database } = await import('@/lib/server/db/client')
  const { subscriptions } = await import('@/lib/server/db/schema')
  const rows = await (await database()).select().from(subscriptions)
  expect(rows.filter(({ uid }) => uid.startsWith('left-'))).toEqual([])
})

test('deleting many while their messages are on the way leaves no row behind', async () => {
  const uids = Array.from({ length: 12 }, (_, n) => `many-${n}`)
  await Promise.all(
    uids.map(async (uid) => {
      const token = await subscriber(uid)
      await call(deleteAccount, '/users/delete-account', { token, body: { uid } })
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { database } = await import('@/lib/server/db/client')
  const { subscriptions } = await import('@/lib/server/db/schema')
  const rows = await (await database()).select().from(subscriptions)
  expect(rows.filter(({ uid }) => uid.startsWith('many-'))).toEqual([])
})

test('an identity service that does not answer: the data is gone, and the answer says what is left', async () => {
  const token = await subscriber('finn')
  world.identity.removal = 'fails'
  const response = await call(deleteAccount, '/users/delete-account', { token, body: { uid: 'finn' } })
  world.identity.removal = 'works'
  expect(response.status).toBe(503)
  expect((await response.json()).error.message).toMatch(/data is deleted/i)
})

test('a plan bought in an app store is cancelled there: 409 with its address', async () => {
  const { database } = await import('@/lib/server/db/client')
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
