/** All endpoints that take a token, with all invalid tokens. Without an emulator, so tokens are signed. */
import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/server/db/client'
import { customers, deletedUsers, subscriptions, users } from '@/lib/server/db/schema'
import { endpoints, withoutToken, type Endpoint } from '@/tests/setup/endpoint-table'
import { routeFiles, send, type Change } from '@/tests/setup/endpoints'
import { listen } from '@/tests/setup/listen'
import { allRows, refusalOf } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()
/** Addresses in a token's header, which must not be requested. */
const strangersAddress = { requestCount: 0, url: '' }
const listener = await listen((_, response) => {
  strangersAddress.requestCount++
  response.end(JSON.stringify({ keys: [world.identity.strangersJwk] }))
})

beforeAll(async () => {
  strangersAddress.url = `${listener.url}/keys`
  const db = await database()
  await db.insert(users).values({ uid: 'ada', name: 'Ada', email: 'ada@people.example', providerId: 'password' })
  await db.insert(customers).values({ uid: 'ada', provider: 'stripe', customerId: 'cus_ada' })
  await db.insert(subscriptions).values({
    id: 'sub_ada',
    store: 'stripe',
    uid: 'ada',
    customerId: 'cus_ada',
    status: 'active',
    access: true,
    isUnSubscribed: false,
    startedAt: new Date(),
    stamp: 0,
  })
  await db.insert(deletedUsers).values({ uid: 'left', deletedAt: new Date() })
  for (const uid of ['ada', 'eve']) world.identity.accounts.set(uid, { validSince: '0' })
})
afterAll(() => listener.close())
beforeEach(async () => {
  await vendors.forgetRequests()
  world.identity.calls.length = 0
  strangersAddress.requestCount = 0
})

const now = () => Math.floor(Date.now() / 1000)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Invalid tokens, each wrong in one way, for the user ada. */
const wrong: Record<string, () => Promise<Change> | Change> = {
  none: () => ({ token: null }),
  empty: () => ({ headers: { 'firebase-auth-token': '' } }),
  garbage: () => ({ token: 'not.a.token' }),
  'in the header of other services': async () => ({
    headers: { authorization: `Bearer ${await world.identity.token('ada')}` },
  }),
  expired: async () => ({ token: await world.identity.token('ada', { exp: now() - 1 }) }),
  'without an end': async () => ({ token: await world.identity.token('ada', { exp: undefined }) }),
  'made in the future': async () => ({ token: await world.identity.token('ada', { iat: now() + 3600 }) }),
  'signed in in the future': async () => ({ token: await world.identity.token('ada', { auth_time: now() + 3600 }) }),
  'for another project': async () => ({ token: await world.identity.token('ada', { aud: 'other' }) }),
  'of another issuer': async () => ({
    token: await world.identity.token('ada', { iss: 'https://securetoken.google.com/other' }),
  }),
  'with an empty subject': async () => ({ token: await world.identity.token('ada', { sub: '' }) }),
  'without a subject': async () => ({ token: await world.identity.token('ada', { sub: undefined }) }),
  'of algorithm none': () => ({ token: new UnsecuredJWT(world.identity.claims('ada')).encode() }),
  'without its signature': async () => ({ token: (await world.identity.token('ada')).replace(/[^.]+$/, '') }),
  'signed with HS256 and the public key as PEM': async () => ({
    token: await new SignJWT(world.identity.claims('ada'))
      .setProtectedHeader({ alg: 'HS256', kid: 'known' })
      .sign(new TextEncoder().encode(await exportSPKI(world.identity.publicKey))),
  }),
  'signed with ES256': async () => ({
    token: await new SignJWT(world.identity.claims('ada'))
      .setProtectedHeader({ alg: 'ES256', kid: 'known' })
      .sign((await generateKeyPair('ES256')).privateKey),
  }),
  "signed with a stranger's key": async () => ({
    token: await world.identity.token('ada', {}, {}, world.identity.strangersKey),
  }),
  'with an unknown key id': async () => ({ token: await world.identity.token('ada', {}, { kid: 'unknown' }) }),
  'without a key id, by a stranger': async () => ({
    token: await world.identity.token('ada', {}, { kid: undefined }, world.identity.strangersKey),
  }),
  "with a stranger's key inside (jwk)": async () => ({
    token: await world.identity.token(
      'ada',
      {},
      { jwk: world.identity.strangersJwk, kid: 'stranger' },
      world.identity.strangersKey,
    ),
  }),
  "with the address of a stranger's keys (jku)": async () => ({
    token: await world.identity.token(
      'ada',
      {},
      { jku: strangersAddress.url, kid: 'stranger' },
      world.identity.strangersKey,
    ),
  }),
  "altered: another's claims under a real signature": async () => {
    const [head, , signature] = (await world.identity.token('eve')).split('.')
    return { token: `${head}.${part(world.identity.claims('ada'))}.${signature}` }
  },
}

/** The answer as sent, except the request's id. */
async function seen(response: Response) {
  const id = response.headers.get('x-request-id') ?? ''
  expect(id).not.toBe('')
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return { status: response.status, headers, text: (await response.text()).replaceAll(id, '<id>') }
}

const vendorRequests = async () => [...(await vendors.requests('stripe')), ...(await vendors.requests('chargebee'))]
const administered = () => world.identity.calls.filter((line) => line !== 'GET /keys')

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

test('covers every route that takes a token', () => {
  const listed = new Set(endpoints.map(({ path }) => path))
  expect(routeFiles.length).toBeGreaterThan(20)
  for (const { path, text } of routeFiles) {
    const takesToken = /\bhandle\(/.test(text)
    expect(takesToken, path).toBe(listed.has(path))
    expect(withoutToken.includes(path), path).toBe(!takesToken)
    // Only one place may read the header.
    expect(text, path).not.toMatch(/tokenHeader|verifyToken|firebase-auth-token/)
  }
  expect([...listed].filter((path) => !routeFiles.some((file) => file.path === path))).toEqual([])
})

describe.each(named)('%s', (_, endpoint: Endpoint) => {
  test('rejects wrong tokens without revealing users', async () => {
    const before = await allRows()
    for (const [name, make] of Object.entries(wrong)) {
      const change = await make()
      const known = await seen(await send(endpoint, 'ada', change))
      expect(known, name).toMatchObject({ status: 401, text: expect.stringContaining('"unauthenticated"') })
      expect(await seen(await send(endpoint, 'nobody', change)), name).toEqual(known)
    }
    expect(await allRows()).toEqual(before)
    expect(await vendorRequests()).toEqual([])
    expect(administered()).toEqual([])
    expect(strangersAddress.requestCount).toBe(0)
  })

  test('answers 403 to another uid, existing or not', async () => {
    const before = await allRows()
    const token = await world.identity.token('eve')
    const known = await seen(await send(endpoint, 'ada', { token }))
    expect(known).toMatchObject({ status: 403, text: expect.stringContaining('"forbidden"') })
    for (const uid of ['nobody', 'ADA', 'eve%00', '']) {
      const query = endpoint.uid === 'body' ? undefined : `uid=${uid}`
      expect(await seen(await send(endpoint, uid, { token, query })), uid).toEqual(known)
    }
    // With a uid in the query, the identity service is not needed.
    if (endpoint.uid !== 'body') expect(administered()).toEqual([])
    if (endpoint.uid === 'body')
      expect(await seen(await send(endpoint, 'eve', { token, query: 'uid=ada' }))).toEqual(known)
    if (endpoint.uid === 'both') {
      expect(await seen(await send(endpoint, 'eve', { token, bodyUid: 'ada' }))).toEqual(known)
      expect(await seen(await send(endpoint, 'ada', { token, bodyUid: 'eve' }))).toEqual(known)
    }
    expect(await allRows()).toEqual(before)
    expect(await vendorRequests()).toEqual([])
  })

  test('answers 400 to a missing, doubled or listed uid', async () => {
    const before = await allRows()
    const token = await world.identity.token('eve')
    const queries = ['', ...'uid=eve&uid=eve uid=eve&uid=ada uid[]=eve uid=eve&uid[]=ada uid[0]=eve UID=eve'.split(' ')]
    const bodies = [undefined, null, ['eve'], ['eve', 'ada'], { uid: 'eve' }, 7, true]
    // With a uid in the body, the query may repeat but not contradict it.
    const without = new Set(['', 'UID=eve'])
    for (const query of queries.filter((each) => endpoint.uid !== 'body' || !without.has(each))) {
      expect((await send(endpoint, 'eve', { token, query })).status, query).toBe(400)
    }
    for (const bodyUid of endpoint.uid === 'query' ? [] : bodies) {
      expect((await send(endpoint, 'eve', { token, bodyUid })).status, JSON.stringify(bodyUid)).toBe(400)
    }
    expect(await allRows()).toEqual(before)
    expect(await vendorRequests()).toEqual([])
  })

  test.each([
    ['has ended the sessions since', { validSince: String(now() + 3600) }, true],
    ['has added a second factor since', { mfaInfo: [{ mfaEnrollmentId: 'app' }] }, true],
    ['was deleted', null, endpoint.fresh],
    ['is disabled', { disabled: true }, true],
  ])('of an account that %s', async (_name, account, refused) => {
    const uid = `former-${Object.keys(account ?? {}).join()}`
    if (account) world.identity.accounts.set(uid, account)
    const before = await allRows()
    const response = await send(endpoint, uid, { token: await world.identity.token(uid) })
    // The identity service may have lost the account, so reading goes on.
    if (!refused) return expect(response.status).not.toBe(401)
    expect(await refusalOf(response)).toEqual([401, 'unauthenticated'])
    expect(await allRows()).toEqual(before)
    expect(await vendorRequests()).toEqual([])
  })

  test('answers 401 for an account deleted here', async () => {
    const before = await allRows()
    const token = await world.identity.token('left', { auth_time: now() - 600 })
    const response = await send(endpoint, 'left', { token })
    expect(response.status).toBe(401)
    expect(await allRows()).toEqual(before)
    expect(await vendorRequests()).toEqual([])
    expect(administered()).toEqual([])
  })
})
