import { afterAll, expect, test } from 'vitest'
import { POST as endSessions } from '@/app/api/users/end-sessions/route'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { env } from '@/lib/env'
import { deleteAccount } from '@/tests/setup/buyers'
import { call, stage, refusalOf } from '@/tests/setup/stage'

const world = await stage()
afterAll(() => world.close())

async function person(uid: string) {
  const token = await world.identity.signIn(uid)
  await call(upsert, '/users/insert-or-update', { token, body: { uid, name: 'Ada' } })
  return token
}

test('refuses earlier tokens and accepts a later one', async () => {
  const token = await person('ada')
  const elsewhere = await world.identity.token('ada', { auth_time: Math.floor(Date.now() / 1000) - 3600 })
  const response = await call(endSessions, '/users/end-sessions', { token, body: { uid: 'ada' } })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ ended: true })
  expect(response.headers.get('cache-control')).toBe('no-store')
  for (const old of [token, elsewhere]) {
    expect((await deleteAccount({ uid: 'ada', token: old })).status).toBe(401)
    expect((await call(endSessions, '/users/end-sessions', { token: old, body: { uid: 'ada' } })).status).toBe(401)
  }
  expect((await call(getUser, '/users/get-user?uid=ada', { token })).status).toBe(401)
  const later = await world.identity.token('ada', { auth_time: Math.floor(Date.now() / 1000) + 5 })
  expect((await call(endSessions, '/users/end-sessions', { token: later, body: { uid: 'ada' } })).status).toBe(200)
})

test('answers 503 while the identity service is down', async () => {
  const token = await person('carol')
  world.identity.setDown(true)
  const response = await call(endSessions, '/users/end-sessions', { token, body: { uid: 'carol' } })
  world.identity.setDown(false)
  expect(await refusalOf(response)).toEqual([503, 'unavailable'])
  expect(world.identity.accounts.get('carol')).toEqual({})
})

test('answers not-configured without an admin credential', async () => {
  const token = await person('dora')
  const { identity } = env()
  if (!identity) throw new Error('no identity settings')
  const { serviceAccount } = identity
  identity.serviceAccount = null
  const response = await call(endSessions, '/users/end-sessions', { token, body: { uid: 'dora' } })
  identity.serviceAccount = serviceAccount
  expect(response.status).toBe(503)
  const { error } = await response.json()
  expect(error.code).toBe('not-configured')
  expect(error.message).toMatch(/nothing has changed\. If you have a password, changing it.*up to an hour\.$/)
  expect(response.headers.get('retry-after')).toBeNull()
})
