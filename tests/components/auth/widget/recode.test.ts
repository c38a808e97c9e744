import { describe, expect, test } from 'vitest'
import { sentences } from '@/components/auth/widget/error-words'
import { passes, recode } from '@/components/auth/widget/recode'

const raw = (code: string, message?: string, more: object = {}) =>
  Object.assign(new Error(message ?? `Firebase: Error (${code}).`), { name: 'FirebaseError', code, ...more })
const plain = { call: 'signInWithPopup', between: false, password: false, codeless: false }
const said = (cause: unknown, moment: Partial<typeof plain> = {}) =>
  recode(cause, { ...plain, ...moment }) as { code: string; message: string }

describe('what the widget words itself is left alone', () => {
  test.each([
    'account-exists-with-different-credential',
    'cancelled-popup-request',
    'code-expired',
    'credential-already-in-use',
    'email-already-in-use',
    'expired-action-code',
    'invalid-action-code',
    'network-request-failed',
    'popup-blocked',
    'popup-closed-by-user',
    'user-cancelled',
    'user-not-found',
    'weak-password',
    'wrong-password',
  ])('auth/%s', (name) => {
    const cause = raw(`auth/${name}`)
    expect(recode(cause, plain)).toBe(cause)
  })
})

describe('nothing raw is shown', () => {
  test.each([
    ['auth/user-disabled', /switched off/],
    ['auth/unsupported-first-factor', /use another way/],
    ['auth/multi-factor-auth-required', /could not be started/],
    ['auth/quota-exceeded', /wait a few minutes/],
    ['auth/admin-restricted-operation', /New accounts cannot be made/],
    ['auth/operation-not-allowed', /switched off/],
    ['auth/internal-error', /^Something went wrong. Please try again.$/],
    ['auth/nobody-knows-this', /^Something went wrong. Please try again.$/],
    ['auth/unauthorized-domain', /may not sign people in/],
    ['auth/web-storage-unsupported', /does not support Web Storage/],
  ])('%s reads %s and keeps its code', (code, sentence) => {
    const answer = said(raw(code))
    expect(answer.code).toBe(code)
    expect(answer.message).toMatch(sentence)
    expect(answer.message).not.toMatch(/Firebase|auth\//)
  })

  test('what the error carries beside its words stays with it', () => {
    const credential = { providerId: 'google.com' }
    expect(said(raw('auth/invalid-email', undefined, { credential, email: 'a@x.test' }))).toMatchObject({
      credential,
      email: 'a@x.test',
    })
  })

  test.each(['text', null, { code: 5 }])('%s is no error of the provider', (cause) => {
    expect(recode(cause, plain)).toBe(cause)
  })

  test('nor what an answer that nobody expected breaks in the SDK', () => {
    const answer = recode(new TypeError("Cannot read properties of undefined (reading 'length')"), plain)
    expect(answer).toMatchObject({ message: 'Something went wrong. Please try again.' })
  })
})

describe('too many requests', () => {
  test.each([
    ['signInWithEmailAndPassword', true, 'auth/too-many-requests', null],
    ['createUserWithEmailAndPassword', true, 'auth/too-many-requests', null],
    ['linkWithCredential', true, 'auth/too-many-requests', null],
    ['signInWithPhoneNumber', false, 'auth/too-many-requests', null],
    ['linkWithPhoneNumber', false, 'auth/too-many-requests', null],
    ['confirm', false, 'auth/quota-exceeded', sentences.phoneRequests],
    ['sendPasswordResetEmail', false, 'auth/quota-exceeded', sentences.manyRequests],
    ['sendSignInLinkToEmail', false, 'auth/quota-exceeded', sentences.manyRequests],
    ['signInWithPopup', false, 'auth/quota-exceeded', sentences.manyRequests],
  ])('%s', (call, password, code, message) => {
    const answer = said(raw('auth/too-many-requests'), { call, password })
    expect(answer.code).toBe(code)
    if (message) expect(answer.message).toBe(message)
  })
})

describe('a token that is invalid or has expired', () => {
  test.each([
    raw('auth/user-token-expired'),
    raw('auth/invalid-user-token'),
    raw('auth/requires-recent-login'),
    raw('auth/invalid-oauth-access-token'),
    raw('auth/internal-error', 'Firebase: {"error":{"code":400,"message":"INVALID_ID_TOKEN"}} (auth/internal-error).'),
    raw('auth/invalid-credential', 'Firebase: INVALID_IDP_RESPONSE: Invalid access_token (auth/invalid-credential).'),
  ])('%s', (cause) => {
    expect(said(cause).message).toBe('Your sign-in session has expired. Please try again.')
    // Between two pages the widget has to read the provider's answer of old, and says the same.
    const answer = JSON.parse(said(cause, { between: true }).message) as { error: { message: string } }
    expect(answer.error.message.toLowerCase()).toMatch(/invalid.+(access|id)_token/)
  })
})

test.each([
  ['auth/invalid-credential', true, 'auth/wrong-password'],
  ['auth/invalid-login-credentials', true, 'auth/wrong-password'],
  ['auth/invalid-credential', false, 'auth/invalid-credential'],
  ['auth/invalid-verification-id', false, 'auth/code-expired'],
  ['auth/timeout', false, 'auth/network-request-failed'],
  ['auth/the-service-is-currently-unavailable.', false, 'auth/network-request-failed'],
  ['auth/deadline-exceeded', false, 'auth/network-request-failed'],
])('%s (password: %s) counts as %s', (code, password, as) => {
  expect(said(raw(code), { password }).code).toBe(as)
})

test.each(['auth/resource-exhausted', 'auth/resource-has-been-exhausted-(e.g.-check-quota).'])(
  '%s is told as a wait, and a link is not spent by it',
  (code) => {
    expect(said(raw(code)).message).toMatch(/wait a few minutes/)
    expect(passes(said(raw(code)))).toBe(true)
  },
)

test('a provider at which consent was refused', () => {
  const cause = raw('auth/invalid-credential', 'Firebase: … error=consent_required … (auth/invalid-credential).')
  expect(said(cause).code).toBe('auth/user-cancelled')
})

test('what a cloud function said is read out of its JSON', () => {
  const answer = '{"error":{"message":"Only members may sign in.","status":"PERMISSION_DENIED"}}'
  const cause = raw(
    'auth/internal-error',
    `Firebase: HTTP Cloud Function returned an error: ${answer} (auth/internal-error).`,
  )
  expect(said(cause).message).toBe('Only members may sign in.')
  expect(passes(said(cause))).toBe(false)
})

test.each([
  ['confirmPasswordReset', 'auth/weak-password'],
  ['createUserWithEmailAndPassword', 'auth/password-does-not-meet-requirements'],
])('rules for passwords at %s', (call, code) => {
  const rules = 'Missing password requirements: [Password must contain a digit, Password must be longer]'
  const answer = said(raw('auth/password-does-not-meet-requirements', `Firebase: ${rules} (auth/…).`), { call })
  expect(answer.code).toBe(code)
  if (call.startsWith('create')) {
    expect(answer.message).toBe(
      'This password does not fit the rules. Password must contain a digit. Password must be longer',
    )
  }
})

test('an action without its code', () => {
  expect(said(raw('auth/internal-error'), { codeless: true }).code).toBe('auth/invalid-action-code')
})

test.each([
  ['auth/network-request-failed', true],
  ['auth/internal-error', true],
  ['auth/quota-exceeded', true],
  ['auth/invalid-action-code', false],
  ['auth/expired-action-code', false],
  ['auth/weak-password', false],
  ['auth/user-disabled', false],
])('%s may pass: %s', (code, may) => expect(passes(raw(code))).toBe(may))
