// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { overflowToTab, storageProblem } from '@/lib/browser/storage-problem'

/** Stores whose writes may be refused, because happy-dom's ignore changes of their prototype. */
function stubStores(name: string, isRefused: (kind: string, value: string) => boolean) {
  class Store {
    private readonly entries = new Map<string, string>()
    constructor(private readonly kind: string) {}
    get length() {
      return this.entries.size
    }
    setItem(key: string, value: string) {
      if (isRefused(this.kind, value)) throw new DOMException('refused', name)
      this.entries.set(key, value)
    }
    getItem(key: string) {
      return this.entries.get(key) ?? null
    }
    removeItem(key: string) {
      this.entries.delete(key)
    }
  }
  vi.stubGlobal('Storage', Store)
  for (const kind of ['localStorage', 'sessionStorage']) vi.stubGlobal(kind, new Store(kind))
}

describe('a browser that refuses to store', () => {
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['QuotaExceededError', 'localStorage', 'full'],
    ['NS_ERROR_DOM_QUOTA_REACHED', 'localStorage', 'full'],
    ['QuotaExceededError', 'Storage', 'missing'],
    ['NotSupportedError', 'localStorage', 'missing'],
  ])('%s in each %s: %s', (name, refusing, problem) => {
    expect(storageProblem()).toBeNull()
    stubStores(name, (kind) => kind.endsWith(refusing))
    expect(storageProblem()).toBe(problem)
  })

  test('blocks access', () => {
    vi.stubGlobal('localStorage', undefined)
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    expect(storageProblem()).toBe('blocked')
  })

  test('is full if only a few letters fit', () => {
    stubStores('QuotaExceededError', (_, value) => value.length > 100)
    localStorage.setItem('unhurried-theme', 'dark')
    expect(storageProblem()).toBe('full')
  })

  test('keeps in this tab what a full localStorage refuses', () => {
    stubStores('QuotaExceededError', (kind) => kind === 'localStorage')
    overflowToTab()
    localStorage.setItem('firebaseui::pending', '1')
    expect([localStorage, sessionStorage].map((store) => store.getItem('firebaseui::pending'))).toEqual(['1', '1'])
    localStorage.removeItem('firebaseui::pending')
    expect(localStorage.getItem('firebaseui::pending')).toBeNull()
    expect(storageProblem()).toBeNull()
  })
})
