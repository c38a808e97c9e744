import { describe, expect, test, vi } from 'vitest'
import { goToNextPage } from '@/components/auth/history'

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
