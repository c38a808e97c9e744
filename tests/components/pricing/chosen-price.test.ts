// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveChosenPrice, readChosenPrice } from '@/components/pricing/offers'
import { hourMs } from '@/lib/browser/json-storage'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

test('is shared by all tabs and expires after an hour', () => {
  vi.useFakeTimers()
  saveChosenPrice('price_1')
  vi.advanceTimersByTime(hourMs - 1)
  expect(readChosenPrice()).toBe('price_1')
  vi.advanceTimersByTime(1)
  expect(readChosenPrice()).toBeNull()
  expect(localStorage.length).toBe(0)
})
