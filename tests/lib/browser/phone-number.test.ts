import { describe, expect, test } from 'vitest'
import { isSupported, e164Of, phoneProblem, parsePhone } from '@/lib/browser/phone-number'

const read = (text: string, country?: string, code?: string) => {
  const number = parsePhone(text, { country, code })
  return number instanceof Object ? number.e164 : number
}

/** Numbers as people of these countries write them. */
const national: [country: string, text: string, e164: string][] = [
  ['AR', '011 15-2345-6789', '+5491123456789'],
  ['AR', '0351 15 312 3456', '+5493513123456'],
  ['AR', '9 11 2345-6789', '+5491123456789'],
  ['BR', '(11) 96123-4567', '+5511961234567'],
  ['BR', '0 15 21 99876-5432', '+5521998765432'],
  ['BR', '041 11 96123-4567', '+5511961234567'],
  ['BY', '8 029 491-19-11', '+375294911911'],
  ['BY', '(029) 491-19-11', '+375294911911'],
  ['CI', '07 01 23 45 67', '+2250701234567'],
  ['CL', '9 6123 4567', '+56961234567'],
  ['CL', '09 6123 4567', '+56961234567'],
  ['CN', '131 2345 6789', '+8613123456789'],
  ['CN', '0131 2345 6789', '+8613123456789'],
  ['CO', '321 1234567', '+573211234567'],
  ['CO', '03 321 1234567', '+573211234567'],
  ['DE', '0170/1234567', '+491701234567'],
  ['DE', '(0151) 234.567-89', '+4915123456789'],
  ['EE', '5123 4567', '+37251234567'],
  ['EE', '8 5123 4567', '+37251234567'],
  ['FR', '06 12 34 56 78', '+33612345678'],
  ['GB', '07400 123456', '+447400123456'],
  ['GB', '07700 900123', '+447700900123'],
  ['GB', '020 7946 0000', '+442079460000'],
  ['GE', '0 555 12 34 56', '+995555123456'],
  ['GE', '8 555 12 34 56', '+995555123456'],
  ['HU', '06 20 123 4567', '+36201234567'],
  ['IN', '091234 56789', '+919123456789'],
  ['IN', '0 98765 43210', '+919876543210'],
  ['IT', '312 345 6789', '+393123456789'],
  ['JP', '090-1234-5678', '+819012345678'],
  ['KZ', '8 (771) 000-99-98', '+77710009998'],
  ['LT', '8 612 34567', '+37061234567'],
  ['LT', '0 612 34567', '+37061234567'],
  ['LV', '21 234 567', '+37121234567'],
  ['LV', '8 21 234 567', '+37121234567'],
  ['MX', '55 1234 5678', '+525512345678'],
  ['MX', '01 55 1234 5678', '+525512345678'],
  ['MX', '044 55 1234 5678', '+525512345678'],
  ['MX', '045 55 1234 5678', '+525512345678'],
  ['PE', '0 912 345 678', '+51912345678'],
  ['RU', '8 (912) 345-67-89', '+79123456789'],
  ['SG', '8123 4567', '+6581234567'],
  ['TJ', '8 917 12 3456', '+992917123456'],
  ['UA', '050 123 4567', '+380501234567'],
  ['UA', '8 050 123 4567', '+380501234567'],
  ['US', '1 (650) 253-0000', '+16502530000'],
  ['US', '650.253.0000', '+16502530000'],
  ['UZ', '8 91 234 56 78', '+998912345678'],
]

describe('a national number', () => {
  test.each(national)('reads %s, %s, as %s', (country, text, e164) => {
    expect(read(text, country)).toBe(e164)
  })

  test.each([
    ['US', '(650) 253-0000 ext. 12'],
    ['US', '650 253 0000 #12'],
    ['US', '+1 650 253 0000;ext=12'],
    ['US', 'tel:+1-650-253-0000;ext=12'],
  ])('reads %s, %s, without its extension', (country, text) => {
    expect(read(text, country)).toBe('+16502530000')
  })

  test.each([
    '０１７０１２３４５６７',
    '０１７０／１２３４５６７',
    '٠١٧٠ ١٢٣٤٥٦٧',
    '۰۱۷۰۱۲۳۴۵۶۷',
    '0170\u00a01234567',
    '0170\u202f123\u20094567',
    '0170.123.4567',
    '(0170) 123-45-67',
    '[0170] 123 4567',
    '0170\u2013123\u20114567',
    '\u202a0170 1234567\u202c',
    '0170\u00ad1234567',
    '  0170 1234567\n',
    '0049 170 1234567',
    '+49 (0)170 1234567',
    '(+49) 170 1234567',
    '+49 0170 1234567',
  ])('is read in any notation: %j', (text) => {
    expect(read(text, 'DE')).toBe('+491701234567')
  })
})

test.each([
  ['US', '011 44 7400 123456', '+447400123456'],
  ['US', '00 44 7400 123456', '+447400123456'],
  ['GB', '00 1 650 253 0000', '+16502530000'],
  ['AU', '0011 1 650 253 0000', '+16502530000'],
  ['JP', '010 1 650 253 0000', '+16502530000'],
  ['RU', '8~10 1 650 253 0000', '+16502530000'],
  ['GB', '+39 (0)6 6982 0000', '+390669820000'],
  ['GB', '+52 1 55 1234 5678', '+525512345678'],
])('reads from %s the international number %s as %s', (country, text, e164) => {
  expect(read(text, country)).toBe(e164)
})

test.each([
  ['US', '253-0000'],
  ['US', '6650 253 0000'],
  ['GB', '0770'],
  ['DE', '1'],
  ['US', 'call me'],
  ['US', '650 253 0000 or 650 253 0001'],
  ['US', '+'],
  ['US', ''],
  ['US', '+1+999123456789'],
])('rejects from %s the number %j', (country, text) => {
  expect(read(text, country)).toBeNull()
})

test.each(['+999 123456', '+999', '00999 123456', '+210 123 4567'])(
  'rejects the unknown country code of %s',
  (text) => {
    expect(read(text, 'US')).toBe('unknown-code')
    expect(read(text)).toBe('unknown-code')
  },
)

test('reads a territory without its own numbering plan by its code', () => {
  expect(read('51234', 'GS', '500')).toBe('+50051234')
})

describe('lists of countries', () => {
  const isIn = (text: string, lists: Parameters<typeof isSupported>[1]) => {
    const number = parsePhone(text)
    return number instanceof Object ? isSupported(number, lists) : expect.fail(text)
  }
  test.each([
    ['+16502530000', ['US'], true],
    ['+16502530000', ['+1'], true],
    ['+14165550100', ['CA', 'US'], true],
    ['+12423591234', ['US', 'CA'], false],
    ['+79123456789', ['RU'], true],
    ['+77710009998', ['RU'], false],
    ['+447400123456', ['GB'], true],
    ['+447400123456', ['GG'], false],
    ['+447781123456', ['GG'], true],
    ['+447797712345', ['GB'], false],
    ['+33612345678', ['GB', '+44'], false],
    // Four countries share this code.
    ['+447700900123', ['GB'], true],
    ['+447700900123', ['JE'], true],
    ['+447700900123', ['FR'], false],
  ])('for %s with %j, allowed: %s; refused: the opposite', (text, list, expected) => {
    expect(isIn(text, { whitelistedCountries: list })).toBe(expected)
    if (text !== '+447700900123') expect(isIn(text, { blacklistedCountries: list })).toBe(!expected)
  })

  test('allows the neighbours of a refused country', () => {
    expect(isIn('+447400123456', { blacklistedCountries: ['GG', 'IM', 'JE'] })).toBe(true)
    expect(isIn('+16502530000', { blacklistedCountries: ['AS', 'AI', 'CA'] })).toBe(true)
    expect(isIn('+447700900123', { blacklistedCountries: ['GG'] })).toBe(true)
    expect(isIn('+447700900123', { blacklistedCountries: ['GB', 'GG', 'IM', 'JE'] })).toBe(false)
    expect(isIn('+447700900123', { blacklistedCountries: [] })).toBe(true)
    expect(isIn('+447700900123', {})).toBe(true)
  })
})

test.each([
  ['+44 (7700) 900-123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['(+44) (0)7700 900123', '+447700900123'],
  // As copied from an address book, with direction marks.
  ['\u202a+44 7700 900123\u202c', '+447700900123'],
  ['＋４４　７７００　９００１２３', '+447700900123'],
  ['٠٠٤٤٧٧٠٠٩٠٠١٢٣', '+447700900123'],
  ['+44 07700 900123', '+447700900123'],
  ['+353 087 123 4567', '+353871234567'],
  // A zero that may be part of the number stays.
  ['+39 06 6982 0000', '+390669820000'],
  ['+225 07 01 23 45 67', '+2250701234567'],
  ['+1 0650 555 0100', '+16505550100'],
  // Only a single zero; other brackets belong to the number.
  ['+39 (06) 6982 0000', '+390669820000'],
  ['+49\u2011170\u20111234567', '+491701234567'],
  ['+44 007700 900123', null],
  ['+0 7700 900123', null],
  ['+44 7700', null],
  ['+44 7700 900123 456789', null],
  ['+44 call me', null],
  ['call me', null],
  ['', null],
])('formats the phone number %j as %s', (text, number) => {
  expect(e164Of(text)).toBe(number)
  expect(phoneProblem(text)).toBe(number ? null : 'Enter a valid phone number')
})

test.each(['07700 900123', '(0)7700 900123', '(650) 555-0100', '447700900123', '0123'])(
  'rejects %j without a country',
  (text) => {
    expect(e164Of(text)).toBe(null)
    expect(phoneProblem(text)).toBe('Begin with the country code, such as +44.')
  },
)
