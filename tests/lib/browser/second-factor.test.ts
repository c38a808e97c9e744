import { describe, expect, test } from 'vitest'
import {
  factorAction,
  factorName,
  factorOf,
  factorProblem,
  maskedNumber,
  otherFactors,
  requiredFactors,
  setAsideOtherFactors,
  type Factor,
  type ListedFactor,
} from '@/lib/browser/second-factor'

const factor = (change: Partial<Factor>): Factor => ({
  id: 'f',
  kind: 'phone',
  name: null,
  phone: null,
  addedAt: null,
  ...change,
})

test.each([
  ['+*******4567', '•••• 4567'],
  ['+16505554567', '•••• 4567'],
  ['+44 7700 900 123', '•••• 0123'],
  ['+1 (650) 555-0111', '•••• 0111'],
  ['********23', '•••• 23'],
  ['+xxxxxxx9876', '•••• 9876'],
  ['+*******', null],
  ['', null],
  [null, null],
])('the end of %j is %j', (phone, expected) => {
  expect(maskedNumber(phone)).toBe(expected)
})

test.each([
  [factor({ phone: '+*******4567' }), 'Text codes to •••• 4567', 'Text a code to •••• 4567'],
  [factor({}), 'Text codes', 'Text a code to your phone'],
  [factor({ kind: 'totp' }), 'Authenticator app', 'Use your authenticator app'],
  [factor({ kind: 'totp', name: 'Authenticator app' }), 'Authenticator app', 'Use your authenticator app'],
  [factor({ kind: 'totp', name: 'Tablet' }), 'Authenticator app, Tablet', 'Use your authenticator app, Tablet'],
])('%o is called "%s" and chosen by "%s"', (one, name, action) => {
  expect([factorName(one), factorAction(one)]).toEqual([name, action])
})

test.each([
  [{ phoneInfo: '+1' }, 'phone', null],
  [{ totpInfo: {} }, 'totp', null],
  [{ displayName: ' My app ', totpInfo: {} }, 'totp', 'My app'],
  [{ passkeyInfo: {} }, 'other', 'Passkey'],
  [{ securityKeyInfo: {}, displayName: 'Blue key' }, 'other', 'Blue key'],
  [{ securityKeyInfo: {} }, 'other', 'Security key'],
  [{}, 'other', null],
])('has kind and name for %o', (more, kind, name) => {
  const listed: ListedFactor = { mfaEnrollmentId: 'x', enrolledAt: '2026-11-01T10:00:00Z', ...more }
  expect(factorOf(listed)).toMatchObject({ id: 'x', kind, name, addedAt: '2026-11-01T10:00:00.000Z' })
})

test('a date that cannot be read is none', () => {
  expect(factorOf({ mfaEnrollmentId: 'x', enrolledAt: 'soon', totpInfo: {} }).addedAt).toBeNull()
})

test('names unsupported kinds, alone and beside others', () => {
  const other = factor({ kind: 'other', name: 'Work key' })
  expect(otherFactors([factor({})])).toBeNull()
  expect(otherFactors([other])).toBe(
    "Your account asks for a second step (“Work key”) that this site doesn't support. Please write to us, so that we can help you get in.",
  )
  expect(otherFactors([factor({}), other])).toBe(
    "Your account also has a second step (“Work key”) that this site doesn't support.",
  )
  expect(otherFactors([factor({ kind: 'other' })])).toContain("a second step that this site doesn't support")
})

describe('refusals', () => {
  test.each([
    ['invalid-verification-code', 'confirm', { text: 'Wrong code. Try again.' }],
    ['missing-verification-code', 'confirm', { text: 'Wrong code. Try again.' }],
    ['code-expired', 'confirm', { text: expect.any(String), expired: true }],
    ['session-expired', 'confirm', { text: expect.any(String), expired: true }],
    ['invalid-multi-factor-session', 'confirm', { text: expect.stringContaining('took too long'), over: true }],
    ['missing-multi-factor-session', 'send', { text: expect.stringContaining('took too long'), over: true }],
    ['multi-factor-info-not-found', 'send', { text: expect.stringContaining('sign in again'), over: true }],
    ['user-disabled', 'confirm', { text: expect.stringContaining('switched off'), over: true }],
    ['operation-not-allowed', 'send', { text: expect.stringContaining('switched off'), over: true }],
    ['too-many-requests', 'send', { text: 'This phone number has been used too many times' }],
    ['too-many-requests', 'confirm', { text: 'Too many attempts. Please wait a few minutes, then try again.' }],
    ['quota-exceeded', 'send', { text: expect.stringContaining('No more text messages') }],
    ['captcha-check-failed', 'send', { text: expect.stringContaining('person') }],
    ['network-request-failed', 'confirm', { text: expect.stringContaining('network error') }],
    ['internal-error', 'confirm', { text: 'Something went wrong. Please try again.' }],
    ['', 'send', { text: 'Something went wrong. Please try again.' }],
  ] as const)('%s on %s', (code, doing, expected) => {
    expect(factorProblem(code, doing)).toEqual(expected)
  })

  test('a function of the project says its own sentence', () => {
    const message =
      'HTTP Cloud Function returned an error: {"error":{"status":"PERMISSION_DENIED","message":"Not today, please."}}'
    expect(factorProblem('internal-error', 'confirm', message)).toEqual({ text: 'Not today, please.' })
  })
})

test('passes only known kinds to the SDK, and lists all', () => {
  const known = { mfaEnrollmentId: 'a', phoneInfo: '+*******4567' }
  const unknown = { mfaEnrollmentId: 'b', passkeyInfo: {} }
  const seen: unknown[] = []
  class Errors {
    create(code: string, data?: { _serverResponse?: { mfaInfo?: object[] } }) {
      seen.push(structuredClone(data?._serverResponse?.mfaInfo))
      return Object.assign(new Error(code), { customData: data })
    }
  }
  const auth = { _errorFactory: new Errors() }
  setAsideOtherFactors(auth)
  setAsideOtherFactors(auth)
  // Another client, created later.
  const cause = new Errors().create('multi-factor-auth-required', {
    _serverResponse: { mfaInfo: [unknown, known] },
  })
  expect(seen).toEqual([[known]])
  expect(requiredFactors(cause).map(({ id, kind }) => [id, kind])).toEqual([
    ['a', 'phone'],
    ['b', 'other'],
  ])
  expect(auth._errorFactory.create('other').message).toBe('other')
})

test('ignores an unknown kind of client', () => {
  expect(() => setAsideOtherFactors({})).not.toThrow()
  expect(requiredFactors(new Error('x'))).toEqual([])
})
