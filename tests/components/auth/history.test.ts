// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  StepHistory,
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

describe('steps', () => {
  const isKept = (step: string) => ['provider-sign-in', 'sign-in', 'password'].includes(step)
  const goTo = vi.fn(isKept)
  let entries: unknown[] = [null]
  let at = 0
  let removed = new AbortController()

  /** The browser's history, which leaves the page before its first entry. */
  beforeEach(() => {
    entries = [null]
    at = 0
    removed = new AbortController()
    vi.spyOn(history, 'state', 'get').mockImplementation(() => entries[at])
    vi.spyOn(history, 'pushState').mockImplementation((state) => {
      entries = [...entries.slice(0, ++at), state]
    })
    vi.spyOn(history, 'go').mockImplementation((by = 0) => {
      at += by
      dispatchEvent(new PopStateEvent('popstate', { state: entries[at] }))
    })
    vi.spyOn(history, 'back').mockImplementation(() => history.go(-1))
    goTo.mockReset().mockImplementation(isKept)
  })
  afterEach(() => removed.abort())

  function opened(...pages: string[]) {
    const steps = new StepHistory(goTo, removed.signal)
    for (const page of pages) steps.shown(page)
    return steps
  }

  test('adds one history entry per step, and one for both password pages', () => {
    opened('', 'callback', 'provider-sign-in', 'sign-in', 'password-sign-in', 'password-sign-up')
    expect(entries).toEqual([null, { signInStep: 1 }, { signInStep: 2 }])
  })

  test('requests the previous step on Back, and the next on Forward', () => {
    const steps = opened('provider-sign-in', 'sign-in', 'password-sign-up')
    history.go(-1)
    expect(goTo).toHaveBeenLastCalledWith('sign-in')
    steps.shown('sign-in')
    history.go(1)
    expect(goTo).toHaveBeenLastCalledWith('password')
    // The form opens the page again.
    for (const page of ['sign-in', 'password-sign-up']) steps.shown(page)
    expect([at, entries.length]).toEqual([2, 3])
  })

  test('does not trap the visitor on an unexpected page', () => {
    const steps = opened('sign-in', 'select-tenant')
    history.go(-1)
    steps.shown('select-tenant')
    expect([at, entries.length]).toEqual([0, 2])
  })
})
