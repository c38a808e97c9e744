import { sentences } from '@/lib/contract/sentences'
import { functionError } from './sdk-error'
import type { Person } from './identity'
import type { Challenge } from './second-step'

/** What was to be done when the identity service refused; it decides what "too many" is about. */
export type Doing = 'name' | 'email' | 'password' | 'phone' | 'link' | 'unlink' | 'prove' | 'factor' | 'app'

/** The field that a sentence belongs to. */
export type AccountField = 'name' | 'email' | 'current' | 'next' | 'phone' | 'code'

/**
 * Why a change of the account was not made. `field` names what was typed wrong, null where it is not about
 * a field; `recent`: the provider wants a fresh sign-in first; `ended`: nobody is signed in any more.
 */
export type AccountProblem = {
  field: AccountField | null
  title: string
  text: string
  recent?: true
  ended?: true
  /** The address has to be confirmed first. */
  unverified?: true
  /** The account's second factor is asked for; `go` does the rest afterwards. */
  second?: { challenge: Challenge; go: () => Promise<Outcome> }
}

/** What became of a change. A problem of null means that the person stopped it, and nothing is to be said. */
export type Outcome = { done: Person } | { problem: AccountProblem | null }

const notAvailable = 'This is not available.'
const keyTooOld = 'That took too long, so this key is no longer valid. Start again to get a new one.'
const unchanged = 'Nothing was changed.'

const said = (text: string, title = unchanged): AccountProblem => ({ field: null, title, text })
const at = (field: AccountField, text: string): AccountProblem => ({ field, title: unchanged, text })

/** A field that was filled in wrong, before anything was sent. */
export const fieldProblem = (field: AccountField, text: string | null): AccountProblem | null =>
  text === null ? null : at(field, text)

/** What the change needs could not be loaded, so that nothing was asked of the provider. */
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
/** The person closed the window, or pressed something else: nothing to say. */
const silent = /^(popup-closed-by-user|cancelled-popup-request|redirect-cancelled-by-user)$/
const wrongPassword = /^(wrong-password|invalid-credential|invalid-login-credentials)$/
const taken = /^(credential-already-in-use|account-exists-with-different-credential)$/
/** A service that has too many to answer says so in words: "Resource has been exhausted (e.g. check quota)." */
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
 * A refusal of the identity service in words.
 * @param code the SDK's, without `auth/`
 * @param message the SDK's, of which nothing is shown but what a function of the project's own says
 * @returns null where there is nothing to say, because the person closed a window themselves
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
      // The provider counts passwords and e-mails, too.
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
      // The service may have made the change before it failed; a proof changes nothing.
      if (doing === 'prove') return said(sentences.generic)
      return said('Load this page again to see whether it was changed, then try again.', 'Something went wrong.')
  }
}
