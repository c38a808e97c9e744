// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  forget,
  lifetimeMs,
  markedRedirect,
  markRedirect,
  rememberedVisit,
  rememberVisit,
  sweep,
} from '@/components/auth/memory'

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

test('what has expired is taken away at the next look', () => {
  markRedirect({ provider: 'google.com', byLink: false })
  rememberVisit('in')
  sweep()
  expect([sessionStorage.length, localStorage.length]).toEqual([1, 1])
  vi.advanceTimersByTime(lifetimeMs)
  sweep()
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
})

test('everything can be forgotten at once', () => {
  markRedirect({ provider: 'google.com', byLink: false })
  rememberVisit('in')
  forget()
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
