import { describe, expect, test } from 'vitest'
import {
  factorAction,
  factorName,
  factorOf,
  factorProblem,
  maskedNumber,
  type Factor,
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
  expect([factorName(one), factorAction(one)]).toEqual([name, action])
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
    ['invalid-verification-code', 'confirm', { text: 'Wrong code. Try again.' }],
    ['code-expired', 'confirm', { text: expect.any(String), expired: true }],
    ['invalid-multi-factor-session', 'confirm', { text: expect.stringContaining('took too long'), needsSignIn: true }],
    ['multi-factor-info-not-found', 'send', { text: expect.stringContaining('sign in again'), needsSignIn: true }],
    ['user-disabled', 'confirm', { text: expect.stringContaining('switched off'), needsSignIn: true }],
    ['operation-not-allowed', 'send', { text: expect.stringContaining('switched off'), needsSignIn: true }],
    ['too-many-requests', 'send', { text: 'This phone number has been used too many times' }],
    ['too-many-requests', 'confirm', { text: 'Too many attempts. Please wait a few minutes, then try again.' }],
    ['quota-exceeded', 'send', { text: expect.stringContaining('No more text messages') }],
    ['captcha-check-failed', 'send', { text: expect.stringContaining('person') }],
    ['network-request-failed', 'confirm', { text: expect.stringContaining('network error') }],
    ['internal-error', 'confirm', { text: 'Something went wrong. Please try again.' }],
  ] as const)('describes %s on %s', (code, doing, expected) => {
    expect(factorProblem(code, doing)).toEqual(expected)
  })
})
