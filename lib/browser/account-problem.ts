import { sentences } from '@/lib/contract/sentences'
import { functionError } from './sdk-error'
import type { Person } from './identity'
import type { Challenge } from './second-step'

export type Doing = 'name' | 'email' | 'password' | 'phone' | 'link' | 'unlink' | 'reauthenticate' | 'factor' | 'app'

export type AccountField = 'name' | 'email' | 'current' | 'next' | 'phone' | 'code'

/** `field`: the field with the error, or null. `recent`: a fresh sign-in is needed. `ended`: the session is over. */
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

/** A null problem: the user stopped it. */
export type Outcome = { done: Person } | { problem: AccountProblem | null }

const notAvailable = 'This isn’t available.'
const unchanged = 'Nothing was changed.'

const general = (text: string, title = unchanged): AccountProblem => ({ field: null, title, text })
const atField = (field: AccountField, text: string): AccountProblem => ({ field, title: unchanged, text })

export const fieldProblem = (field: AccountField, text: string | null): AccountProblem | null =>
  text === null ? null : atField(field, text)

export const notLoaded = general(
  'Check your connection and try again.',
  'A network error has occurred. Nothing was changed.',
)

export const sessionEnded: AccountProblem = {
  ...general('Sign in again to continue. Nothing was changed.', sentences.expired),
  ended: true,
}

export const lastMethod = general('It’s the only way into your account. Add another one first.')

const ended = /^(user-token-expired|invalid-user-token|user-disabled|user-not-found|null-user|no-current-user)$/
/** Such as "Resource has been exhausted (e.g. check quota)." */
const exhausted = /exhausted/

const manyPeople = 'We’re getting too many requests right now. Please wait a few minutes, then try again.'
const manyPasswords = 'You have entered an incorrect password too many times. Please try again in a few minutes.'
const tooMany: Partial<Record<Doing, string>> = {
  password: manyPasswords,
  reauthenticate: manyPasswords,
  phone: sentences.manyCodes,
  factor: sentences.manyCodes,
  app: 'Too many attempts. Please wait a few minutes, then try again.',
}
const byText = new Set<Doing>(['phone', 'factor'])
const ofFactors = new Set<Doing>(['factor', 'app'])
const factorsOff = general('Second steps are switched off for this site at the moment.', notAvailable)
const keyTooOld = general('That took too long, so this key is no longer valid. Start again to get a new one.')

const all = (codes: string[], problem: AccountProblem) => Object.fromEntries(codes.map((code) => [code, problem]))

const problemOfCode: Record<string, AccountProblem> = {
  'email-already-in-use': atField('email', 'The email address is already used by another account'),
  ...all(
    ['invalid-email', 'missing-email', 'invalid-new-email', 'missing-new-email'],
    atField('email', sentences.wrongEmail),
  ),
  ...all(['weak-password', 'password-does-not-meet-requirements'], atField('next', sentences.weakPassword)),
  'missing-password': atField('current', sentences.noPassword),
  ...all(['invalid-phone-number', 'missing-phone-number'], atField('phone', sentences.wrongPhone)),
  ...all(['invalid-verification-code', 'missing-verification-code'], atField('code', sentences.wrongCode)),
  ...all(['requires-recent-login', 'credential-too-old-login-again'], {
    ...general('You signed in a while ago, and this change needs a recent sign-in.'),
    recent: true,
  }),
  'unverified-email': {
    ...general('Confirm your email address first, then add a second step.'),
    unverified: true,
  },
  'unsupported-first-factor': general(
    'You’re signed in by phone, which can’t have a second step. Sign in another way, then come back here.',
    notAvailable,
  ),
  'unsupported-tenant-operation': factorsOff,
  'second-factor-already-in-use': atField('phone', 'This number is already a second step of your account.'),
  'maximum-second-factor-count-exceeded': general('Your account can’t have any more second steps. Remove one first.'),
  'totp-challenge-timeout': keyTooOld,
  ...all(['captcha-check-failed', 'invalid-app-credential', 'missing-app-credential'], general(sentences.captcha)),
  ...all(
    ['network-request-failed', 'timeout'],
    general(
      'Check your connection. If you’re not sure whether it was changed, reload this page.',
      'A network error has occurred',
    ),
  ),
  'popup-blocked': general('Your browser didn’t open the window. Allow pop-ups for this site and press again.'),
  'user-cancelled': general('Please authorize the required permissions to sign in to the application'),
  'provider-already-linked': general('It’s already part of your account. Reload this page to see it.'),
  ...all(
    ['no-such-provider', 'multi-factor-info-not-found'],
    general('It’s no longer part of your account. Reload this page to see what is.'),
  ),
  'user-mismatch': general('That isn’t the account you’re signed in with. Use the one that belongs to this account.'),
  ...all(
    ['credential-already-in-use', 'account-exists-with-different-credential'],
    general('What you chose already belongs to another account here.'),
  ),
}

/** Problems worded by the kind of change. */
function problemOfChange(code: string, doing: Doing): AccountProblem | undefined {
  switch (code) {
    case 'wrong-password':
    case 'invalid-credential':
    case 'invalid-login-credentials':
      return doing === 'link'
        ? general('We couldn’t use that service’s answer. Please try again.')
        : atField('current', "The email and password you entered don't match")
    case 'operation-not-allowed':
    case 'admin-restricted-operation':
    case 'unauthorized-domain':
    case 'unauthorized-continue-uri':
      return ofFactors.has(doing) ? factorsOff : general('You can’t sign in this way on this site.')
    case 'code-expired':
    case 'session-expired':
    case 'invalid-verification-id':
      return doing === 'app' ? keyTooOld : atField('phone', 'This code is no longer valid')
    case 'quota-exceeded':
      // The quota also covers passwords and emails.
      return general(
        byText.has(doing) ? 'No more text messages can be sent at the moment. Please try again later.' : manyPeople,
      )
    case 'too-many-requests':
      return general(tooMany[doing] ?? 'That was a few too many tries. Please try again in a few minutes.')
    default:
      return undefined
  }
}

/**
 * Translates an error of the identity service.
 * @param code without `auth/`
 * @param message only a custom sentence from a cloud function is shown
 * @returns null if the user closed a window
 */
export function accountProblem(code: string, doing: Doing, message = ''): AccountProblem | null {
  const own = functionError(message)
  if (own) return general(own.message)
  if (/^(popup-closed-by-user|cancelled-popup-request|redirect-cancelled-by-user)$/.test(code)) return null
  if (ended.test(code)) return sessionEnded
  if (exhausted.test(code)) return general(manyPeople)
  const known = problemOfChange(code, doing) ?? (Object.hasOwn(problemOfCode, code) ? problemOfCode[code] : undefined)
  if (known) return known
  // The change may have been made.
  if (doing === 'reauthenticate') return general(sentences.generic)
  return general('Reload this page to see whether it was changed, then try again.', 'Something went wrong.')
}
