// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchSession, type SessionEvent } from '@/components/auth/controller'
import { goToNextPage } from '@/components/auth/history'
import type { CompatAuth, CompatUser } from '@/components/auth/sdk'
import { storageKeys } from '@/lib/site'

describe('changes of the session', () => {
  const ada = { uid: 'ada', isAnonymous: false } as CompatUser
  let events: SessionEvent[] = []
  let announce = (_user: CompatUser | null) => {}
  let ended = new AbortController()

  beforeEach(() => {
    localStorage.clear()
    events = []
    ended = new AbortController()
    const auth = {
      currentUser: null as CompatUser | null,
      onAuthStateChanged: (next: (user: CompatUser | null) => void) => {
        announce = (user) => {
          auth.currentUser = user
          next(user)
        }
        return () => {}
      },
    }
    watchSession(auth as unknown as CompatAuth, (event) => void events.push(event), ended.signal)
  })
  afterEach(() => ended.abort())

  const hint = (uid: string) => localStorage.setItem(storageKeys.session, JSON.stringify({ uid }))
  const shownAgain = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

  test('finds a user of another tab, whichever signal comes first', () => {
    hint('ada')
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))
    expect(events).toEqual([])
    announce(ada)
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))
    expect(events).toEqual([
      { type: 'found', user: ada },
      { type: 'found', user: ada },
    ])
  })

  test('compares a restored page with the hint', () => {
    hint('ada')
    announce(ada)
    shownAgain(false)
    expect(events).toEqual([])
    shownAgain(true)
    localStorage.clear()
    shownAgain(true)
    expect(events).toEqual([{ type: 'found', user: ada }, { type: 'restored' }])
  })
})

describe('leaving', () => {
  type Page = NonNullable<Parameters<typeof goToNextPage>[2]>
  const next = 'https://site.test/next'

  function windows(opener: object | null, closes = true) {
    const page = {
      opener,
      closed: false,
      location: { origin: 'https://site.test', assign: vi.fn() },
      close: vi.fn(() => {
        page.closed = closes
      }),
    }
    return page as typeof page & Page
  }
  const openerAt = (origin: string, closed = false) => ({ closed, location: { origin, assign: vi.fn() } })

  test('redirects the opener, and closes the window', () => {
    const opener = openerAt('https://site.test')
    const page = windows(opener)
    goToNextPage(next, true, page)
    expect(opener.location.assign).toHaveBeenCalledWith(next)
    expect(page.closed).toBe(true)
    expect(page.location.assign).not.toHaveBeenCalled()
  })

  const forbidden = {
    closed: false,
    get location(): never {
      throw new DOMException('no', 'SecurityError')
    },
  }
  test.each<[string, object | null, boolean]>([
    ['there is no opener', null, true],
    ['it is closed', openerAt('https://site.test', true), true],
    ['it may not be looked at', forbidden, true],
    ['pop-up mode is off', openerAt('https://site.test'), false],
  ])('redirects this window when %s', (_, opener, popupMode) => {
    const page = windows(opener)
    goToNextPage(next, popupMode, page)
    expect(page.location.assign).toHaveBeenCalledWith(next)
    expect(page.close).not.toHaveBeenCalled()
  })
})
