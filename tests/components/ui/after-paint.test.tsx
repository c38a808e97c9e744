// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAfterPaint } from '@/components/ui/after-paint'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('waits for a frame and combines repeated calls', () => {
  const run = vi.fn()
  const { result } = renderHook(() => useAfterPaint(run))
  const frame = vi.spyOn(globalThis, 'requestAnimationFrame')
  result.current()
  result.current()
  expect(frame).toHaveBeenCalledOnce()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(run).toHaveBeenCalledOnce()
  result.current()
  vi.advanceTimersByTime(20)
  expect(run).toHaveBeenCalledTimes(2)
})
