// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PublicConfig } from '@/lib/contract/config'

type IdentityConfig = NonNullable<PublicConfig['identity']>
const siteKey = '6Lc-site_key'
const config = (appCheck: IdentityConfig['appCheck']): IdentityConfig => ({
  apiKey: 'k',
  authDomain: 'unhurried.example',
  projectId: 'project',
  appId: 'app',
  storageBucket: null,
  emulator: false,
  admin: false,
  secondFactors: [],
  appCheck,
})
const enterprise = { provider: 'recaptcha-enterprise', siteKey } as const

afterEach(() => {
  vi.doUnmock('firebase/app-check')
  vi.doUnmock('firebase/app')
  vi.doUnmock('@/lib/browser/identity-sdk')
  vi.doUnmock('@/lib/browser/config')
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

describe('with a mocked App Check SDK', () => {
  class Provider {
    constructor(readonly given: unknown) {}
  }
  class ReCaptchaEnterpriseProvider extends Provider {}
  class ReCaptchaV3Provider extends Provider {}
  class CustomProvider extends Provider {}
  const sdk = {
    loaded: vi.fn(),
    initializeAppCheck: vi.fn((app: { name: string }, _options: object) => ({ app })),
    getToken: vi.fn(async () => ({ token: 'token' })),
  }
  const app = { name: '[DEFAULT]' }
  const auth = { currentUser: null, authStateReady: async () => undefined }

  beforeEach(() => {
    for (const each of Object.values(sdk)) each.mockClear()
    sdk.initializeAppCheck.mockImplementation((app) => ({ app }))
    vi.doMock('firebase/app-check', () => {
      sdk.loaded()
      const { initializeAppCheck, getToken } = sdk
      return { initializeAppCheck, getToken, ReCaptchaEnterpriseProvider, ReCaptchaV3Provider, CustomProvider }
    })
    vi.doMock('firebase/app', () => ({ initializeApp: (_: object, name: string) => ({ name }) }))
    vi.doMock('@/lib/browser/identity-sdk', () => ({
      getApps: () => [],
      indexedDBLocalPersistence: 'indexedDB',
      browserLocalPersistence: 'local',
      initializeApp: () => app,
      initializeAuth: () => auth,
    }))
  })

  async function openIdentity(appCheck: IdentityConfig['appCheck']) {
    vi.doMock('@/lib/browser/config', () => ({ publicConfig: async () => ({ identity: config(appCheck) }) }))
    const identityModule = await import('@/lib/browser/identity')
    return { ...identityModule, opened: await identityModule.openIdentity() }
  }

  test('does not load it when the setting is off', async () => {
    const { opened, openAppCheck } = await openIdentity(null)
    expect(opened.auth).toBe(auth)
    expect(await (await openAppCheck(config(null))).headers()).toEqual({})
    expect(sdk.loaded).not.toHaveBeenCalled()
  })

  test.each([
    ['recaptcha-enterprise', ReCaptchaEnterpriseProvider],
    ['recaptcha-v3', ReCaptchaV3Provider],
  ] as const)('starts %s once for the page, and attaches it once to each app', async (provider, Chosen) => {
    const appCheck = { provider, siteKey }
    const { openAppCheck, openIdentity: identity } = await openIdentity(appCheck)
    await identity()
    const again = await openAppCheck(config(appCheck))
    again.attach({ name: 'second' } as never)
    expect(sdk.initializeAppCheck.mock.calls).toEqual([
      [{ name: 'app-check' }, { provider: new Chosen(siteKey), isTokenAutoRefreshEnabled: true }],
      [app, { provider: expect.any(CustomProvider), isTokenAutoRefreshEnabled: false }],
      [{ name: 'second' }, { provider: expect.any(CustomProvider), isTokenAutoRefreshEnabled: false }],
    ])
    expect(sdk.initializeAppCheck.mock.calls[0]?.[1]).toMatchObject({ provider: expect.any(Chosen) })
    expect(await again.headers()).toEqual({ 'X-Firebase-AppCheck': 'token' })
  })

  test.each([
    ['when it starts', 1],
    ['when it is attached', 2],
  ])('signs in even if App Check throws %s', async (_, call) => {
    sdk.initializeAppCheck.mockImplementation((app) => {
      if (sdk.initializeAppCheck.mock.calls.length === call) throw new Error('appCheck/already-initialized')
      return { app }
    })
    expect((await openIdentity(enterprise)).opened.auth).toBe(auth)
    expect(sdk.initializeAppCheck).toHaveBeenCalledTimes(call)
  })
})
