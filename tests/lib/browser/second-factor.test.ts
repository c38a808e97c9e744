import { describe, expect, test } from 'vitest'
import {
  factorAction,
  factorName,
  factorOf,
  factorProblem,
  maskedNumber,
  type Factor,
} from '@/lib/browser/second-factor'
import { translatorOf } from '@/lib/i18n/messages'

const t = await translatorOf('en', 'identity')

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
  ['+1 (650) 555-0111', '•••• 0111'],
  ['+*******', null],
  [null, null],
])('masks %j as %j', (phone, expected) => {
  expect(maskedNumber(phone)).toBe(expected)
})

test.each([
  [factor({ phone: '+*******4567' }), 'Text codes to •••• 4567', 'Text a code to •••• 4567'],
  [factor({}), 'Text codes', 'Text a code to your phone'],
  [factor({ kind: 'totp' }), 'Authenticator app', 'Use your authenticator app'],
  [factor({ kind: 'totp', name: 'Tablet' }), 'Authenticator app, Tablet', 'Use your authenticator app, Tablet'],
])('labels %o "%s", with the action "%s"', (one, name, action) => {
  expect([factorName(one, t, 'en'), factorAction(one, t, 'en')]).toEqual([name, action])
})

const info = { uid: 'x', factorId: 'totp', enrollmentTime: 'Sun, 01 Nov 2026 10:00:00 GMT' }

test.each([
  [{ factorId: 'phone', phoneNumber: '+1' }, 'phone', null, '+1'],
  [{}, 'totp', null, null],
  [{ displayName: ' My app ' }, 'totp', 'My app', null],
])('reads kind and name of %o', (more, kind, name, phone) => {
  const addedAt = '2026-11-01T10:00:00.000Z'
  expect(factorOf({ ...info, ...more })).toEqual({ id: 'x', kind, name, phone, addedAt })
})

describe('refusals', () => {
  test.each([
    ['invalid-verification-code', 'confirm', { text: 'wrongCode' }],
    ['code-expired', 'confirm', { text: 'codeExpired', expired: true }],
    ['invalid-multi-factor-session', 'confirm', { text: 'factor.timedOut', needsSignIn: true }],
    ['multi-factor-info-not-found', 'send', { text: 'factor.timedOut', needsSignIn: true }],
    ['user-disabled', 'confirm', { text: 'switchedOff', needsSignIn: true }],
    ['operation-not-allowed', 'send', { text: 'factor.switchedOff', needsSignIn: true }],
    ['too-many-requests', 'send', { text: 'manyCodes' }],
    ['too-many-requests', 'confirm', { text: 'tooManyAttempts' }],
    ['quota-exceeded', 'send', { text: 'noMoreMessages' }],
    ['captcha-check-failed', 'send', { text: 'captcha' }],
    ['network-request-failed', 'confirm', { text: 'networkTryAgain' }],
    ['internal-error', 'confirm', { text: 'generic' }],
  ] as const)('describes %s on %s', (code, doing, expected) => {
    expect(factorProblem(code, doing)).toEqual(expected)
  })
})
