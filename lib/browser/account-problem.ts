import { sentences } from '@/lib/contract/sentences'
import { passwordRules } from './account-rules'
import { readCloudFunctionError } from './sdk-error'
import type { Person } from './identity'
import type { SecondFactorChallenge } from './second-factor-challenge'

export type AccountAction =
  'name' | 'email' | 'password' | 'phone' | 'link' | 'unlink' | 'reauthenticate' | 'factor' | 'app'

export type AccountField = 'name' | 'email' | 'current' | 'next' | 'phone' | 'code'

/** `field`: the field with the error, or null. */
export type AccountProblem = {
  field: AccountField | null
  title: string
  text: string
  needsRecentSignIn?: true
  isSessionEnded?: true
  needsVerifiedEmail?: true
  /** A second factor is needed; `resume` continues afterwards. */
  secondFactor?: { challenge: SecondFactorChallenge; resume: () => Promise<AccountResult> }
}

/** A null problem: the user stopped it. */
export type AccountResult = { done: Person } | { problem: AccountProblem | null }

const notAvailable = 'This isn’t available.'
const unchanged = 'Nothing was changed.'

const generalProblem = (text: string, title = unchanged): AccountProblem => ({ field: null, title, text })
const problemAtField = (field: AccountField, text: string): AccountProblem => ({ field, title: unchanged, text })

export const fieldProblem = (field: AccountField, text: string | null): AccountProblem | null =>
  text === null ? null : problemAtField(field, text)

export const notLoaded = generalProblem(
  'Check your connection and try again.',
  'A network error has occurred. Nothing was changed.',
)

export const sessionEnded: AccountProblem = {
  ...generalProblem('Sign in again to continue. Nothing was changed.', sentences.expired),
  isSessionEnded: true,
}

export const lastMethod = generalProblem('It’s the only way into your account. Add another one first.')

const sessionEndedCode =
  /^(user-token-expired|invalid-user-token|user-disabled|user-not-found|null-user|no-current-user)$/
/** Such as "Resource has been exhausted (e.g. check quota)." */
const quotaExhausted = /exhausted/

const tooManyRequests = 'We’re getting too many requests right now. Please wait a few minutes, then try again.'
const tooManyPasswords = 'You have entered an incorrect password too many times. Please try again in a few minutes.'
const tooManyByAction: Partial<Record<AccountAction, string>> = {
  password: tooManyPasswords,
  reauthenticate: tooManyPasswords,
  phone: sentences.manyCodes,
  factor: sentences.manyCodes,
  app: 'Too many attempts. Please wait a few minutes, then try again.',
}
const textMessageActions = new Set<AccountAction>(['phone', 'factor'])
const factorActions = new Set<AccountAction>(['factor', 'app'])
const secondFactorsOff = generalProblem(
  'Two-step verification is switched off on this site at the moment.',
  notAvailable,
)
const keyExpired = generalProblem('That took too long, so this key is no longer valid. Start again to get a new one.')

const sameProblem = (codes: string[], problem: AccountProblem) =>
  Object.fromEntries(codes.map((code) => [code, problem]))

const problemOfCode: Record<string, AccountProblem> = {
  'email-already-in-use': problemAtField('email', 'The email address is already used by another account'),
  ...sameProblem(
    ['invalid-email', 'missing-email', 'invalid-new-email', 'missing-new-email'],
    problemAtField('email', sentences.wrongEmail),
  ),
  'weak-password': problemAtField('next', sentences.weakPassword),
  'missing-password': problemAtField('current', sentences.noPassword),
  ...sameProblem(['invalid-phone-number', 'missing-phone-number'], problemAtField('phone', sentences.wrongPhone)),
  ...sameProblem(
    ['invalid-verification-code', 'missing-verification-code'],
    problemAtField('code', sentences.wrongCode),
  ),
  ...sameProblem(['requires-recent-login', 'credential-too-old-login-again'], {
    ...generalProblem('You signed in a while ago, and this change needs a recent sign-in.'),
    needsRecentSignIn: true,
  }),
  'unverified-email': {
    ...generalProblem('Confirm your email address first, then add a second step.'),
    needsVerifiedEmail: true,
  },
  'unsupported-first-factor': generalProblem(
    'Two-step verification doesn’t work while you’re signed in by phone. Sign in another way, then come back here.',
    notAvailable,
  ),
  'unsupported-tenant-operation': secondFactorsOff,
  'second-factor-already-in-use': problemAtField('phone', 'This number is already a second step of your account.'),
  'maximum-second-factor-count-exceeded': generalProblem(
    'Your account can’t have any more second steps. Remove one first.',
  ),
  'totp-challenge-timeout': keyExpired,
  ...sameProblem(
    ['captcha-check-failed', 'invalid-app-credential', 'missing-app-credential'],
    generalProblem(sentences.captcha),
  ),
  ...sameProblem(
    ['network-request-failed', 'timeout'],
    generalProblem(
      'Check your connection. If you’re not sure whether it was changed, reload this page.',
      'A network error has occurred',
    ),
  ),
  'popup-blocked': generalProblem('Your browser didn’t open the window. Allow pop-ups for this site and press again.'),
  'user-cancelled': generalProblem('Please authorize the required permissions to sign in to the application'),
  'provider-already-linked': generalProblem('This is already part of your account. Reload this page to see it.'),
  ...sameProblem(
    ['no-such-provider', 'multi-factor-info-not-found'],
    generalProblem('This is no longer part of your account. Reload this page to see what is.'),
  ),
  'user-mismatch': generalProblem(
    'That isn’t the account you’re signed in with. Use the one that belongs to this account.',
  ),
  ...sameProblem(
    ['credential-already-in-use', 'account-exists-with-different-credential'],
    generalProblem('What you chose already belongs to another account here.'),
  ),
}

/** Problems worded by the kind of change. */
function problemOfChange(code: string, action: AccountAction): AccountProblem | undefined {
  switch (code) {
    case 'wrong-password':
    case 'invalid-credential':
    case 'invalid-login-credentials':
      return action === 'link'
        ? generalProblem('We couldn’t use that service’s answer. Please try again.')
        : problemAtField('current', "The email and password you entered don't match")
    case 'operation-not-allowed':
    case 'admin-restricted-operation':
    case 'unauthorized-domain':
    case 'unauthorized-continue-uri':
      return factorActions.has(action) ? secondFactorsOff : generalProblem('You can’t sign in this way on this site.')
    case 'code-expired':
    case 'session-expired':
    case 'invalid-verification-id':
      return action === 'app' ? keyExpired : problemAtField('phone', 'This code is no longer valid')
    case 'quota-exceeded':
      // The quota also covers passwords and emails.
      return generalProblem(
        textMessageActions.has(action)
          ? 'No more text messages can be sent at the moment. Please try again later.'
          : tooManyRequests,
      )
    case 'too-many-requests':
      return generalProblem(
        tooManyByAction[action] ?? 'That was a few too many tries. Please try again in a few minutes.',
      )
    default:
      return undefined
  }
}

/**
 * Translates an error of the identity service.
 * @param code without `auth/`
 * @param message only the rules for passwords and a custom sentence from a cloud function are shown
 * @returns null if the user closed a window
 */
export function accountProblem(code: string, action: AccountAction, message = ''): AccountProblem | null {
  const functionError = readCloudFunctionError(message)
  if (functionError) return generalProblem(functionError.message)
  if (/^(popup-closed-by-user|cancelled-popup-request|redirect-cancelled-by-user)$/.test(code)) return null
  if (sessionEndedCode.test(code)) return sessionEnded
  if (code === 'password-does-not-meet-requirements') return problemAtField('next', passwordRules(message))
  if (quotaExhausted.test(code)) return generalProblem(tooManyRequests)
  const known = problemOfChange(code, action) ?? (Object.hasOwn(problemOfCode, code) ? problemOfCode[code] : undefined)
  if (known) return known
  // The change may have been made.
  if (action === 'reauthenticate') return generalProblem(sentences.generic)
  return generalProblem('Reload this page to see whether it was changed, then try again.', 'Something went wrong.')
}
