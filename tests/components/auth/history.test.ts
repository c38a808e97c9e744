import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  storeOpenedLink,
  readRedirect,
  storeRedirect,
  readOpenedLink,
  readLinkVisit,
  storeLinkVisit,
} from '@/components/auth/history'
import { hourMs } from '@/lib/browser/json-storage'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.useRealTimers())

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

test('ignores stored addresses of other origins', () => {
  for (const href of ['https://elsewhere.example/auth?oobCode=x', 'javascript:alert(1)', 'nonsense', '']) {
    storeOpenedLink(href)
    expect(readOpenedLink(takenOut)).toBeNull()
  }
})
