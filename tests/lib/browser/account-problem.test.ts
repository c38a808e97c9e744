import { describe, expect, test } from 'vitest'
import { accountProblem as problemOf, type AccountField, type AccountAction } from '@/lib/browser/account-problem'
import { wordsOf } from '@/lib/browser/account-rules'
import { translatorOf } from '@/lib/i18n/messages'

const t = await translatorOf('en', 'identity')

/** In English. */
function accountProblem(...given: Parameters<typeof problemOf>) {
  const problem = problemOf(...given)
  const words = (text: Parameters<typeof wordsOf>[0]) => wordsOf(text, t, 'en')
  return problem && { ...problem, title: words(problem.title), text: words(problem.text) }
}

describe('messages of the specification, word for word', () => {
  test.each<[string, AccountAction, string, AccountField | null]>([
    ['email-already-in-use', 'email', 'The email address is already used by another account', 'email'],
    [
      'too-many-requests',
      'password',
      'You have entered an incorrect password too many times. Please try again in a few minutes.',
      null,
    ],
    [
      'too-many-requests',
      'reauthenticate',
      'You have entered an incorrect password too many times. Please try again in a few minutes.',
      null,
    ],
    ['too-many-requests', 'phone', 'This phone number has been used too many times', null],
    ['user-cancelled', 'link', 'Please authorize the required permissions to sign in to the application', null],
    [
      'weak-password',
      'password',
      'Strong passwords have at least 6 characters and a mix of letters and numbers',
      'next',
    ],
    ['wrong-password', 'password', "The email and password you entered don't match", 'current'],
    ['invalid-credential', 'reauthenticate', "The email and password you entered don't match", 'current'],
    ['invalid-verification-code', 'phone', 'Wrong code. Try again.', 'code'],
    ['code-expired', 'phone', 'This code is no longer valid', 'phone'],
    ['invalid-email', 'email', "That email address isn't correct", 'email'],
    ['missing-password', 'password', 'Enter your password', 'current'],
  ])('%s at %s', (code, doing, text, field) => {
    expect(accountProblem(code, doing)).toMatchObject({ text, field, title: 'Nothing was changed.' })
  })

  test('does not exaggerate a lost connection', () => {
    const problem = accountProblem('network-request-failed', 'name')
    expect(problem?.title).toBe('A network error has occurred')
    expect(problem?.text).not.toContain('Nothing was changed')
  })
  test.each(['user-token-expired', 'user-disabled'])('ends the session after %s', (code) => {
    expect(accountProblem(code, 'name')).toMatchObject({
      isSessionEnded: true,
      title: 'Your sign-in session has expired. Please try again.',
    })
  })
})

test('asks for a recent sign-in', () => {
  expect(accountProblem('requires-recent-login', 'email')).toMatchObject({ needsRecentSignIn: true, field: null })
})

test('shows no message for a closed window', () => {
  expect(accountProblem('popup-closed-by-user', 'link')).toBeNull()
})

test.each([
  ['credential-already-in-use', /belongs to another account/],
  ['provider-already-linked', /already part of your account/],
  ['no-such-provider', /no longer part/],
  ['user-mismatch', /isn’t the account you’re signed in with/],
  ['popup-blocked', /Allow pop-ups/],
  ['operation-not-allowed', /can’t sign in this way on this site/],
  ['quota-exceeded', /too many requests right now/],
  ['resource-has-been-exhausted-(e.g.-check-quota).', /too many requests right now/],
  ['captcha-check-failed', /check that you’re a person/],
])('explains what to do after %s', (code, sentence) => {
  const problem = accountProblem(code, 'link')
  expect(problem?.text).toMatch(sentence)
  expect(problem?.text).not.toContain('auth/')
})

test.each(['internal-error', ''])('reports an unknown outcome for %j', (code) => {
  const text = 'Reload this page to see whether it was changed, then try again.'
  expect(accountProblem(code, 'link')).toEqual({ field: null, title: 'Something went wrong.', text })
  expect(accountProblem(code, 'reauthenticate')?.title).toBe('Nothing was changed.')
})

test('does not blame the password for another service’s error', () => {
  expect(accountProblem('invalid-credential', 'link')).toMatchObject({ field: null })
})

test('names the password rules', () => {
  const message = 'Firebase: Missing password requirements: [Password must contain at least 10 characters] (auth/…).'
  expect(accountProblem('password-does-not-meet-requirements', 'password', message)).toMatchObject({
    field: 'next',
    text: 'This password doesn’t meet the rules. It needs at least 10 characters.',
  })
})

test('shows the message of a project’s function', () => {
  const message =
    'Firebase: HTTP Cloud Function returned an error: {"error":{"message":"Ask your clinic first.","status":"PERMISSION_DENIED"}} (auth/internal-error).'
  expect(accountProblem('internal-error', 'email', message)?.text).toBe('Ask your clinic first.')
})
