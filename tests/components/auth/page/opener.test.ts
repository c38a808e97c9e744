import { expect, test, vi } from 'vitest'
import { leaveFor } from '@/components/auth/page/opener'

type Page = NonNullable<Parameters<typeof leaveFor>[2]>
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

test('the window that opened this one goes on, and this one closes', () => {
  const opener = openerAt('https://site.test')
  const page = windows(opener)
  leaveFor(next, true, page)
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
  ['there is none', null, true],
  ['it is closed', openerAt('https://site.test', true), true],
  ['it is of another site', openerAt('https://other.test'), true],
  ['it may not be looked at', forbidden, true],
  ['pop-up mode is off', openerAt('https://site.test'), false],
])('this one goes on when %s', (_, opener, popupMode) => {
  const page = windows(opener)
  leaveFor(next, popupMode, page)
  expect(page.location.assign).toHaveBeenCalledWith(next)
  expect(page.close).not.toHaveBeenCalled()
})

test('a window that may not close goes on as well', () => {
  const page = windows(openerAt('https://site.test'), false)
  leaveFor(next, true, page)
  expect(page.location.assign).toHaveBeenCalledWith(next)
})
