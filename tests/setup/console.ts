import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A warning or an error that a test did not expect fails it. A test that expects one mocks the method itself. */
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
