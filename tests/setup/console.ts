import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Fails a test on unexpected console warnings and errors. A test that expects one mocks the method. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  for (const method of ['error', 'warn'] as const) {
    const spy = vi.mocked(console[method])
    if (vi.isMockFunction(spy) && !spy.getMockImplementation()) {
      expect(spy.mock.calls, `console.${method} was called`).toEqual([])
    }
  }
})
