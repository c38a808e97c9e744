import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { POST as chargebeeCheckout } from '@/app/api/chargebee/checkout-session/route'
import { GET as currentPlan } from '@/app/api/users/current-plan/route'
import { GET as exportData } from '@/app/api/users/export/route'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { contactMessages } from '@/lib/server/db/schema'
import { deleteAccount } from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import { world, vendors, subscriber, written, recordsOf, remove, checkoutBody } from './accounts'

async function messagesOf(person: string) {
  const rows = await (await database()).select().from(contactMessages)
  return rows.map(({ email }) => email).filter((email) => email.toLowerCase().includes(person))
}

test('deletes contact messages of a confirmed address only', async () => {
  await written('Iris@people.example', 'iris@people.example', 'iris@elsewhere.example', 'jo@people.example')
  for (const [uid, email_verified] of [
    ['iris', true],
    ['jo', false],
  ] as const) {
    const token = await world.identity.signIn(uid, { email_verified })
    expect((await deleteAccount({ uid, token })).status).toBe(200)
  }
  expect(await messagesOf('iris')).toEqual(['iris@elsewhere.example'])
  expect(await messagesOf('jo@')).toEqual(['jo@people.example'])
})

describe('deletes nothing while the provider does not answer', () => {
  test.each([
    ['hangs', { delayMs: 30_000 }],
    // Each call is in time, but together they are too slow.
    ['is slow at every step', { delayMs: 3500 }],
  ])('because it %s', async (how, fault) => {
    const uid = `carol-${how.length}`
    const token = await subscriber(uid)
    const before = await recordsOf(uid)
    await vendors.fault({ vendor: 'stripe', times: 100, ...fault })
    await vendors.forgetRequests()
    const { status, body } = await remove(uid, token)
    await vendors.fault({ vendor: 'stripe', times: 0 })
    expect(status).toBe(502)
    expect(body.error.message).toMatch(/Your account and your data are still here/)
    // Running work may finish after the answer, but none may begin.
    if (how.startsWith('is slow')) await new Promise((resolve) => setTimeout(resolve, 4500))
    expect(await recordsOf(uid)).toEqual(before)
    expect((await call(getUser, `/users/get-user?uid=${uid}`, { token })).status).toBe(200)
    expect(world.identity.accounts.has(uid)).toBe(true)
    expect((await vendors.requests('stripe')).filter(({ method }) => method === 'DELETE')).toEqual([])
    expect(await remove(uid, token)).toEqual({ status: 200, body: { deleted: true } })
  })
})

test('finishes a deletion that stopped after ending the plan', async () => {
  const token = await subscriber('dina')
  const db = await database()
  const before = await recordsOf('dina')
  await db.execute(sql`alter table consents rename to away`)
  const first = await remove('dina', token)
  await db.execute(sql`alter table away rename to consents`)
  expect(first.status).toBe(500)
  expect(await recordsOf('dina')).toEqual(before)
  expect(await (await call(currentPlan, '/users/current-plan?uid=dina', { token })).json()).toMatchObject({
    subscription: { status: 'canceled' },
  })
  expect(await remove('dina', token)).toEqual({ status: 200, body: { deleted: true } })
  expect(await recordsOf('dina')).toEqual(['deleted_users'])
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
  expect(await recordsOf('rosa')).toEqual(['deleted_users'])
  expect(world.identity.accounts.has('rosa')).toBe(true)
  expect((await call(getUser, '/users/get-user?uid=rosa', { token })).status).toBe(401)
})

test('allows a new account after a deletion, and deletes it again', async () => {
  const token = await subscriber('wanda')
  await remove('wanda', token)
  const newToken = await world.identity.signIn('wanda', { auth_time: Math.floor(Date.now() / 1000) + 5 })
  expect((await call(upsert, '/users/insert-or-update', { token: newToken, body: { uid: 'wanda' } })).status).toBe(200)
  const page = await call(chargebeeCheckout, '/chargebee/checkout-session?uid=wanda', {
    token: newToken,
    body: checkoutBody('plan-monthly-USD'),
  })
  expect(page.status).toBe(200)
  expect((await remove('wanda', newToken)).status).toBe(200)
  expect(await recordsOf('wanda')).toEqual(['deleted_users'])
})

test('ends the plan, deletes rows and identity, refuses the old token', async () => {
  const token = await subscriber('eve')
  await vendors.forgetRequests()
  const response = await deleteAccount({ uid: 'eve', token })
  expect(await response.json()).toEqual({ deleted: true })
  const requests = await vendors.requests('stripe')
  expect(requests.some(({ method, path }) => method === 'DELETE' && path.startsWith('/v1/subscriptions/'))).toBe(true)
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

describe('a failing identity service: data is deleted, the rest is listed', () => {
  /** A new sign-in and attempt finish what was refused. */
  async function finish(uid: string) {
    const token = await world.identity.token(uid, { auth_time: Math.floor(Date.now() / 1000) + 5 })
    expect(await remove(uid, token)).toEqual({ status: 200, body: { deleted: true } })
    expect(world.identity.accounts.has(uid)).toBe(false)
    expect(await recordsOf(uid)).toEqual(['deleted_users'])
  }

  test('when it refuses', async () => {
    const token = await subscriber('finn')
    world.identity.removal = 'fails'
    const { status, body } = await remove('finn', token)
    world.identity.removal = 'works'
    expect(status).toBe(503)
    expect(body.error.message).toMatch(/deleted your data/i)
    expect(await recordsOf('finn')).toEqual(['deleted_users'])
    expect((await remove('finn', token)).status).toBe(401)
    await finish('finn')
  })

  test('when it does not answer, with an unknown outcome', async () => {
    const token = await subscriber('gus')
    world.identity.removal = 'hangs'
    const { status, body } = await remove('gus', token)
    world.identity.removal = 'works'
    expect([status, body.error.outcome]).toEqual([503, 'partly'])
    expect(body.error.message).toMatch(/^We deleted your data but cannot confirm that your login was removed\./)
    expect(body.error.message).toMatch(/If you can still sign in, delete your account again\.$/)
    expect(world.identity.accounts.has('gus')).toBe(false)
    expect(await recordsOf('gus')).toEqual(['deleted_users'])
  })
})

describe('the picture', () => {
  const pictureOf = (uid: string) => `users/${uid}/profilePicture.png`

  async function withPicture(uid: string) {
    world.identity.pictures.add(pictureOf(uid))
    world.identity.calls.length = 0
    return world.identity.signIn(uid)
  }

  test('is deleted with the account, and no other picture', async () => {
    world.identity.pictures.add(pictureOf('somebody'))
    expect(await remove('hal', await withPicture('hal'))).toEqual({ status: 200, body: { deleted: true } })
    expect([...world.identity.pictures]).toEqual([pictureOf('somebody')])
    const requests = `DELETE /storage/v1/b/unhurried-test.appspot.com/o/${encodeURIComponent(pictureOf('hal'))}`
    expect(world.identity.calls).toContain(requests)
  })

  test.each(['fails', 'hangs'] as const)('reports a picture left when storage %s', async (how) => {
    const uid = `ida-${how}`
    const token = await withPicture(uid)
    world.identity.storage = how
    const answer = await remove(uid, token)
    world.identity.storage = 'works'
    expect(answer).toEqual({ status: 200, body: { deleted: true, left: ['picture'] } })
    expect(world.identity.accounts.has(uid)).toBe(false)
    expect(await recordsOf(uid)).toEqual(['deleted_users'])
  })
})

test('refuses tokens from before the deletion with a slow clock', async () => {
  const ahead = Math.floor(Date.now() / 1000) + 50
  const token = await world.identity.signIn('kit', { auth_time: ahead, iat: ahead })
  expect((await remove('kit', token)).status).toBe(200)
  expect((await call(getUser, '/users/get-user?uid=kit', { token })).status).toBe(401)
  const later = await world.identity.token('kit', { auth_time: ahead + 1 })
  expect((await call(getUser, '/users/get-user?uid=kit', { token: later })).status).toBe(404)
})
