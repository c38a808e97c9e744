import type { IdentitySentence, ProblemText } from './account-rules'
import { readCloudFunctionError, rowOfCode } from './sdk-error'
import type { Person } from './identity'
import type { SecondFactorChallenge } from './second-factor-challenge'

export type AccountAction =
  'name' | 'email' | 'password' | 'phone' | 'link' | 'unlink' | 'reauthenticate' | 'factor' | 'app'

export type AccountField = 'name' | 'email' | 'current' | 'next' | 'phone' | 'code'

/** `field`: the field with the error, or null. */
export type AccountProblem = {
  field: AccountField | null
  title: IdentitySentence
  text: ProblemText
  needsRecentSignIn?: true
  isSessionEnded?: true
  needsVerifiedEmail?: true
  /** A second factor is needed; `resume` continues afterwards. */
  secondFactor?: { challenge: SecondFactorChallenge; resume: () => Promise<AccountResult> }
}

/** A null problem: the user stopped it. */
export type AccountResult = { done: Person } | { problem: AccountProblem | null }

const unchanged = 'problem.unchangedTitle'

const generalProblem = (text: ProblemText, title: IdentitySentence = unchanged): AccountProblem => ({
  field: null,
  title,
  text,
})
const problemAtField = (field: AccountField, text: ProblemText): AccountProblem => ({ field, title: unchanged, text })

export const fieldProblem = (field: AccountField, text: IdentitySentence | null): AccountProblem | null =>
  text === null ? null : problemAtField(field, text)

export const notLoaded = generalProblem('problem.checkConnection', 'problem.networkUnchangedTitle')

export const sessionEnded: AccountProblem = {
  ...generalProblem('problem.sessionEnded', 'expired'),
  isSessionEnded: true,
}

export const lastMethod = generalProblem('problem.lastMethod')

export const secondStepNeeded = (secondFactor: NonNullable<AccountProblem['secondFactor']>): AccountProblem => ({
  ...generalProblem('problem.needsRecent'),
  secondFactor,
})

/** Such as "Resource has been exhausted (e.g. check quota)." */
const quotaExhausted = /exhausted/

const tooManyByAction: Partial<Record<AccountAction, IdentitySentence>> = {
  password: 'tooManyPasswords',
  reauthenticate: 'tooManyPasswords',
  phone: 'manyCodes',
  factor: 'manyCodes',
  app: 'tooManyAttempts',
}
const secondFactorsOff = generalProblem('problem.factorsOff', 'problem.notAvailableTitle')
const keyExpired = generalProblem('problem.keyExpired')

/** By codes without `auth/`; null if the user closed a window. */
const problems: [codes: string, AccountProblem | null | ((action: AccountAction) => AccountProblem)][] = [
  ['popup-closed-by-user cancelled-popup-request redirect-cancelled-by-user', null],
  ['user-token-expired invalid-user-token user-disabled user-not-found null-user no-current-user', sessionEnded],
  ['email-already-in-use', problemAtField('email', 'emailInUse')],
  ['invalid-email missing-email invalid-new-email missing-new-email', problemAtField('email', 'wrongEmail')],
  ['weak-password', problemAtField('next', 'weakPassword')],
  ['missing-password', problemAtField('current', 'noPassword')],
  [
    'wrong-password invalid-credential invalid-login-credentials',
    (action) =>
      action === 'link' ? generalProblem('problem.serviceAnswer') : problemAtField('current', 'wrongPassword'),
  ],
  ['invalid-phone-number missing-phone-number', problemAtField('phone', 'wrongPhone')],
  ['invalid-verification-code missing-verification-code', problemAtField('code', 'wrongCode')],
  [
    'code-expired session-expired invalid-verification-id',
    (action) => (action === 'app' ? keyExpired : problemAtField('phone', 'codeExpired')),
  ],
  [
    'requires-recent-login credential-too-old-login-again',
    { ...generalProblem('problem.needsRecent'), needsRecentSignIn: true },
  ],
  ['unverified-email', { ...generalProblem('problem.confirmEmailFirst'), needsVerifiedEmail: true }],
  [
    'operation-not-allowed admin-restricted-operation unauthorized-domain unauthorized-continue-uri',
    (action) => (action === 'factor' || action === 'app' ? secondFactorsOff : generalProblem('problem.wayOff')),
  ],
  ['unsupported-first-factor', generalProblem('problem.phoneFirst', 'problem.notAvailableTitle')],
  ['unsupported-tenant-operation', secondFactorsOff],
  ['second-factor-already-in-use', problemAtField('phone', 'problem.numberInUse')],
  ['maximum-second-factor-count-exceeded', generalProblem('problem.tooManyFactors')],
  ['totp-challenge-timeout', keyExpired],
  ['captcha-check-failed invalid-app-credential missing-app-credential', generalProblem('captcha')],
  ['network-request-failed timeout', generalProblem('problem.networkUnsure', 'network')],
  [
    'quota-exceeded',
    // The quota also covers passwords and emails.
    (action) => generalProblem(action === 'phone' || action === 'factor' ? 'noMoreMessages' : 'tooManyRequests'),
  ],
  ['too-many-requests', (action) => generalProblem(tooManyByAction[action] ?? 'problem.tooManyTries')],
  ['popup-blocked', generalProblem('problem.popupBlocked')],
  ['user-cancelled', generalProblem('userCancelled')],
  ['provider-already-linked', generalProblem('problem.alreadyLinked')],
  ['no-such-provider multi-factor-info-not-found', generalProblem('problem.noLongerLinked')],
  ['user-mismatch', generalProblem('problem.otherAccount')],
  ['credential-already-in-use account-exists-with-different-credential', generalProblem('problem.belongsToOther')],
]

/** @param message only the rules for passwords and a custom sentence from a cloud function are shown */
export function accountProblem(code: string, action: AccountAction, message = ''): AccountProblem | null {
  const functionError = readCloudFunctionError(message)
  if (functionError) return generalProblem(functionError.message === null ? 'refused' : { own: functionError.message })
  if (code === 'password-does-not-meet-requirements') return problemAtField('next', { rules: message })
  if (quotaExhausted.test(code)) return generalProblem('tooManyRequests')
  const known = rowOfCode(problems, code)
  if (known !== undefined) return typeof known === 'function' ? known(action) : known
  // The change may have been made.
  if (action === 'reauthenticate') return generalProblem('generic')
  return generalProblem('problem.reload', 'problem.wrongTitle')
}
