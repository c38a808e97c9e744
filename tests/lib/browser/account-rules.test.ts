import { describe, expect, test } from 'vitest'
import {
  codeProblem,
  emailProblem,
  nameProblem,
  newPasswordProblem,
  passwordProblem,
  passwordRules,
} from '@/lib/browser/account-rules'

describe('an email address', () => {
  const tld = (length: number) => `ada@people.${'x'.repeat(length)}`
  test.each([
    'ada@people.example',
    '\u202aada@people.example\u202c',
    "o'neil+therapy@mail.people.co.uk",
    tld(63),
    `${'a'.repeat(64)}@people.example`,
  ])('accepts %s', (text) => {
    expect(emailProblem(text)).toBeNull()
  })
  test.each([
    'ada',
    'ada@',
    'ada@people',
    'ada@people..example',
    'ada@bob@people.example',
    'ada@people.example, bob@people.example',
    'ada@people.x',
    tld(64),
    `${'a'.repeat(65)}@people.example`,
    `ada@${'people.'.repeat(40)}example`,
  ])('rejects %s', (text) => {
    expect(emailProblem(text)).toBe("That email address isn't correct")
  })
  test.each(['', '   '])('requires an address instead of %j', (text) => {
    expect(emailProblem(text)).toBe('Enter your email address to continue')
  })
})

describe('a password', () => {
  test.each([
    ['', 'Enter your password'],
    ['12345', 'Strong passwords have at least 6 characters and a mix of letters and numbers'],
    ['123456', null],
  ])('checks the new password %j: %s', (text, message) => {
    expect(newPasswordProblem(text)).toBe(message)
  })
  test('accepts any existing password', () => {
    expect(passwordProblem('x')).toBeNull()
    expect(passwordProblem('')).toBe('Enter your password')
  })
})

test.each([
  ['', 'Enter your account name'],
  [' \t ', 'Enter your account name'],
  ['\u200b \u2060', 'Enter your account name'],
  ['Ada', null],
])('checks the name %j: %s', (text, message) => {
  expect(nameProblem(text)).toBe(message)
})

test.each([
  ['123456', null],
  ['123 456', null],
  ['12\u201134\u00a056', null],
  ['１２３４５６', null],
  ['١٢٣ ٤٥٦', null],
  ['12345', 'Wrong code. Try again.'],
  ['12345a', 'Wrong code. Try again.'],
  ['', 'Wrong code. Try again.'],
])('checks the code %j: %s', (text, message) => {
  expect(codeProblem(text)).toBe(message)
})

test.each([
  [
    '[Password must contain at least 10 characters, an upper case character]',
    'It needs at least 10 characters and an upper case letter.',
  ],
  [
    '[Password must contain at least 12 characters, Password must contain a lower case character, Password must contain an upper case character, Password must contain a numeric character, Password must contain a non-alphanumeric character]',
    'It needs at least 12 characters, a lower case letter, an upper case letter, a number and a special character, such as ! or ?.',
  ],
  [
    '[Password must contain a numeric character, Password must not be your name]',
    'It needs a number. Password must not be your name.',
  ],
  ['', 'Choose a longer one that is harder to guess.'],
])('names the password rules in %s', (list, text) => {
  const message = `Firebase: Missing password requirements: ${list} (auth/password-does-not-meet-requirements).`
  expect(passwordRules(message)).toBe(`This password doesn’t meet the rules. ${text}`)
})
