import type { IdentitySentence, ProblemText } from './account-rules'
import { readCloudFunctionError } from './sdk-error'
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

/** `resume` continues after the second step. */
export const secondStepNeeded = (secondFactor: NonNullable<AccountProblem['secondFactor']>): AccountProblem => ({
  ...generalProblem('problem.needsRecent'),
  secondFactor,
})

const sessionEndedCode =
  /^(user-token-expired|invalid-user-token|user-disabled|user-not-found|null-user|no-current-user)$/
/** Such as "Resource has been exhausted (e.g. check quota)." */
const quotaExhausted = /exhausted/

const tooManyByAction: Partial<Record<AccountAction, IdentitySentence>> = {
  password: 'tooManyPasswords',
  reauthenticate: 'tooManyPasswords',
  phone: 'manyCodes',
  factor: 'manyCodes',
  app: 'tooManyAttempts',
}
const textMessageActions = new Set<AccountAction>(['phone', 'factor'])
const factorActions = new Set<AccountAction>(['factor', 'app'])
const secondFactorsOff = generalProblem('problem.factorsOff', 'problem.notAvailableTitle')
const keyExpired = generalProblem('problem.keyExpired')

const sameProblem = (codes: string[], problem: AccountProblem) =>
  Object.fromEntries(codes.map((code) => [code, problem]))

const problemOfCode: Record<string, AccountProblem> = {
  'email-already-in-use': problemAtField('email', 'emailInUse'),
  ...sameProblem(
    ['invalid-email', 'missing-email', 'invalid-new-email', 'missing-new-email'],
    problemAtField('email', 'wrongEmail'),
  ),
  'weak-password': problemAtField('next', 'weakPassword'),
  'missing-password': problemAtField('current', 'noPassword'),
  ...sameProblem(['invalid-phone-number', 'missing-phone-number'], problemAtField('phone', 'wrongPhone')),
  ...sameProblem(['invalid-verification-code', 'missing-verification-code'], problemAtField('code', 'wrongCode')),
  ...sameProblem(['requires-recent-login', 'credential-too-old-login-again'], {
    ...generalProblem('problem.needsRecent'),
    needsRecentSignIn: true,
  }),
  'unverified-email': { ...generalProblem('problem.confirmEmailFirst'), needsVerifiedEmail: true },
  'unsupported-first-factor': generalProblem('problem.phoneFirst', 'problem.notAvailableTitle'),
  'unsupported-tenant-operation': secondFactorsOff,
  'second-factor-already-in-use': problemAtField('phone', 'problem.numberInUse'),
  'maximum-second-factor-count-exceeded': generalProblem('problem.tooManyFactors'),
  'totp-challenge-timeout': keyExpired,
  ...sameProblem(
    ['captcha-check-failed', 'invalid-app-credential', 'missing-app-credential'],
    generalProblem('captcha'),
  ),
  ...sameProblem(['network-request-failed', 'timeout'], generalProblem('problem.networkUnsure', 'network')),
  'popup-blocked': generalProblem('problem.popupBlocked'),
  'user-cancelled': generalProblem('userCancelled'),
  'provider-already-linked': generalProblem('problem.alreadyLinked'),
  ...sameProblem(['no-such-provider', 'multi-factor-info-not-found'], generalProblem('problem.noLongerLinked')),
  'user-mismatch': generalProblem('problem.otherAccount'),
  ...sameProblem(
    ['credential-already-in-use', 'account-exists-with-different-credential'],
    generalProblem('problem.belongsToOther'),
  ),
}

/** Problems worded by the kind of change. */
function problemOfChange(code: string, action: AccountAction): AccountProblem | undefined {
  switch (code) {
    case 'wrong-password':
    case 'invalid-credential':
    case 'invalid-login-credentials':
      return action === 'link' ? generalProblem('problem.serviceAnswer') : problemAtField('current', 'wrongPassword')
    case 'operation-not-allowed':
    case 'admin-restricted-operation':
    case 'unauthorized-domain':
    case 'unauthorized-continue-uri':
      return factorActions.has(action) ? secondFactorsOff : generalProblem('problem.wayOff')
    case 'code-expired':
    case 'session-expired':
    case 'invalid-verification-id':
      return action === 'app' ? keyExpired : problemAtField('phone', 'codeExpired')
    case 'quota-exceeded':
      // The quota also covers passwords and emails.
      return generalProblem(textMessageActions.has(action) ? 'noMoreMessages' : 'tooManyRequests')
    case 'too-many-requests':
      return generalProblem(tooManyByAction[action] ?? 'problem.tooManyTries')
    default:
      return undefined
  }
}

/**
 * What an error of the identity service means.
 * @param code without `auth/`
 * @param message only the rules for passwords and a custom sentence from a cloud function are shown
 * @returns null if the user closed a window
 */
export function accountProblem(code: string, action: AccountAction, message = ''): AccountProblem | null {
  const functionError = readCloudFunctionError(message)
  if (functionError) return generalProblem(functionError.message === null ? 'refused' : { own: functionError.message })
  if (/^(popup-closed-by-user|cancelled-popup-request|redirect-cancelled-by-user)$/.test(code)) return null
  if (sessionEndedCode.test(code)) return sessionEnded
  if (code === 'password-does-not-meet-requirements') return problemAtField('next', { rules: message })
  if (quotaExhausted.test(code)) return generalProblem('tooManyRequests')
  const known = problemOfChange(code, action) ?? (Object.hasOwn(problemOfCode, code) ? problemOfCode[code] : undefined)
  if (known) return known
  // The change may have been made.
  if (action === 'reauthenticate') return generalProblem('generic')
  return generalProblem('problem.reload', 'problem.wrongTitle')
}
