/** Loads the session store like a page, with a mocked API and identity SDK. Import it first, so that the mocks apply. */
import { afterEach, beforeEach, vi } from 'vitest'
import type { Answer } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import type { CurrentPlan } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { storageKeys } from '@/lib/site'
import { ada, adaRecord as record } from '@/tests/components/people'

const api = vi.hoisted(() => ({
  getUser: vi.fn(),
  insertOrUpdate: vi.fn(),
  currentPlan: vi.fn(),
  billingSync: vi.fn(),
}))
const identity = vi.hoisted(() => ({
  announce: (() => {}) as (person: Person | null) => void,
  opened: 0,
  fails: false,
  signOutSdk: vi.fn(),
}))
vi.mock('@/lib/browser/api', () => api)
vi.mock('@/lib/browser/identity', () => ({
  signOutSdk: identity.signOutSdk,
  watchPerson: async (next: (person: Person | null) => void) => {
    if (identity.fails) throw new Error('offline')
    identity.opened++
    identity.announce = next
    next(signedIn.person)
  },
}))
export const signedIn: { person: Person | null } = { person: ada }
export const root = document.documentElement
export const ok = <T>(data: T): Answer<T> => ({ status: 200, data })

/** A new copy of the store, as after loading a page. */
export async function openPage(address = '/') {
  history.replaceState(null, '', address)
  vi.resetModules()
  const [session, store] = await Promise.all([
    import('@/components/session/session'),
    import('@/components/session/store'),
  ])
  return { ...session, ...store }
}
/** A page whose session has started from a stored hint. */
export async function startedPage(address = '/', options?: { fresh: boolean }) {
  storeHint({ uid: 'u1' })
  const session = await openPage(address)
  await session.startSession(options)
  return session
}
export const storeHint = (value: object) => localStorage.setItem(storageKeys.session, JSON.stringify(value))
export const storeCopy = (plan: CurrentPlan) =>
  sessionStorage.setItem(storageKeys.cachedSession, JSON.stringify({ uid: 'u1', user: record, plan }))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  signedIn.person = ada
  identity.opened = 0
  identity.fails = false
  api.getUser.mockReset().mockResolvedValue(ok(record))
  api.insertOrUpdate.mockReset().mockResolvedValue(ok(record))
  api.currentPlan.mockReset().mockResolvedValue(ok(noPlan))
  api.billingSync.mockReset().mockResolvedValue(ok(noPlan))
  identity.signOutSdk.mockReset().mockResolvedValue(undefined)
})

/** Removes a test's listeners, since all tests share a window. */
const listeners: Parameters<typeof addEventListener>[] = []
beforeEach(() => {
  const real = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...listener: (typeof listeners)[number]) => {
    listeners.push(listener)
    real(...listener)
  })
})
afterEach(() => {
  for (const [type, listener] of listeners.splice(0)) removeEventListener(type, listener)
})

export { ada, api, identity, record }
