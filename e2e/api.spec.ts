/** The built site in production mode without emulators: log and metrics. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
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

test.describe('the API of the built site', () => {
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
  const logged = () =>
    site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { requestId?: string; msg: string; route?: string; status?: number })

  test('serves only metrics at the metrics port', async () => {
    expect((await fetch(`${measured}/metrics`)).status).toBe(200)
    expect((await fetch(`${measured}/api/health`)).status).toBe(404)
    for (const path of ['/metrics', '/api/metrics']) expect((await fetch(origin + path)).status, path).toBe(404)
    const reached = await fetch(measured.replace('127.0.0.1', '[::1]')).catch(() => null)
    expect(reached).toBeNull()
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
