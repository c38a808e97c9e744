import { afterAll, expect, test } from 'vitest'
import { GET as unknown } from '@/app/api/[[...path]]/route'
import { GET as config } from '@/app/api/config/route'
import { GET as health } from '@/app/api/health/route'
import { GET as plans } from '@/app/api/plans/route'
import { GET as emulator } from '@/app/emulator/[...path]/route'
import { call, stage } from '@/tests/setup/stage'

const world = await stage()
afterAll(() => world.close())

test('checks the vendors for /health with the secret only', async () => {
  world.identity.calls.length = 0
  const ask = (secret: string) => call(health, '/health', { headers: { 'x-revalidate-secret': secret } })
  const response = await ask('revalidate-secret')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    status: 'ok',
    mode: 'beta',
    database: 'ok',
    cache: 'off',
    identity: 'ok',
    stripe: 'off',
    chargebee: 'off',
    blog: 'ok',
  })
  expect(world.identity.calls).toEqual(['GET /keys'])
  expect((await ask('wrong')).status).toBe(401)
  expect(world.identity.calls).toHaveLength(1)
})

test('serves public settings only', async () => {
  const text = await (await call(config, '/config')).text()
  expect(JSON.parse(text)).toEqual({
    identity: {
      apiKey: 'key',
      authDomain: 'auth.unhurried.example',
      projectId: 'unhurried-test',
      appId: 'app',
      storageBucket: 'unhurried-test.appspot.com',
      emulator: false,
      admin: true,
      secondFactors: [],
      appCheck: null,
    },
    signIn: expect.objectContaining({ signInFlow: 'redirect', signInSuccessUrl: '/pricing/start/?c=true' }),
    stripe: false,
    chargebee: false,
    stripePublishableKey: null,
    chargebeeCheckoutSite: null,
    mail: false,
  })
  expect(text).not.toContain('PRIVATE')
})

test('answers 503 with Retry-After if no provider has prices', async () => {
  const response = await call(plans, '/plans')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).not.toBeNull()
})

test('returns a standard error for unknown API addresses', async () => {
  const response = await call(unknown, '/nothing')
  expect(response.status).toBe(404)
  expect((await response.json()).error).toMatchObject({ code: 'not-found', requestId: expect.any(String) })
})

test('returns a standard error for unsupported methods', async () => {
  const { POST, DELETE } = await import('@/app/api/health/route')
  for (const handler of [POST, DELETE]) {
    const response = await call(handler, '/health', { method: 'POST' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).not.toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await response.json()).error.code).toBe('method-not-allowed')
  }
})

test('answers 404 at emulator addresses without an emulator', async () => {
  expect((await call(emulator, '/../emulator/action')).status).toBe(404)
})
