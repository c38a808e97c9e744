import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRedirect, storeRedirect, readLinkVisit, storeLinkVisit } from '@/components/auth/history'
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
