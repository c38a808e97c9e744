// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findContainer } from '@/components/auth/page/controller'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = ''
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('looks for the container every 200 ms, and logs each look', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  const found = findContainer('place', new AbortController().signal)
  await vi.advanceTimersByTimeAsync(599)
  expect(info).toHaveBeenCalledTimes(3)
  document.body.innerHTML = '<div id="place"></div>'
  await vi.advanceTimersByTimeAsync(1)
  expect((await found)?.id).toBe('place')
  expect(info).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(1000)
  expect(info).toHaveBeenCalledTimes(4)
})

test('stops looking when the page is removed', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  const removed = new AbortController()
  const found = findContainer('place', removed.signal)
  removed.abort()
  await vi.advanceTimersByTimeAsync(200)
  expect(await found).toBeNull()
  expect(info).toHaveBeenCalledTimes(1)
})
