// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveChosenPrice, readChosenPrice } from '@/components/pricing/offers'
import { hourMs } from '@/lib/browser/json-storage'
import { storageKeys } from '@/lib/site'

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

test.each(['price_1', '{"price":"p"}', '{"price":1,"at":1}', '{"price":"p","at":1e15}'])(
  'ignores foreign values: %s',
  (text) => {
    localStorage.setItem(storageKeys.chosenPrice, text)
    expect(readChosenPrice()).toBeNull()
  },
)
