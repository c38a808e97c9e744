import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as cancelPlan } from '@/app/api/users/cancel-plan/route'
import { call, stage, refusalOf } from '@/tests/setup/stage'

const north = { displayName: 'North clinic', signInOptions: ['password'] }
const world = await stage({ SIGN_IN_CONFIG: JSON.stringify({ tenants: { 'north-1x2y3': north } }) })
afterAll(() => world.close())

const now = () => Math.floor(Date.now() / 1000)

test.each(['drops', 'fails', 'is garbage', 'is empty'] as const)('answers 503 if the key address %s', async (how) => {
  world.identity.keys = how
  const token = await world.identity.token('ada')
  const response = await call(getUser, '/users/get-user?uid=ada', { token })
  world.identity.keys = 'works'
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('reports a wrong clock for a token of the future', async () => {
  const token = await world.identity.token('ada', { iat: now() + 90, auth_time: now() + 90 })
  const response = await call(getUser, '/users/get-user?uid=ada', { token })
  expect(response.status).toBe(401)
  expect((await response.json()).error).toMatchObject({
    code: 'unauthenticated',
    reason: 'clock',
    message: expect.stringContaining('clock'),
  })
})

/** Invalid tokens, each wrong in one way. tokens.test.ts has those for every endpoint. */
const wrong: Record<string, () => Promise<string>> = {
  'of a tenant that is not configured': () => world.identity.token('ada', { firebase: { tenant: 'south' } }),
  'of a tenant that is none': () => world.identity.token('ada', { firebase: { tenant: '__proto__' } }),
  'with a subject of 129 characters': () => world.identity.token('a'.repeat(129)),
  'with an auth_time that is no number': () => world.identity.token('ada', { auth_time: 'then' }),
}

test.each(Object.keys(wrong))('answers 401 to a token %s', async (name) => {
  const token = await wrong[name]?.()
  expect(await refusalOf(call(getUser, '/users/get-user?uid=ada', { token }))).toEqual([401, 'unauthenticated'])
})

test.each([
  ['from a clock a minute behind', { iat: now() + 50, auth_time: now() + 50 }],
  ['of a configured tenant', { firebase: { tenant: 'north-1x2y3' } }],
  ['with a subject of 128 characters', { sub: 'a'.repeat(128) }],
])('accepts a token %s', async (_, claims) => {
  const token = await world.identity.token('ada', claims)
  const { sub = 'ada' } = claims as { sub?: string }
  expect((await call(getUser, `/users/get-user?uid=${sub}`, { token })).status).toBe(404)
})

test('looks up the account of a tenant before changes of money or data', async () => {
  const token = await world.identity.signIn('ada', { firebase: { tenant: 'north-1x2y3' } })
  const body = { uid: 'ada', subscriptionId: 'sub_1', store: 'stripe' }
  await call(cancelPlan, '/users/cancel-plan?uid=ada', { token, body })
  expect(world.identity.calls.at(-1)).toMatch(/\/v1\/projects\/[^/]+\/tenants\/north-1x2y3\/accounts:lookup$/)
})

const read = async (uid: string) =>
  (await call(getUser, `/users/get-user?uid=${uid}`, { token: await world.identity.token(uid) })).status
const pay = async (uid: string) => {
  const body = { uid, subscriptionId: 'sub_1', store: 'stripe' }
  return (await call(cancelPlan, `/users/cancel-plan?uid=${uid}`, { token: await world.identity.token(uid), body }))
    .status
}

describe('account checks elsewhere', () => {
  beforeEach(() => {
    world.identity.accounts.clear()
    world.identity.calls.length = 0
  })

  test('look up the same uid of a tenant separately', async () => {
    world.identity.accounts.set('ada', { disabled: true })
    const token = await world.identity.token('ada', { firebase: { tenant: 'north-1x2y3' } })
    expect(await read('ada')).toBe(401)
    await call(getUser, '/users/get-user?uid=ada', { token })
    expect(world.identity.calls.filter((line) => line.includes('/tenants/north-1x2y3/'))).toHaveLength(1)
  })

  test.each(['hangs', 'fails'] as const)('accept tokens while it %s, and answer 503 to changes', async (how) => {
    world.identity.accounts.set('ada', { disabled: true })
    world.identity.lookup = how
    expect(await Promise.all(['ada', 'bob'].map(read))).toEqual([404, 404])
    expect(await pay('ada')).toBe(503)
    world.identity.lookup = 'works'
    expect(await read('ada')).toBe(401)
  })
})
