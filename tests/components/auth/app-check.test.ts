import { expect, test, vi } from 'vitest'

const attach = vi.hoisted(() => vi.fn((_app: object) => undefined))
const headers = async () => ({ 'X-Firebase-AppCheck': 'proof' })
vi.mock('@/lib/browser/app-check', () => ({ startAppCheck: () => ({ attach, headers }) }))
vi.mock('@/lib/browser/config', () => ({
  publicConfig: async () => ({
    identity: {
      apiKey: 'k',
      authDomain: 'unhurried.example',
      projectId: 'project',
      appId: 'app',
      appCheck: { provider: 'recaptcha-enterprise', siteKey: 'site-key' },
    },
    signIn: {},
  }),
}))
// The SDK's clients need a browser; its apps are the real ones.
vi.mock('firebase/auth', () => ({ getAuth: () => ({}), browserPopupRedirectResolver: {} }))
vi.mock('firebase/compat/auth', async () => {
  const { default: firebase } = await import('firebase/compat/app')
  const client = Object.create(
    { setPersistence: async () => undefined },
    { onAuthStateChanged: { value: () => undefined } },
  )
  class RecaptchaVerifier {
    async render() {}
  }
  Object.assign(firebase, { auth: { AuthCredential: {}, RecaptchaVerifier } })
  const anyApp = Object.getPrototypeOf(firebase.initializeApp({}, 'any')) as object
  Object.assign(anyApp, { auth: () => client })
  return {}
})
test('attaches App Check to the apps of page and widget', async () => {
  const { openCompat } = await import('@/components/auth/sdk')
  const { default: firebase } = await import('firebase/compat/app')
  const { getApp } = await import('firebase/app')
  const compat = await openCompat()
  expect(attach).toHaveBeenLastCalledWith(getApp())
  for (const name of ['[DEFAULT]-firebaseui-temp', 'north', 'north-firebaseui-temp']) {
    firebase.initializeApp({ apiKey: 'k', authDomain: 'unhurried.example' }, name)
    expect(attach).toHaveBeenLastCalledWith(getApp(name))
  }
  expect(await compat.checkHeaders()).toEqual(await headers())
})
