import { afterAll, expect, test } from 'vitest'
import { GET, POST as endSessions } from '@/app/api/users/end-sessions/route'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
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

test('checks in the contract’s order', async () => {
  const token = await person('bob')
  const ask = (options: Parameters<typeof call>[2]) => call(endSessions, '/users/end-sessions', options)
  expect((await ask({ body: { uid: 'bob' } })).status).toBe(401)
  expect((await ask({ token, body: { uid: 'ada' } })).status).toBe(403)
  expect((await ask({ token, body: {} })).status).toBe(400)
  expect((await ask({ token, body: { uid: ['bob', 'bob'] } })).status).toBe(400)
  expect((await ask({ token, raw: '{' })).status).toBe(400)
  expect((await ask({ token, raw: `{"uid":"bob","x":"${'x'.repeat(200_000)}"}` })).status).toBe(413)
  const wrongMethod = await call(GET, '/users/end-sessions?uid=bob', { token })
  expect(wrongMethod.status).toBe(405)
  expect(world.identity.accounts.get('bob')).toEqual({})
})

test('answers 503 while the identity service is down', async () => {
  const token = await person('carol')
  world.identity.setDown(true)
  const response = await call(endSessions, '/users/end-sessions', { token, body: { uid: 'carol' } })
  world.identity.setDown(false)
  expect(await refusalOf(response)).toEqual([503, 'unavailable'])
  expect(world.identity.accounts.get('carol')).toEqual({})
})
