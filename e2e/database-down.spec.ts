/** The built site with a Postgres server that is stopped. */
import { startPostgres } from '@/tests/setup/postgres'
import { startSite } from './setup/site'
import { freeStackPorts } from './setup/stack'
import { expect, test } from './setup/test'

test.skip(process.env.TEST_POSTGRES === 'off', 'No Postgres here.')

const projectId = 'demo-unhurried'

/** An unsigned token, as the emulator issues them. */
function token(uid: string): string {
  const now = Math.floor(Date.now() / 1000)
  const iss = `https://securetoken.google.com/${projectId}`
  const claims = { sub: uid, aud: projectId, iss, iat: now, auth_time: now, exp: now + 3600 }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.`
}

test('without Postgres pages answer, and the API sends 503 with Retry-After @once @long', async ({ request }) => {
  test.slow()
  const postgres = await startPostgres()
  const { PORT } = await freeStackPorts()
  const origin = `http://127.0.0.1:${PORT}`
  const site = await startSite({
    port: PORT,
    env: {
      DATABASE_URL: postgres.url,
      FIREBASE_API_KEY: 'key',
      FIREBASE_AUTH_DOMAIN: `localhost:${PORT}`,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_APP_ID: 'app',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
    },
  })
  try {
    const health = async () => (await request.get(`${origin}/api/health`).catch(() => null))?.status()
    const headers = { 'firebase-auth-token': token('ada') }
    const plan = () => request.get(`${origin}/api/users/current-plan?uid=ada`, { headers })
    expect((await plan()).status()).toBe(200)
    await postgres.stop()
    for (let n = 0; n < 3; n++) {
      const response = await plan()
      expect(response.status()).toBe(503)
      expect(response.headers()['retry-after']).toBeDefined()
      expect((await response.json()).error.code).toBe('unavailable')
    }
    await expect.poll(health).toBe(503)
    expect((await request.get(`${origin}/features`)).status()).toBe(200)
  } finally {
    await site.stop()
    await postgres.stop()
  }
})
