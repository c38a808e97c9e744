/** Loads the session store like a page, with a mocked API and identity SDK. Import it first, so that the mocks apply. */
import { afterEach, beforeEach, vi } from 'vitest'
import type { Answer } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import { noPlan, type CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { storageKeys } from '@/lib/site'

export const ada: Person = {
  uid: 'u1',
  name: 'Ada',
  email: 'ada@x.test',
  phone: null,
  picture: null,
  providerId: 'password',
  guest: false,
}
export const record: User = {
  uid: 'u1',
  name: 'Ada',
  username: 'Ada',
  email: 'ada@x.test',
  providerId: 'password',
  phone: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

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
    return () => {}
  },
}))
export const signedIn: { person: Person | null } = { person: ada }
export const root = document.documentElement
export const ok = <T>(data: T): Answer<T> => ({ status: 200, data })

/** A new copy of the store, as after loading a page. */
export async function openPage(address = '/') {
  history.replaceState(null, '', address)
  vi.resetModules()
  const [session, plan, left, store] = await Promise.all([
    import('@/components/session/session'),
    import('@/components/session/plan'),
    import('@/components/session/storage'),
    import('@/components/session/store'),
  ])
  return { ...session, ...plan, ...left, ...store }
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

export { api, identity }
