import { expect, test } from 'vitest'
import { day, daysFrom, money } from '@/lib/browser/format'

test.each([
  [1900, 'USD', '$19.00'],
  [18000, 'EUR', '€180.00'],
  [5, 'GBP', '£0.05'],
  [1900, 'JPY', '¥1,900'],
  [1900, '??', '19.00 ??'],
])('%i %s is %s', (amount, currency, words) => {
  expect(money(amount, currency)).toBe(words)
})

test('dates are long, and nonsense is nothing', () => {
  expect(day(new Date(2026, 11, 5))).toBe('5 December 2026')
  expect([day(null), day(undefined), day('soon'), day('')]).toEqual(['', '', '', ''])
})

test('days are days of the calendar, also over a change of clocks and a year', () => {
  expect(day(daysFrom(new Date(2026, 11, 28, 12), 7))).toBe('4 January 2027')
  expect(day(daysFrom(new Date(2026, 2, 25, 12), 7))).toBe('1 April 2026')
})
