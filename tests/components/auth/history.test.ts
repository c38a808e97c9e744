// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearSignInStorage,
  forgetWidgetTarget,
  storeOpenedLink,
  readRedirect,
  storeRedirect,
  readOpenedLink,
  readLinkVisit,
  storeLinkVisit,
  removeExpired,
} from '@/components/auth/history'
import { hourMs } from '@/lib/browser/json-storage'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.useRealTimers())

test('remembers a redirect in this tab', () => {
  expect(readRedirect()).toBeNull()
  storeRedirect({ provider: 'google.com', byLink: true })
  expect(readRedirect()).toEqual({ provider: 'google.com', byLink: true })
  expect(localStorage.length).toBe(0)
  storeRedirect(null)
  expect(readRedirect()).toBeNull()
})

test('remembers the visit of a sent link in all tabs, without the address', () => {
  storeLinkVisit('new')
  expect(readLinkVisit()).toBe('new')
  expect(JSON.stringify({ ...localStorage })).not.toContain('@')
})

test('forgets redirect and visit after an hour', () => {
  storeRedirect({ provider: 'google.com', byLink: false })
  storeLinkVisit('in')
  vi.advanceTimersByTime(hourMs - 1)
  expect([readRedirect()?.provider, readLinkVisit()]).toEqual(['google.com', 'in'])
  vi.advanceTimersByTime(1)
  expect([readRedirect(), readLinkVisit()]).toEqual([null, null])
})

/** The widget's history state next to the framework's. */
const takenOut = { __NA: true, state: 'signIn', mode: 'emailLink', operation: 'clear' }
const link = () => `${location.origin}/auth?mode=signIn&oobCode=code&ui_sid=key`

test('restores an opened link after a reload, in this tab, for an hour', () => {
  storeOpenedLink(link())
  expect(readOpenedLink(takenOut)).toBe(link())
  expect(localStorage.length).toBe(0)
  vi.advanceTimersByTime(hourMs)
  expect(readOpenedLink(takenOut)).toBeNull()
})

test('restores no link for a new history entry or after its use', () => {
  storeOpenedLink(link())
  for (const state of [null, undefined, {}, { __NA: true }, 'clear']) expect(readOpenedLink(state)).toBeNull()
  expect(readOpenedLink(takenOut)).toBe(link())
  storeOpenedLink(null)
  expect(readOpenedLink(takenOut)).toBeNull()
})

test('ignores stored addresses of other origins', () => {
  for (const href of ['https://elsewhere.example/auth?oobCode=x', 'javascript:alert(1)', 'nonsense', '']) {
    storeOpenedLink(href)
    expect(readOpenedLink(takenOut)).toBeNull()
  }
})

test('removes expired entries', () => {
  storeRedirect({ provider: 'google.com', byLink: false })
  storeLinkVisit('in')
  storeOpenedLink(link())
  removeExpired()
  expect([sessionStorage.length, localStorage.length]).toEqual([2, 1])
  vi.advanceTimersByTime(hourMs)
  removeExpired()
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
})

test('removes only the widget’s target', () => {
  sessionStorage.setItem('firebaseui::redirectUrl', '"/profile"')
  sessionStorage.setItem('firebaseui::redirectUrl:app', '"/profile"')
  sessionStorage.setItem('firebaseui::pendingEmailCredential', '{}')
  forgetWidgetTarget()
  expect(Object.keys(sessionStorage)).toEqual(['firebaseui::pendingEmailCredential'])
  sessionStorage.clear()
})

test('removes everything at once', () => {
  storeRedirect({ provider: 'google.com', byLink: false })
  storeLinkVisit('in')
  storeOpenedLink(link())
  clearSignInStorage()
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
})

test.each([
  '',
  'null',
  '7',
  '{"at":"x"}',
  '{"provider":"google.com"}',
  '{"provider":3,"at":1}',
  '{"visit":"x","at":1}',
])('ignores malformed entries: %s', (value) => {
  sessionStorage.setItem('unhurried-redirect', value)
  localStorage.setItem('unhurried-link', value)
  expect([readRedirect(), readLinkVisit()]).toEqual([null, null])
})

test('does nothing without storage', () => {
  const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  expect(() => storeLinkVisit('in')).not.toThrow()
  broken.mockRestore()
})
