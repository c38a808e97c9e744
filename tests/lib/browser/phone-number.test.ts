import { describe, expect, test } from 'vitest'
import { isSupported, e164Of, phoneProblem, parsePhone } from '@/lib/browser/phone-number'

const read = (text: string, country?: string, code?: string) => {
  const number = parsePhone(text, { country, code })
  return number instanceof Object ? number.e164 : number
}

/** Numbers as people of these countries write them. */
const national: [country: string, text: string, e164: string][] = [
  ['AR', '011 15-2345-6789', '+5491123456789'],
  ['BR', '0 15 21 99876-5432', '+5521998765432'],
  ['DE', '0170/1234567', '+491701234567'],
  ['GB', '07700 900123', '+447700900123'],
  ['IT', '312 345 6789', '+393123456789'],
  ['RU', '8 (912) 345-67-89', '+79123456789'],
  ['US', '650.253.0000', '+16502530000'],
]

describe('a national number', () => {
  test.each(national)('reads %s, %s, as %s', (country, text, e164) => {
    expect(read(text, country)).toBe(e164)
  })

  test.each(['０１７０１２３４５６７', '٠١٧٠ ١٢٣٤٥٦٧', '0170\u2013123\u20114567', '0049 170 1234567'])(
    'is read in any notation: %j',
    (text) => {
      expect(read(text, 'DE')).toBe('+491701234567')
    },
  )
})

test.each([
  ['US', '011 44 7400 123456', '+447400123456'],
  ['US', '00 44 7400 123456', '+447400123456'],
  ['GB', '+39 (0)6 6982 0000', '+390669820000'],
])('reads from %s the international number %s as %s', (country, text, e164) => {
  expect(read(text, country)).toBe(e164)
})

test.each([
  ['US', '253-0000'],
  ['GB', '0770'],
  ['US', 'call me'],
])('rejects from %s the number %j', (country, text) => {
  expect(read(text, country)).toBeNull()
})

test.each(['+999 123456', '00999 123456'])('rejects the unknown country code of %s', (text) => {
  expect(read(text, 'US')).toBe('unknown-code')
  expect(read(text)).toBe('unknown-code')
})

describe('lists of countries', () => {
  const isIn = (text: string, lists: Parameters<typeof isSupported>[1]) => {
    const number = parsePhone(text)
    return number instanceof Object ? isSupported(number, lists) : expect.fail(text)
  }
  test.each([
    ['+16502530000', ['US'], true],
    ['+12423591234', ['US', 'CA'], false],
    ['+33612345678', ['GB', '+44'], false],
    // Four countries share this code.
    ['+447700900123', ['GB'], true],
    ['+447700900123', ['JE'], true],
  ])('for %s with %j, allowed: %s; refused: the opposite', (text, list, expected) => {
    expect(isIn(text, { whitelistedCountries: list })).toBe(expected)
    if (text !== '+447700900123') expect(isIn(text, { blacklistedCountries: list })).toBe(!expected)
  })
})

test.each([
  ['+44 (7700) 900-123', '+447700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  // As copied from an address book, with direction marks.
  ['\u202a+44 7700 900123\u202c', '+447700900123'],
  ['+44 07700 900123', '+447700900123'],
  // A zero that may be part of the number stays.
  ['+39 06 6982 0000', '+390669820000'],
  // Only a single zero; other brackets belong to the number.
  ['+44 007700 900123', null],
  ['call me', null],
  ['', null],
])('formats the phone number %j as %s', (text, number) => {
  expect(e164Of(text)).toBe(number)
  expect(phoneProblem(text)).toBe(number ? null : 'wrongPhone')
})

test.each(['07700 900123', '(650) 555-0100'])('rejects %j without a country', (text) => {
  expect(e164Of(text)).toBe(null)
  expect(phoneProblem(text)).toBe('phoneCountryCode')
})
