// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { planStateOf } from '@/components/session/plan-state'
import { currentTime, isClockWrong, measureClock } from '@/lib/browser/time'

const device = new Date('2027-03-01T12:00:00Z')

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ now: device })
})
afterEach(() => vi.useRealTimers())

test.each([
  ['a year ahead', 'Sun, 01 Mar 2026 12:00:00 GMT', '2026-03-01T12:00:00.000Z'],
  ['an hour behind', 'Mon, 01 Mar 2027 13:00:00 GMT', '2027-03-01T13:00:00.000Z'],
  ['a minute ahead', 'Mon, 01 Mar 2027 11:59:00 GMT', '2027-03-01T12:00:00.000Z'],
  ['of unknown error', undefined, '2027-03-01T12:00:00.000Z'],
])('corrects a clock that is %s', (_, date, now) => {
  measureClock(date)
  expect(currentTime().toISOString()).toBe(now)
  expect(isClockWrong()).toBe(now !== device.toISOString())
})

test('keeps a plan running with a clock a year ahead', () => {
  const subscription = { id: 'one', status: 'active', currentPeriodEnd: '2026-04-01T00:00:00Z' }
  const plan = { isUnSubscribed: true, subscription } as Parameters<typeof planStateOf>[0]
  expect(planStateOf(plan)).toBe('ended')
  measureClock('Sun, 01 Mar 2026 12:00:00 GMT')
  expect(planStateOf(plan)).toBe('cancelling')
})
