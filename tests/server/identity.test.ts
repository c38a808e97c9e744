import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as cancelPlan } from '@/app/api/users/cancel-plan/route'
import { call, stage } from '@/tests/setup/stage'

let world: Awaited<ReturnType<typeof stage>>
beforeAll(async () => {
  const north = { displayName: 'North clinic', signInOptions: ['password'] }
  world = await stage({ SIGN_IN_CONFIG: JSON.stringify({ tenants: { 'north-1x2y3': north } }) })
})
afterAll(() => world.close())

const now = () => Math.floor(Date.now() / 1000)

/** Tokens that must not let anybody in, each wrong in one way; the others, at every endpoint, are in tokens.test.ts. */
const wrong: Record<string, () => Promise<string>> = {
  'of a tenant that is not configured': () => world.identity.token('ada', { firebase: { tenant: 'south' } }),
  'of a tenant that is none': () => world.identity.token('ada', { firebase: { tenant: '__proto__' } }),
  'with a subject of 129 characters': () => world.identity.token('a'.repeat(129)),
  'without auth_time': () => world.identity.token('ada', { auth_time: undefined }),
  'with an auth_time that is no number': () => world.identity.token('ada', { auth_time: 'then' }),
}

test.each(Object.keys(wrong))('a token %s: 401', async (name) => {
  const token = await wrong[name]?.()
  const response = await call(getUser, '/users/get-user?uid=ada', { token })
  expect(response.status).toBe(401)
  expect((await response.json()).error.code).toBe('unauthenticated')
})

test.each([
  ['with a clock that is a minute behind ours', { iat: now() + 50, auth_time: now() + 50 }],
  ['of a tenant that is configured', { firebase: { tenant: 'north-1x2y3' } }],
  ['with a subject of 128 characters', { sub: 'a'.repeat(128) }],
])('a token %s opens what is its own', async (_, claims) => {
  const token = await world.identity.token('ada', claims)
  const { sub = 'ada' } = claims as { sub?: string }
  expect((await call(getUser, `/users/get-user?uid=${sub}`, { token })).status).toBe(404)
})

describe('where money or data goes, the provider is asked about the account', () => {
  const body = { uid: 'ada', subscriptionId: 'sub_1', store: 'stripe' }
  test.each([
    ['exists', { validSince: String(0) }, 404],
    ['is disabled', { disabled: true }, 401],
    ['ended its sessions since', { validSince: String(now() + 60) }, 401],
    ['is gone', null, 401],
  ])('an account that %s', async (_, account, status) => {
    if (account) world.identity.accounts.set('ada', account)
    else world.identity.accounts.delete('ada')
    const token = await world.identity.token('ada')
    expect((await call(cancelPlan, '/users/cancel-plan?uid=ada', { token, body })).status).toBe(status)
  })

  test.each([
    ['the project itself', {}, ''],
    ['a tenant', { tenant: 'north-1x2y3' }, '/tenants/north-1x2y3'],
  ])('of %s, where the account is kept', async (_, firebase, owner) => {
    world.identity.accounts.set('ada', { validSince: '0' })
    const token = await world.identity.token('ada', { firebase: { sign_in_provider: 'password', ...firebase } })
    await call(cancelPlan, '/users/cancel-plan?uid=ada', { token, body })
    expect(world.identity.calls.at(-1)).toMatch(new RegExp(`/v1/projects/[^/]+${owner}/accounts:lookup$`))
  })
})

describe('while the identity service is down', () => {
  test('known keys still verify, and a check that needs it answers 503 with Retry-After', async () => {
    const token = await world.identity.token('ada')
    await call(getUser, '/users/get-user?uid=ada', { token })
    world.identity.setDown(true)
    expect((await call(getUser, '/users/get-user?uid=ada', { token })).status).toBe(404)
    const body = { uid: 'ada', subscriptionId: 'sub_1', store: 'stripe' }
    const refused = await call(cancelPlan, '/users/cancel-plan?uid=ada', { token, body })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    world.identity.setDown(false)
  })
})
