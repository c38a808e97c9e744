import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as format from '@/lib/contract/format'
import type { Locale } from '@/lib/locales'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** The first day, the second, or both within one hour. */
describe.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('in %s', (zone) => {
  let days: typeof format
  beforeEach(async () => {
    vi.stubEnv('TZ', zone)
    vi.resetModules()
    days = await import('@/lib/contract/format')
  })

  test('writes long UTC dates, and nothing for invalid ones', () => {
    const { day, dayAndHour } = days
    expect(day('2026-12-05T00:00:00.000Z')).toBe('5 December 2026')
    expect(day(new Date('2026-12-05T23:59:59.000Z'))).toBe('5 December 2026')
    expect(dayAndHour('2026-12-05T02:05:00.000Z')).toBe('5 December 2026, 02:05 UTC')
    expect(dayAndHour('2026-12-05T00:05:00.000Z')).toBe('5 December 2026, 00:05 UTC')
    expect(dayAndHour('2026-12-05T00:05:00.000Z', 'es')).toBe('5 de diciembre de 2026 a las 00:05 UTC')
    for (const nothing of [null, undefined, 'soon', '']) {
      expect(day(nothing)).toBe('')
      expect(dayAndHour(nothing)).toBe('')
    }
  })

  test.each([
    ['2026-12-28T12:00:00.000Z', '2027-01-04T12:00:00.000Z'],
    // A trial is seven times 24 hours, even across clock changes (London on 29 March, Los Angeles on 8 March).
    ['2026-03-25T23:30:00.000Z', '2026-04-01T23:30:00.000Z'],
    ['2026-03-05T00:30:00.000Z', '2026-03-12T00:30:00.000Z'],
  ])('adds seven days to %s', (start, end) => {
    expect(days.addDays(new Date(start), 7).toISOString()).toBe(end)
  })

  test.each([
    ['a day that the next month has not', '2027-01-31T01:00:00.000Z', 'month', '2027-02-28T01:00:00.000Z'],
    ['29 February a year later', '2028-02-29T12:00:00.000Z', 'year', '2029-02-28T12:00:00.000Z'],
    ['a change of clocks', '2026-10-10T12:00:00.000Z', 'month', '2026-11-10T12:00:00.000Z'],
    ['two periods, counted from their start', '2027-01-31T01:00:00.000Z', 'month', '2027-03-31T01:00:00.000Z', 2],
  ] as const)('finds the next charge after %s', (_, first, interval, next, count: number = 1) => {
    expect(days.addPeriod(new Date(first), interval, count).toISOString()).toBe(next)
  })
})

/** `Intl` puts a non-breaking space between code and number. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a formatted amount', () => {
  test.each([
    [1900, 'USD', '$19'],
    [5, 'GBP', '£0.05'],
    [-1900, 'USD', '-$19'],
    // Written without decimals, but counted in hundredths.
    [599_000, 'HUF', 'HUF 5,990'],
    // Whole units, counted in hundredths for old clients.
    [250_000, 'ISK', 'ISK 2,500'],
    // Counted whole.
    [1900, 'JPY', '¥1,900'],
    // Counted in thousandths.
    [5990, 'KWD', 'KWD 5.990'],
    // Not a currency.
    [1900, '??', '19 ??'],
    [190_000, 'EUR', '1.900 €', 'de'],
    // Latin digits; apart from the sentence around it.
    [190_000, 'EUR', '\u2066€1,900\u2069', 'ar'],
  ] as const)('formats %i %s as %s', (amount, currency, words, locale: Locale = 'en') => {
    expect(plain(format.money(amount, currency, locale))).toBe(words)
  })

  const whole = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
  const thousandths = 'BHD JOD KWD OMR TND'.split(' ')

  // For all currencies: Node's data must not change charges.
  test.each(Intl.supportedValuesOf('currency'))('rounds no amount in %s', (currency) => {
    const parts = whole.includes(currency) ? 1 : thousandths.includes(currency) ? 1000 : 100
    const [number = ''] = /\d[\d,]*(\.\d+)?/.exec(format.money(120_000, currency)) ?? []
    expect(Number(number.replaceAll(',', ''))).toBe(120_000 / parts)
  })
})
