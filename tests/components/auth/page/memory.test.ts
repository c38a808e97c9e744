// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  forgetAll,
  forgetWidgetTarget,
  keepOpenedLink,
  lifetimeMs,
  markedRedirect,
  markRedirect,
  openedLink,
  rememberedVisit,
  rememberVisit,
  removeExpired,
} from '@/components/auth/page/memory'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.useRealTimers())

test('a redirect is remembered in this tab until it is taken back', () => {
  expect(markedRedirect()).toBeNull()
  markRedirect({ provider: 'google.com', byLink: true })
  expect(markedRedirect()).toEqual({ provider: 'google.com', byLink: true })
  expect(localStorage.length).toBe(0)
  markRedirect(null)
  expect(markedRedirect()).toBeNull()
})

test('what was said with a link is known in every tab, and holds no address', () => {
  rememberVisit('new')
  expect(rememberedVisit()).toBe('new')
  expect(JSON.stringify({ ...localStorage })).not.toContain('@')
})

test('both are forgotten after an hour', () => {
  markRedirect({ provider: 'google.com', byLink: false })
  rememberVisit('in')
  vi.advanceTimersByTime(lifetimeMs - 1)
  expect([markedRedirect()?.provider, rememberedVisit()]).toEqual(['google.com', 'in'])
  vi.advanceTimersByTime(1)
  expect([markedRedirect(), rememberedVisit()]).toEqual([null, null])
})

/** What the widget leaves on the entry of the history, beside what the framework has there. */
const takenOut = { __NA: true, state: 'signIn', mode: 'emailLink', operation: 'clear' }
const link = () => `${location.origin}/auth?mode=signIn&oobCode=code&ui_sid=key`

test('a link that was opened is there again when its page is loaded again, in this tab, for an hour', () => {
  keepOpenedLink(link())
  expect(openedLink(takenOut)).toBe(link())
  expect(localStorage.length).toBe(0)
  vi.advanceTimersByTime(lifetimeMs)
  expect(openedLink(takenOut)).toBeNull()
})

test('whoever comes anew begins anew, and so does whoever has used it', () => {
  keepOpenedLink(link())
  for (const state of [null, undefined, {}, { __NA: true }, 'clear']) expect(openedLink(state)).toBeNull()
  expect(openedLink(takenOut)).toBe(link())
  keepOpenedLink(null)
  expect(openedLink(takenOut)).toBeNull()
})

test('what was put there by somebody else leads nowhere', () => {
  for (const href of ['https://elsewhere.example/auth?oobCode=x', 'javascript:alert(1)', 'nonsense', '']) {
    keepOpenedLink(href)
    expect(openedLink(takenOut)).toBeNull()
  }
})

test('what has expired is taken away at the next look', () => {
  markRedirect({ provider: 'google.com', byLink: false })
  rememberVisit('in')
  keepOpenedLink(link())
  removeExpired()
  expect([sessionStorage.length, localStorage.length]).toEqual([2, 1])
  vi.advanceTimersByTime(lifetimeMs)
  removeExpired()
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
})

test('where the widget was asked to lead is forgotten, and nothing else of it', () => {
  sessionStorage.setItem('firebaseui::redirectUrl', '"/profile"')
  sessionStorage.setItem('firebaseui::redirectUrl:app', '"/profile"')
  sessionStorage.setItem('firebaseui::pendingEmailCredential', '{}')
  forgetWidgetTarget()
  expect(Object.keys(sessionStorage)).toEqual(['firebaseui::pendingEmailCredential'])
  sessionStorage.clear()
})

test('everything can be forgotten at once', () => {
  markRedirect({ provider: 'google.com', byLink: false })
  rememberVisit('in')
  keepOpenedLink(link())
  forgetAll()
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
])('whatever else stands there is nothing: %s', (value) => {
  sessionStorage.setItem('unhurried-redirect', value)
  localStorage.setItem('unhurried-link', value)
  expect([markedRedirect(), rememberedVisit()]).toEqual([null, null])
})

test('without storage nothing is remembered, and nothing fails', () => {
  const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  expect(() => rememberVisit('in')).not.toThrow()
  broken.mockRestore()
})
