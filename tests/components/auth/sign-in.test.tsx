import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Host, WidgetEvent } from '@/components/auth/widget'
import { containerId, findContainer, openSignIn } from '@/components/auth/sign-in'
import { createStore } from '@/components/auth/state'
import { storageKeys } from '@/lib/site'
import { settingsOf, words } from './settings'

const mocks = vi.hoisted(() => ({
  settings: {} as unknown,
  user: null as object | null,
  host: null as Host | null,
  widget: {
    restart: vi.fn(),
    askEmail: vi.fn(),
    openPopup: vi.fn(),
    linkInstead: vi.fn(),
    isAtStart: vi.fn(() => false),
    goTo: vi.fn(() => true),
  },
  syncPerson: vi.fn(async () => undefined),
  session: { state: 'in' } as object,
  signOutAndGoHome: vi.fn<() => Promise<boolean>>(),
  authChanged: (_user: object | null) => {},
}))
vi.mock('@/lib/browser/config', async (original) => ({
  ...(await original<object>()),
  publicConfig: async () => ({ signIn: mocks.settings }),
}))
vi.mock('@/lib/browser/identity', () => ({
  personOf: (user: object) => user,
  untilStorageIsSilent: (promise: Promise<unknown>) => promise,
}))
vi.mock('@/lib/browser/second-factor-challenge', () => ({ openChallenge: () => ({ appName: 'app' }) }))
vi.mock('@/components/session/session', () => ({
  openSession: async () => undefined,
  syncPerson: mocks.syncPerson,
  signOutAndGoHome: mocks.signOutAndGoHome,
}))
vi.mock('@/components/session/store', async (original) => ({
  ...(await original<object>()),
  getSnapshot: () => mocks.session,
}))
vi.mock('@/components/session/second-step', () => ({ SecondStep: () => null }))
vi.mock('@/components/auth/sdk', () => ({
  openCompat: async () => ({
    settings: mocks.settings,
    auth: {
      get currentUser() {
        return mocks.user
      },
      onAuthStateChanged: (listener: (user: object | null) => void) => {
        mocks.authChanged = listener
        return () => {}
      },
    },
  }),
  firstUser: async () => mocks.user,
  compatResult: (credential: string, appName: string) => `${credential} of ${appName}`,
}))
vi.mock('firebaseui', () => ({}))
vi.mock('@/components/auth/adapter', () => ({
  mountWidget: async (_: unknown, host: Host) => {
    mocks.host = host
    return mocks.widget
  },
}))

const container = () => document.getElementById(containerId) as HTMLElement
const page = (name: string) => `<div class="firebaseui-id-page-${name}"></div>`
const emit = (event: WidgetEvent) => mocks.host?.emit(event)
const show = (name: string) => {
  container().innerHTML = page(name)
  emit({ type: 'page', name })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.spyOn(console, 'info').mockImplementation(() => {})
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/auth')
  document.body.innerHTML = `<div id="${containerId}"></div>`
  mocks.settings = settingsOf({ signInOptions: ['password', 'google.com'] })
  mocks.user = null
  mocks.session = { state: 'in' }
})
afterEach(() => void vi.useRealTimers())

async function open() {
  const store = createStore()
  const controller = await openSignIn(store, words)
  return { store, controller: controller ?? expect.fail('no widget') }
}

describe('findContainer', () => {
  test('looks for the container every 200 ms, and logs each attempt', async () => {
    document.body.innerHTML = ''
    const found = findContainer()
    await vi.advanceTimersByTimeAsync(599)
    expect(console.info).toHaveBeenCalledTimes(3)
    document.body.innerHTML = `<div id="${containerId}"></div>`
    await vi.advanceTimersByTimeAsync(1)
    expect((await found)?.id).toBe(containerId)
    expect(console.info).toHaveBeenCalledTimes(4)
    await vi.advanceTimersByTimeAsync(1000)
    expect(console.info).toHaveBeenCalledTimes(4)
  })
})

const signedIn = {
  type: 'signed-in',
  user: { uid: 'ada', isAnonymous: false },
  linked: false,
} as Extract<WidgetEvent, { type: 'signed-in' }>

test('leaves once the server has stored the user', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  history.replaceState(null, '', '/auth?signInSuccessUrl=/profile')
  const { store } = await open()
  emit(signedIn)
  expect(store.get().stage).toEqual({ at: 'leaving' })
  await vi.advanceTimersByTimeAsync(0)
  expect(mocks.syncPerson).toHaveBeenCalledWith(signedIn.user, false)
  expect(assign).toHaveBeenCalledExactlyOnceWith(`${location.origin}/profile`)
})

test('shows why a sign-in ended before it was stored', async () => {
  const text = 'Your sign-in session has expired. Please try again.'
  mocks.session = { state: 'anonymous', ended: true }
  const { store } = await open()
  emit(signedIn)
  await vi.advanceTimersByTimeAsync(0)
  expect(store.get().stage).toEqual({ at: 'failed', text })
})

describe('changes of the session elsewhere', () => {
  const { user } = signedIn
  const hint = () => localStorage.setItem(storageKeys.session, JSON.stringify({ uid: user.uid }))
  const announce = (next: object | null) => {
    mocks.user = next
    mocks.authChanged(next)
  }
  const restore = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

  test('shows the user of another tab once storage and SDK agree', async () => {
    const { store } = await open()
    hint()
    announce(user)
    expect(store.get().stage).toEqual({ at: 'loading' })
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))
    expect(store.get().stage).toMatchObject({ at: 'already', person: user })
  })

  test('compares a restored page with the hint', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    const { store } = await open()
    hint()
    announce(user)
    restore()
    expect(store.get().stage).toMatchObject({ at: 'already', person: user })
    localStorage.clear()
    restore()
    expect(reload).toHaveBeenCalled()
  })
})

test('explains a link that has lost its code, and asks where to send another', async () => {
  history.replaceState(null, '', '/auth?mode=resetPassword&apiKey=key1')
  const { store, controller } = await open()
  show('provider-sign-in')
  expect(store.get().note).toEqual({ kind: 'link', problem: 'incomplete', mode: 'resetPassword' })
  expect(location.search).toBe('')
  controller.newLink()
  expect(mocks.widget.askEmail).toHaveBeenCalledOnce()
})

test.each(['done', 'cancel'] as const)('returns from a second factor: %s', async (end) => {
  const { store } = await open()
  const ended = vi.fn()
  void mocks.host?.secondStep(new Error('required')).then(ended)
  await vi.advanceTimersByTimeAsync(0)
  const { stage } = store.get()
  if (stage.at !== 'second') return expect.fail('no second step')
  emit({ type: 'shown' })
  emit({ type: 'note', note: { kind: 'taken' } })
  expect([store.get().stage.at, store.get().note]).toEqual(['second', null])
  if (end === 'done') stage.step.onDone('credential' as never)
  else stage.step.cancel?.press()
  await vi.advanceTimersByTimeAsync(0)
  expect(store.get().stage).toEqual({ at: 'widget' })
  if (end === 'done') expect(ended).toHaveBeenCalledWith('credential of app')
  else expect(ended).not.toHaveBeenCalled()
  expect(mocks.widget.restart).toHaveBeenCalledTimes(end === 'done' ? 0 : 1)
})
