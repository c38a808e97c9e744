// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Host, WidgetEvent } from '@/components/auth/adapter'
import type { Compat } from '@/components/auth/sdk'
import { settingsOf } from './settings'

/** The used part of the widget. */
const widget = vi.hoisted(() => {
  const state = {
    made: [] as unknown[],
    log: [] as string[],
    /** The chosen tenant, and the result of signing in. */
    choice: null as null | { tenantId: string; providerIds: string[]; email?: string },
    signIn: (): Promise<unknown> => new Promise(() => {}),
    error: null as null | (Error & { code: string; retry: () => Promise<void> }),
    instance: null as null | { setConfig: (config: object) => void },
  }
  class FirebaseUiHandler {
    constructor(
      readonly element: HTMLElement,
      config: unknown,
    ) {
      state.made.push(config)
    }
    async selectTenant(project: object, ids: string[]) {
      state.log.push(`select ${ids.join(' ')}`)
      return state.choice ?? new Promise(() => {})
    }
    getAuth(_: string, tenantId: string | null) {
      state.log.push(`auth ${tenantId}`)
      return { app: { name: tenantId ?? '[DEFAULT]' }, tenantId, settings: {}, setPersistence: async () => {} }
    }
    startSignIn(_: object, { email }: { email?: string }) {
      state.log.push(`start${email ? ` ${email}` : ''}`)
      return state.signIn()
    }
    async reset() {
      state.log.push('reset')
    }
    async completeSignOut() {
      state.log.push('signed out')
    }
    showProgressBar() {}
    hideProgressBar() {}
    handleError(error: typeof state.error) {
      state.error = error
      state.log.push('error')
    }
  }
  return { state, module: { auth: { FirebaseUiHandler, AuthUI: { getInstance: () => state.instance } } } }
})
vi.mock('firebaseui', () => widget.module)
vi.mock('@/components/auth/accessibility/markup', () => ({ fixMarkup: () => () => {} }))

const { state } = widget
const tenants = {
  north: { displayName: 'North', signInOptions: [{ provider: 'saml.north', hd: 'north.example' }] },
  _: { displayName: 'Everybody', signInOptions: ['password'] },
}
const ada = { uid: 'ada', tenantId: 'north' as string | null }

async function mount(search = '', change: Record<string, unknown> = {}, who: object | null = null) {
  history.replaceState(null, '', `/auth${search}`)
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const auth = {
    app: { options: { projectId: 'p', authDomain: 'u.example' } },
    tenantId: null as string | null,
    currentUser: who,
    updateCurrentUser: vi.fn(async (user: object) => {
      auth.currentUser = { ...user, own: true }
    }),
  }
  const handleCalls = vi.fn()
  const abandon = vi.fn()
  const settings = settingsOf({ tenants, ...change })
  const compat = { auth, settings, handleCalls, abandon, apiKey: 'k', identityBase: 'https://i.example' }
  const emit = vi.fn<(event: WidgetEvent) => void>()
  const host: Host = {
    container,
    mode: () => 'callback',
    choices: () => ({ visit: 'in', emailLink: false }),
    returnTo: 'https://u.example/',
    emit,
    secondStep: () => Promise.reject(new Error('no second step')),
  }
  const { mountTenants } = await import('@/components/auth/tenants')
  const mounted = await mountTenants(compat as unknown as Compat, host, settings)
  await settled()
  return { mounted, emit, auth, handleCalls, abandon, container }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

beforeEach(() => {
  Object.assign(state, {
    made: [],
    log: [],
    choice: null,
    error: null,
    instance: null,
    signIn: () => new Promise(() => {}),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('chooses a tenant, signs in there and adopts the user', async () => {
  state.choice = { tenantId: 'north', providerIds: ['saml.north'], email: 'ada@north.example' }
  state.signIn = async () => ({ user: ada })
  const { emit, auth } = await mount('?signInSuccessUrl=%2Fprofile')
  expect(state.log).toEqual(['select north _', 'auth north', 'start ada@north.example'])
  expect(location.search).toBe('?signInSuccessUrl=%2Fprofile&tenantId=north')
  expect(emit).toHaveBeenCalledWith({
    type: 'tenant-chosen',
    signInOptions: [{ provider: 'saml.north', hd: 'north.example' }],
  })
  expect(auth.tenantId).toBe('north')
  expect(auth.updateCurrentUser).toHaveBeenCalledWith(ada)
  expect(emit).toHaveBeenLastCalledWith({
    type: 'signed-in',
    user: { ...ada, own: true },
    linked: false,
    redirectUrl: undefined,
  })
})

test.each([
  ['?tenantId=north', 'auth north'],
  ['?tenantId=', 'auth null'],
  // The provider's links for the project itself name no tenant.
  ['?mode=verifyEmail&oobCode=c', 'auth null'],
  ['?mode=verifyEmail&oobCode=c&tenantId=north', 'auth north'],
])('skips the choice with %s', async (search, first) => {
  await mount(search)
  expect(state.log[0]).toBe(first)
})

test('reports an unknown tenant; a retry shows the choice', async () => {
  await mount('?tenantId=west')
  expect(state.error?.message).toBe('We couldn’t find anywhere to sign in with this address.')
  void state.error?.retry()
  await settled()
  expect(state.log).toEqual(['error', 'reset', 'select north _'])
  expect(location.search).toBe('')
})

test('returns to the choice, and forgets the tenant', async () => {
  const { container, handleCalls } = await mount('?tenantId=north')
  container.querySelector('button')?.click()
  await settled()
  expect(state.log.slice(-2)).toEqual(['reset', 'select north _'])
  expect(location.search).toBe('')
  expect(handleCalls).toHaveBeenLastCalledWith(null)
  expect(container.querySelector('button')).toBeNull()
})
