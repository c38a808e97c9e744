import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { themeAndSessionScript } from '@/components/session/theme-and-session-script'
import { storageKeys } from '@/lib/site'
import { endPage, runPageScript } from '@/tests/setup/page-script'
import { planWith } from './gate-table'

const root = document.documentElement
const run = () => runPageScript(themeAndSessionScript)

const signIn = (uid: string, cached?: object) => {
  localStorage.setItem(storageKeys.session, JSON.stringify({ uid }))
  if (cached) sessionStorage.setItem(storageKeys.cachedSession, JSON.stringify(cached))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  root.className = ''
  document.body.innerHTML = ''
  document.head.innerHTML = ''
  history.replaceState(null, '', '/')
})
afterEach(() => endPage())

describe('the visitor before paint', () => {
  const unsubscribed = planWith({ isUnSubscribed: true })
  test.each([
    ['a visitor', null, 'out', 'on'],
    ['a user', {}, 'in', 'off'],
    ['a user with a cached plan', { plan: planWith() }, 'in', 'off'],
    ['a user with a cancelled plan', { plan: unsubscribed }, 'in', 'on'],
  ] as const)('shows %s', (_, cached, session, trial) => {
    if (cached) signIn('u1', 'plan' in cached ? { uid: 'u1', user: null, ...cached } : undefined)
    run()
    expect([root.dataset.session, root.dataset.trial]).toEqual([session, trial])
  })

  test("ignores another user's and outdated cached sessions", () => {
    signIn('u1', { uid: 'u2', user: null, plan: { ...planWith(), subscription: null } })
    run()
    expect(root.dataset.trial).toBe('off')
    localStorage.setItem(storageKeys.session, JSON.stringify({ uid: 'u2', at: 5 }))
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))
    expect(root.dataset.trial).toBe('off')
  })
})

describe('theme', () => {
  const system = (dark: boolean) => {
    const listeners: (() => void)[] = []
    const media = { matches: dark, addEventListener: (_: string, listener: () => void) => listeners.push(listener) }
    vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList)
    return (next: boolean) => {
      media.matches = next
      for (const listener of listeners) listener()
    }
  }

  test('follows the system only until a theme is chosen', () => {
    const change = system(false)
    run()
    change(true)
    expect(root.classList.contains('dark')).toBe(true)
    localStorage.setItem(storageKeys.theme, 'light')
    change(true)
    expect(root.classList.contains('dark')).toBe(false)
  })
})

test.each(['not json', '[]', '{"uid":""}'])('treats the hint %s as signed out', (text) => {
  localStorage.setItem(storageKeys.session, text)
  run()
  expect([root.dataset.session, root.dataset.trial]).toEqual(['out', 'on'])
})

test('shows the visitor’s page without storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(run).not.toThrow()
  expect([root.dataset.session, root.dataset.trial]).toEqual(['out', 'on'])
})
