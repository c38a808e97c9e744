// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StepHistory } from '@/components/auth/history'

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

test('returns to the entry when the form goes back', () => {
  const steps = opened('provider-sign-in', 'sign-in', 'password-sign-in')
  steps.shown('provider-sign-in')
  expect(at).toBe(0)
  expect(goTo).not.toHaveBeenCalled()
})

test('skips steps on Back that cannot be shown again', () => {
  const steps = opened('provider-sign-in', 'sign-in', 'email-link-sign-in-sent', 'email-not-received')
  history.go(-1)
  expect(at).toBe(1)
  steps.shown('sign-in')
  history.go(1)
  expect(at).toBe(1)
})

test('does not trap the visitor on an unexpected page', () => {
  const steps = opened('sign-in', 'select-tenant')
  history.go(-1)
  steps.shown('select-tenant')
  expect([at, entries.length]).toEqual([0, 2])
})

test('offers Back only to a step that can be shown', () => {
  expect(opened('provider-sign-in').back()).toBe(false)
  expect(opened('provider-sign-in', 'email-link-sign-in-sent', 'email-not-received').back()).toBe(false)
})

test('starts and ends at the first entry', async () => {
  entries = [null, { signInStep: 1 }, { signInStep: 2 }]
  at = 2
  const steps = opened('provider-sign-in')
  expect(at).toBe(0)
  steps.shown('sign-in')
  await steps.end()
  expect(at).toBe(0)
})
