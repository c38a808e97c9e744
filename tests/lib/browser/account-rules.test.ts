import { describe, expect, test } from 'vitest'
import {
  codeProblem,
  emailProblem,
  nameProblem,
  newPasswordProblem,
  passwordProblem,
  phoneNumber,
  phoneProblem,
} from '@/lib/browser/account-rules'

describe('an e-mail address', () => {
  const tld = (length: number) => `ada@people.${'x'.repeat(length)}`
  test.each([
    'ada@people.example',
    '  ada@people.example ',
    '\u202aada@people.example\u202c',
    "o'neil+therapy@mail.people.co.uk",
    'ADA_1.2-3@XN--FCBOOK.example',
    'ada@people.xn--p1ai',
    tld(2),
    tld(63),
    `${'a'.repeat(64)}@people.example`,
  ])('%s is taken', (text) => {
    expect(emailProblem(text)).toBeNull()
  })
  test.each([
    'ada',
    '@people.example',
    'ada@',
    'ada@people',
    'ada@people.',
    'ada@people..example',
    'ada@-people.example',
    'ada@people-.example',
    'ada people@people.example',
    'ada@peo ple.example',
    'ada@bob@people.example',
    'Ada <ada@people.example>',
    'ada@people.example, bob@people.example',
    'ada@people.x',
    tld(64),
    `${'a'.repeat(65)}@people.example`,
    `ada@${'people.'.repeat(40)}example`,
  ])('%s is not', (text) => {
    expect(emailProblem(text)).toBe("That email address isn't correct")
  })
  test.each(['', '   '])('%j asks for one', (text) => {
    expect(emailProblem(text)).toBe('Enter your email address to continue')
  })
})

describe('a password', () => {
  test.each([
    ['', 'Enter your password'],
    ['12345', 'Strong passwords have at least 6 characters and a mix of letters and numbers'],
    ['123456', null],
    ['      ', null],
  ])('%j that is new: %s', (text, said) => {
    expect(newPasswordProblem(text)).toBe(said)
  })
  test('that exists already may be any', () => {
    expect(passwordProblem('x')).toBeNull()
    expect(passwordProblem('')).toBe('Enter your password')
  })
})

test.each([
  ['', 'Enter your account name'],
  [' \t ', 'Enter your account name'],
  ['\u200b \u2060', 'Enter your account name'],
  ['\u200eعربي', null],
  ['Ada', null],
])('a name of %j: %s', (text, said) => {
  expect(nameProblem(text)).toBe(said)
})

test.each([
  ['123456', null],
  [' 123456 ', null],
  ['123 456', null],
  ['123-456', null],
  ['12\u201134\u00a056', null],
  ['\u200e123456', null],
  ['１２３４５６', null],
  ['١٢٣ ٤٥٦', null],
  ['123 45', 'Wrong code. Try again.'],
  ['12345', 'Wrong code. Try again.'],
  ['1234567', 'Wrong code. Try again.'],
  ['12345a', 'Wrong code. Try again.'],
  ['', 'Wrong code. Try again.'],
])('a code of %j: %s', (text, said) => {
  expect(codeProblem(text)).toBe(said)
})

test.each([
  ['+44 (7700) 900-123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['+44(0)7700900123', '+447700900123'],
  ['0044 ( 0 ) 7700 900123', '+447700900123'],
  ['(+44) (0)7700 900123', '+447700900123'],
  // As an address book copies it, between marks of direction.
  ['\u202a+44 7700 900123\u202c', '+447700900123'],
  ['＋４４　７７００　９００１２３', '+447700900123'],
  ['٠٠٤٤٧٧٠٠٩٠٠١٢٣', '+447700900123'],
  ['+44 07700 900123', '+447700900123'],
  ['+49 0170 1234567', '+491701234567'],
  ['+353 087 123 4567', '+353871234567'],
  // Where a number may have a zero of its own, it keeps it.
  ['+39 06 6982 0000', '+390669820000'],
  ['+225 07 01 23 45 67', '+2250701234567'],
  ['+1 0650 555 0100', '+106505550100'],
  ['+44 007700 900123', '+44007700900123'],
  // Only a zero by itself: another bracket is a part of the number.
  ['+39 (06) 6982 0000', '+390669820000'],
  ['+1.650.555.0100', '+16505550100'],
  ['+49\u2011170\u20111234567', '+491701234567'],
  ['+0 7700 900123', null],
  ['+44 7700', null],
  ['+44 7700 900123 456789', null],
  ['+44 call me', null],
  ['0044 7700', null],
  ['call me', null],
  ['', null],
])('a phone number of %j is %s', (text, number) => {
  expect(phoneNumber(text)).toBe(number)
  expect(phoneProblem(text)).toBe(number ? null : 'Enter a valid phone number')
})

test.each(['07700 900123', '(0)7700 900123', '(650) 555-0100', '447700900123', '0123'])(
  'what lacks in %j is the country',
  (text) => {
    expect(phoneNumber(text)).toBe(null)
    expect(phoneProblem(text)).toBe('Begin with the country code, such as +44.')
  },
)
