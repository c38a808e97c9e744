/** The built site in production mode without emulators: limits, body sizes, log and metrics. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { flat } from '@/tests/setup/prometheus-text'
import { startSite, type Site } from './setup/site'
import { freeStackPorts } from './setup/stack'
import { expect, test } from './setup/test'

const projectId = 'unhurried-test'

/** Serves the identity service's signing keys, and signs tokens with them. */
async function startKeys() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'known', alg: 'RS256', use: 'sig' }
  const server: Server = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const claims = (uid: string) => {
    const now = Math.floor(Date.now() / 1000)
    const iss = `https://securetoken.google.com/${projectId}`
    return { sub: uid, aud: projectId, iss, iat: now, auth_time: now, exp: now + 3600, email: `${uid}@people.example` }
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    token: (uid: string) =>
      new SignJWT(claims(uid)).setProtectedHeader({ alg: 'RS256', kid: 'known' }).sign(privateKey),
    unsigned: (uid: string) => new UnsecuredJWT(claims(uid)).encode(),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

test.describe('the API of the built site @once', () => {
  let keys: Awaited<ReturnType<typeof startKeys>>
  let site: Site
  let origin = ''
  let measured = ''

  test.beforeAll(async () => {
    keys = await startKeys()
    const { PORT, LOCAL_VENDORS_PORT: METRICS_PORT } = await freeStackPorts()
    origin = `http://127.0.0.1:${PORT}`
    measured = `http://127.0.0.1:${METRICS_PORT}`
    site = await startSite({
      port: PORT,
      env: {
        LOG_LEVEL: 'trace',
        METRICS_PORT,
        FIREBASE_API_KEY: 'key',
        FIREBASE_AUTH_DOMAIN: `localhost:${PORT}`,
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_APP_ID: 'app',
        FIREBASE_KEYS_URL: keys.url,
        STRIPE_SECRET_KEY: 'sk_test_nobody',
        STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
        STRIPE_PRICE_IDS: 'price_nothing',
        STRIPE_API_BASE: 'http://127.0.0.1:1',
      },
    })
  })

  test.afterAll(async () => {
    await site.stop()
    await keys.stop()
  })

  const get = (path: string, token: string) => fetch(origin + path, { headers: { 'firebase-auth-token': token } })
  const samples = async () => flat(await (await fetch(`${measured}/metrics`)).text())
  const logged = () =>
    site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { requestId?: string; msg: string; route?: string; status?: number })

  test('shares the rate limit of a user across routes, and counts each call once', async () => {
    const before = await samples()
    const token = await keys.token('ada')
    const statuses = []
    for (let n = 0; n < 61; n++) {
      statuses.push((await get(`/api/users/${n % 2 ? 'get-user' : 'current-plan'}?uid=ada`, token)).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(statuses.at(-1)).toBe(429)
    expect((await get('/api/users/current-plan?uid=eve', await keys.token('eve'))).status).toBe(200)
    const after = await samples()
    const more = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0)
    expect(more('unhurried_requests_total{route="/api/users/get-user",status="404"}')).toBe(30)
    expect(more('unhurried_requests_total{route="/api/users/current-plan",status="200"}')).toBe(31)
    expect(more('unhurried_limited_total{rate="call"}')).toBe(1)
  })

  test('serves only metrics at the metrics port', async () => {
    expect((await fetch(`${measured}/metrics`)).status).toBe(200)
    expect((await fetch(`${measured}/api/health`)).status).toBe(404)
    for (const path of ['/metrics', '/api/metrics']) expect((await fetch(origin + path)).status, path).toBe(404)
    const reached = await fetch(measured.replace('127.0.0.1', '[::1]')).catch(() => null)
    expect(reached).toBeNull()
  })

  test('accepts 64 KB, or 1 MB for webhooks, whatever Content-Length says', async () => {
    const token = await keys.token('size')
    const upsert = (body: BodyInit, more: object = {}) =>
      fetch(`${origin}/api/users/insert-or-update`, {
        method: 'POST',
        headers: { 'firebase-auth-token': token },
        body,
        ...more,
      })
    const text = (bytes: number) => JSON.stringify({ uid: 'size', name: 'Ada' }).padEnd(bytes)
    const streamed = (bytes: number) => upsert(new Blob([text(bytes)]).stream(), { duplex: 'half' })
    const kb64 = 64 * 1024
    expect((await upsert(text(kb64))).status).toBe(200)
    expect((await upsert(text(kb64 + 1))).status).toBe(413)
    expect((await streamed(kb64)).status).toBe(200)
    expect((await streamed(kb64 + 1)).status).toBe(413)
    const webhook = (bytes: number) =>
      fetch(`${origin}/api/stripe/webhook`, { method: 'POST', body: ' '.repeat(bytes) })
    expect((await webhook(1024 * 1024)).status).toBe(400)
    expect((await webhook(1024 * 1024 + 1)).status).toBe(413)
    const long = await fetch(`${origin}/api/preview/end`, { method: 'POST', body: 'x'.repeat(kb64 + 1) })
    expect(long.status).toBe(413)
  })

  test('refuses unsigned tokens, and logs only an anonymous request id', async () => {
    expect((await get('/api/users/get-user?uid=secret-person', keys.unsigned('secret-person'))).status).toBe(401)
    const token = await keys.token('secret-person')
    const response = await get('/api/users/get-user?uid=secret-person', token)
    expect(response.status).toBe(404)
    expect((await get(`/api/users/secret-person/${token}?uid=secret-person`, token)).status).toBe(404)
    const id = response.headers.get('x-request-id')
    const own = () => logged().filter(({ requestId }) => requestId === id)
    await expect
      .poll(() => own().find(({ msg }) => msg === 'request'))
      .toMatchObject({
        route: '/api/users/get-user',
        status: 404,
      })
    // The line of the failure carries the id as well.
    expect(own().length).toBeGreaterThan(1)
    for (const text of ['secret-person', 'people.example', token.slice(0, 20), token.split('.')[2] ?? '?']) {
      expect(site.output().includes(text), text).toBe(false)
    }
  })
})
