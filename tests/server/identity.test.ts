import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
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

/** Tokens that must not let anybody in, each wrong in one way. */
const wrong: Record<string, () => Promise<string | null> | string | null> = {
  none: () => null,
  garbage: () => 'not.a.token',
  'two parts': () => 'e30.e30',
  expired: () => world.identity.token('ada', { exp: now() - 1 }),
  'made in the future': () => world.identity.token('ada', { iat: now() + 3600 }),
  'signed in in the future': () => world.identity.token('ada', { auth_time: now() + 3600 }),
  'of another project': () => world.identity.token('ada', { aud: 'other' }),
  'of another issuer': () => world.identity.token('ada', { iss: 'https://securetoken.google.com/other' }),
  'of a tenant that is not configured': () => world.identity.token('ada', { firebase: { tenant: 'south' } }),
  'of a tenant that is none': () => world.identity.token('ada', { firebase: { tenant: '__proto__' } }),
  'with an empty subject': () => world.identity.token(''),
  'without a subject': () => world.identity.token('ada', { sub: undefined }),
  'with a subject of 129 characters': () => world.identity.token('a'.repeat(129)),
  'without auth_time': () => world.identity.token('ada', { auth_time: undefined }),
  'with an unknown key id': () => world.identity.token('ada', {}, { kid: 'unknown' }),
  'without a key id, by a stranger': () =>
    world.identity.token('ada', {}, { kid: undefined }, world.identity.strangersKey),
  "signed with a stranger's key": () => world.identity.token('ada', {}, {}, world.identity.strangersKey),
  'with a key of its own inside': async () => {
    const { jwk } = world.identity
    return world.identity.token('ada', {}, { jwk, kid: undefined }, world.identity.strangersKey)
  },
  'unsigned (alg none)': () => new UnsecuredJWT(world.identity.claims('ada')).encode(),
  'signed with HS256 and the public key': async () =>
    new SignJWT(world.identity.claims('ada'))
      .setProtectedHeader({ alg: 'HS256', kid: 'known' })
      .sign(new TextEncoder().encode(await exportSPKI(world.identity.publicKey))),
  'signed with ES256': async () => {
    const pair = await generateKeyPair('ES256')
    return new SignJWT(world.identity.claims('ada'))
      .setProtectedHeader({ alg: 'ES256', kid: 'known' })
      .sign(pair.privateKey)
  },
  'altered after signing': async () => {
    const [head, , signature] = (await world.identity.token('eve')).split('.')
    const body = Buffer.from(JSON.stringify(world.identity.claims('ada'))).toString('base64url')
    return `${head}.${body}.${signature}`
  },
}

describe('a token that is not exactly right', () => {
  test.each(Object.keys(wrong))('%s: 401, the same whether the uid exists or not', async (name) => {
    const token = await wrong[name]?.()
    for (const uid of ['ada', 'nobody']) {
      const response = await call(getUser, `/users/get-user?uid=${uid}`, { token })
      expect(response.status).toBe(401)
      expect((await response.json()).error.code).toBe('unauthenticated')
    }
  })

  test('comes before whose uid it is and before the body', async () => {
    const response = await call(cancelPlan, '/users/cancel-plan?uid=eve', { token: 'garbage', raw: '{' })
    expect(response.status).toBe(401)
  })
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
