import { sentences } from '@/lib/contract/sentences'
import { functionError } from './sdk-error'
import type { Person } from './identity'
import type { Challenge } from './second-step'

export type Doing = 'name' | 'email' | 'password' | 'phone' | 'link' | 'unlink' | 'prove' | 'factor' | 'app'

export type AccountField = 'name' | 'email' | 'current' | 'next' | 'phone' | 'code'

/**
 * `field`: the field with the error, or null. `recent`: a fresh sign-in is needed first. `ended`: the session is
 * over.
 */
export type AccountProblem = {
  field: AccountField | null
  title: string
  text: string
  recent?: true
  ended?: true
  unverified?: true
  /** A second factor is needed; `go` continues afterwards. */
  second?: { challenge: Challenge; go: () => Promise<Outcome> }
}

/** A null problem means that the user stopped it. */
export type Outcome = { done: Person } | { problem: AccountProblem | null }

const notAvailable = 'This is not available.'
const keyTooOld = 'That took too long, so this key is no longer valid. Start again to get a new one.'
const unchanged = 'Nothing was changed.'

const said = (text: string, title = unchanged): AccountProblem => ({ field: null, title, text })
const at = (field: AccountField, text: string): AccountProblem => ({ field, title: unchanged, text })

export const fieldProblem = (field: AccountField, text: string | null): AccountProblem | null =>
  text === null ? null : at(field, text)

export const notLoaded = said(
  'Check your connection and try again.',
  'A network error has occurred. Nothing was changed.',
)

export const sessionEnded: AccountProblem = {
  ...said('Sign in again to go on. Nothing was changed.', sentences.expired),
  ended: true,
}

export const lastMethod = said('It is the only way into your account. Add another one first.')

const ended = /^(user-token-expired|invalid-user-token|user-disabled|user-not-found|null-user|no-current-user)$/
/** The user closed the window. */
const silent = /^(popup-closed-by-user|cancelled-popup-request|redirect-cancelled-by-user)$/
const wrongPassword = /^(wrong-password|invalid-credential|invalid-login-credentials)$/
const taken = /^(credential-already-in-use|account-exists-with-different-credential)$/
/** Such as "Resource has been exhausted (e.g. check quota)." */
const exhausted = /exhausted/
const notHere = /^(operation-not-allowed|admin-restricted-operation|unauthorized-domain|unauthorized-continue-uri)$/

const manyPeople = 'Too many people are asking at once. Please wait a few minutes, then try again.'
const manyPasswords = 'You have entered an incorrect password too many times. Please try again in a few minutes.'
const tooMany: Partial<Record<Doing, string>> = {
  password: manyPasswords,
  prove: manyPasswords,
  phone: sentences.manyCodes,
  factor: sentences.manyCodes,
  app: 'Too many attempts. Please wait a few minutes, then try again.',
}
const byText = new Set<Doing>(['phone', 'factor'])
const ofFactors = new Set<Doing>(['factor', 'app'])

/**
 * Translates an error of the identity service.
 * @param code without `auth/`
 * @param message only a custom sentence from a cloud function is shown
 * @returns null if the user closed a window
 */
export function accountProblem(code: string, doing: Doing, message = ''): AccountProblem | null {
  const own = functionError(message)
  if (own) return said(own.message)
  if (silent.test(code)) return null
  if (ended.test(code)) return sessionEnded
  if (wrongPassword.test(code)) {
    if (doing === 'link') return said('The answer of that service could not be used. Please try again.')
    return at('current', "The email and password you entered don't match")
  }
  if (taken.test(code)) {
    return said('What you chose already belongs to another account here.')
  }
  if (exhausted.test(code)) return said(manyPeople)
  if (notHere.test(code)) {
    if (ofFactors.has(doing)) return said('Second steps are switched off for this site at the moment.', notAvailable)
    return said('This way is not open on this site.')
  }
  switch (code) {
    case 'requires-recent-login':
    case 'credential-too-old-login-again':
      return { ...said('Your last sign-in is some time ago, and this change asks for a fresh one.'), recent: true }
    case 'email-already-in-use':
      return at('email', 'The email address is already used by another account')
    case 'invalid-email':
    case 'missing-email':
    case 'invalid-new-email':
    case 'missing-new-email':
      return at('email', sentences.wrongEmail)
    case 'weak-password':
    case 'password-does-not-meet-requirements':
      return at('next', sentences.weakPassword)
    case 'missing-password':
      return at('current', sentences.noPassword)
    case 'invalid-phone-number':
    case 'missing-phone-number':
      return at('phone', sentences.wrongPhone)
    case 'invalid-verification-code':
    case 'missing-verification-code':
      return at('code', sentences.wrongCode)
    case 'unverified-email':
      return { ...said('Confirm your email address first, then add a second step.'), unverified: true }
    case 'unsupported-first-factor':
      return said(
        'You are signed in by phone, and that cannot have a second step. Sign in another way, then come back here.',
        notAvailable,
      )
    case 'unsupported-tenant-operation':
      return said('Second steps are switched off for this site at the moment.', notAvailable)
    case 'second-factor-already-in-use':
      return at('phone', 'This number is a second step of your account already.')
    case 'maximum-second-factor-count-exceeded':
      return said('Your account has as many second steps as it can have. Remove one first.')
    case 'multi-factor-info-not-found':
      return said('It is no longer part of your account. Load this page again to see what is.')
    case 'totp-challenge-timeout':
      return said(keyTooOld)
    case 'code-expired':
    case 'session-expired':
    case 'invalid-verification-id':
      if (doing === 'app') return said(keyTooOld)
      return at('phone', 'This code is no longer valid')
    case 'captcha-check-failed':
    case 'invalid-app-credential':
    case 'missing-app-credential':
      return said(sentences.captcha)
    case 'quota-exceeded':
      // The quota also covers passwords and emails.
      return said(
        byText.has(doing) ? 'No more text messages can be sent at the moment. Please try again later.' : manyPeople,
      )
    case 'too-many-requests':
      return said(tooMany[doing] ?? 'That was a little too often. Please try again in a few minutes.')
    case 'network-request-failed':
    case 'timeout':
      return said(
        'Check your connection. If you are not sure whether it was changed, load this page again.',
        'A network error has occurred',
      )
    case 'popup-blocked':
      return said('Your browser did not open the window. Allow pop-ups for this site and press again.')
    case 'user-cancelled':
      return said('Please authorize the required permissions to sign in to the application')
    case 'provider-already-linked':
      return said('It already is part of your account. Load this page again to see it.')
    case 'no-such-provider':
      return said('It is no longer part of your account. Load this page again to see what is.')
    case 'user-mismatch':
      return said('That is another account than the one you are signed in with. Use the one of this account.')
    default:
      // The change may have been made before the failure; a proof changes nothing.
      if (doing === 'prove') return said(sentences.generic)
      return said('Load this page again to see whether it was changed, then try again.', 'Something went wrong.')
  }
}
