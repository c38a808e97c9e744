import { describe, expect, test } from 'vitest'
import {
  codeProblem,
  emailProblem,
  isOnlyMethod,
  methodOf,
  nameProblem,
  newPasswordProblem,
  offeredMethods,
  optionsFor,
  passwordProblem,
  passwordRuleWords,
} from '@/lib/browser/account-rules'
import type { SignInOption } from '@/lib/contract/sign-in'
import { translatorOf } from '@/lib/i18n/messages'

const t = await translatorOf('en', 'identity')

describe('an email address', () => {
  const tld = (length: number) => `ada@people.${'x'.repeat(length)}`
  test.each(['\u202aada@people.example\u202c', "o'neil+therapy@mail.people.co.uk", tld(63)])('accepts %s', (text) => {
    expect(emailProblem(text)).toBeNull()
  })
  test.each([
    'ada@people',
    'ada@people..example',
    'ada@people.example, bob@people.example',
    tld(64),
    `ada@${'people.'.repeat(40)}example`,
  ])('rejects %s', (text) => {
    expect(emailProblem(text)).toBe('wrongEmail')
  })
  test.each(['', '   '])('requires an address instead of %j', (text) => {
    expect(emailProblem(text)).toBe('noEmail')
  })
})

describe('a password', () => {
  test.each([
    ['', 'noPassword'],
    ['12345', 'weakPassword'],
    ['123456', null],
  ])('checks the new password %j: %s', (text, message) => {
    expect(newPasswordProblem(text)).toBe(message)
  })
  test('accepts any existing password', () => {
    expect(passwordProblem('x')).toBeNull()
    expect(passwordProblem('')).toBe('noPassword')
  })
})

test.each([
  ['', 'noName'],
  ['\u200b \u2060', 'noName'],
  ['Ada', null],
])('checks the name %j: %s', (text, message) => {
  expect(nameProblem(text)).toBe(message)
})

test.each([
  ['123456', null],
  ['12\u201134\u00a056', null],
  ['١٢٣ ٤٥٦', null],
  ['12345', 'wrongCode'],
  ['', 'wrongCode'],
])('checks the code %j: %s', (text, message) => {
  expect(codeProblem(text)).toBe(message)
})

test.each([
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
  expect(passwordRuleWords(message, t, 'en')).toBe(`This password doesn’t meet the rules. ${text}`)
})

test.each<[string, string[], string[], boolean]>([
  ['password', ['password', 'phone'], ['password', 'phone'], false],
  ['password', ['password', 'github.com'], ['password', 'phone'], true],
  ['github.com', ['github.com'], ['password'], true],
  ['phone', ['password', 'phone', 'github.com'], ['password', 'phone'], false],
])('for %s of %j with %j offered, is the only method: %s', (id, linked, offered, only) => {
  expect(isOnlyMethod(id, linked, offered)).toBe(only)
})

const site: SignInOption[] = [{ provider: 'google.com' }, { provider: 'password' }, { provider: 'anonymous' }]
const clinic: SignInOption[] = [{ provider: 'saml.clinic', providerName: 'the clinic' }]
const project: SignInOption[] = [{ provider: 'phone' }]

const withClinic = { signInOptions: site, tenants: { clinic: { displayName: 'C', signInOptions: clinic } } }
const withProject = { signInOptions: site, tenants: { _: { displayName: 'P', signInOptions: project } } }

test.each([
  ['a user without a tenant', { signInOptions: site }, null, site],
  ['a tenant’s member', withClinic, 'clinic', clinic],
  ['the project’s own', withProject, null, project],
])('offers the tenant’s methods to %s', (_, settings, tenant, options) => {
  expect(optionsFor(settings, tenant)).toEqual(options)
})

test.each<[string, SignInOption[], string | null]>([
  ['google.com', [], 'Google'],
  ['google.com', [{ provider: 'google.com', providerName: 'the clinic' }], 'the clinic'],
  ['saml.north', [], 'north'],
  ['phone', [], null],
  ['password', site, null],
])('names %s with %j %s', (id, options, name) => {
  expect(methodOf(id, options)).toEqual({ id, name })
})

test('lists no method for a guest', () => {
  expect(offeredMethods(site).map(({ name }) => name)).toEqual(['Google', null])
})
