import { describe, expect, test } from 'vitest'
import { money } from '@/lib/contract/format'

/** `Intl` puts a non-breaking space between code and number. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a formatted amount', () => {
  test.each([
    [1900, 'USD', '$19.00'],
    [18_000, 'EUR', '€180.00'],
    [5, 'GBP', '£0.05'],
    [0, 'USD', '$0.00'],
    [-1900, 'USD', '-$19.00'],
    // Written without decimals, but counted in hundredths.
    [599_000, 'HUF', 'HUF 5,990'],
    // Whole units, counted in hundredths for old clients.
    [250_000, 'ISK', 'ISK 2,500'],
    // Counted whole.
    [1900, 'JPY', '¥1,900'],
    [18_000, 'CLP', 'CLP 18,000'],
    // Counted in thousandths.
    [5990, 'KWD', 'KWD 5.990'],
    // Not a currency.
    [1900, '??', '19.00 ??'],
  ])('formats %i %s as %s', (amount, currency, words) => {
    expect(plain(money(amount, currency))).toBe(words)
  })

  const whole = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
  const thousandths = 'BHD JOD KWD OMR TND'.split(' ')

  // For all currencies: Node's data must not change charges.
  test.each(Intl.supportedValuesOf('currency'))('rounds no amount in %s', (currency) => {
    const parts = whole.includes(currency) ? 1 : thousandths.includes(currency) ? 1000 : 100
    const [number = ''] = /\d[\d,]*(\.\d+)?/.exec(money(120_000, currency)) ?? []
    expect(Number(number.replaceAll(',', ''))).toBe(120_000 / parts)
  })
})
