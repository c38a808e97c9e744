import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['', null],
  ['6Lc-a_b', { provider: 'recaptcha-enterprise', siteKey: '6Lc-a_b' }],
])('sends the site key %j to the browser as %j', async (siteKey, appCheck) => {
  const settings = {
    SITE_ORIGIN: 'https://unhurried.example',
    FIREBASE_API_KEY: 'k',
    FIREBASE_AUTH_DOMAIN: 'unhurried.example',
    FIREBASE_PROJECT_ID: 'project',
    FIREBASE_APP_ID: 'app',
    FIREBASE_APP_CHECK_SITE_KEY: siteKey,
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const { publicConfig } = await import('@/lib/server/config')
  expect(publicConfig().identity?.appCheck).toEqual(appCheck)
})
