import type { Auth, MultiFactorInfo, PhoneInfoOptions } from 'firebase/auth'
import type { SecondFactor } from '@/lib/contract/sign-in'
import { isolate, type Locale } from '@/lib/locales'
import { isoTime, type IdentityWords, type ProblemText } from './account-rules'
import type * as AccountSdk from './account-sdk'
import { readCloudFunctionError, rowOfCode } from './sdk-error'

export type Factor = {
  id: string
  kind: SecondFactor
  name: string | null
  /** Complete on the profile, masked at sign-in. */
  phone: string | null
  /** ISO 8601. */
  addedAt: string | null
}

export const secondFactorRequired = 'auth/multi-factor-auth-required'

type Enrolled = Pick<MultiFactorInfo, 'uid' | 'displayName' | 'enrollmentTime'> & {
  factorId: string
  phoneNumber?: string
}

export const factorOf = (info: Enrolled): Factor => ({
  id: info.uid,
  kind: info.factorId === 'phone' ? 'phone' : 'totp',
  name: info.displayName?.trim() || null,
  phone: info.phoneNumber ?? null,
  addedAt: isoTime(info.enrollmentTime),
})

/** `•••• 4567`, from a complete or masked number. */
export function maskedNumber(phone: string | null): string | null {
  const end = /\d{1,4}$/.exec((phone ?? '').replaceAll(/[^\d*x•]/gi, ''))?.[0]
  return end ? `•••• ${end}` : null
}

/** The name that an app gets when it is added. It is stored, so it stays in English. */
export const appName = 'Authenticator app'

const ownName = ({ name }: Factor) => (name === appName ? null : name)

export function factorName(factor: Factor, t: IdentityWords, locale: Locale): string {
  const name = ownName(factor)
  if (factor.kind === 'totp') return name ? t('factor.appNamed', { name: isolate(name, locale) }) : t('factor.app')
  const number = maskedNumber(factor.phone)
  return number ? t('factor.textCodesTo', { number: isolate(number, locale) }) : t('factor.textCodes')
}

/** A value for sentences that ask for a masked number or `unknown`. */
export function numberOrUnknown(phone: string | null, locale: Locale): string {
  const number = maskedNumber(phone)
  return number ? isolate(number, locale) : 'unknown'
}

export function factorAction(factor: Factor, t: IdentityWords, locale: Locale): string {
  if (factor.kind === 'phone') return t('secondStep.textCode', { number: numberOrUnknown(factor.phone, locale) })
  const name = ownName(factor)
  return t('factor.useApp', { named: name ? 'yes' : 'no', name: isolate(name ?? '', locale) })
}

/** `expired`: needs a new code. */
export type FactorProblem = { text: ProblemText; expired?: true; needsSignIn?: true }

const factorProblems: [codes: string, FactorProblem][] = [
  ['invalid-verification-code missing-verification-code missing-code', { text: 'wrongCode' }],
  [
    'code-expired session-expired invalid-verification-id missing-verification-id',
    { text: 'codeExpired', expired: true },
  ],
  [
    'invalid-multi-factor-session missing-multi-factor-session multi-factor-info-not-found totp-challenge-timeout',
    { text: 'factor.timedOut', needsSignIn: true },
  ],
  ['user-token-expired invalid-user-token requires-recent-login', { text: 'factor.timedOut', needsSignIn: true }],
  ['user-disabled', { text: 'switchedOff', needsSignIn: true }],
  ['operation-not-allowed unsupported-tenant-operation', { text: 'factor.switchedOff', needsSignIn: true }],
  ['captcha-check-failed invalid-app-credential missing-app-credential', { text: 'captcha' }],
  ['quota-exceeded', { text: 'noMoreMessages' }],
  ['network-request-failed timeout', { text: 'networkTryAgain' }],
]

/** @param message only a custom sentence from a cloud function is shown */
export function factorProblem(code: string, doing: 'send' | 'confirm', message = ''): FactorProblem {
  const functionError = readCloudFunctionError(message)
  if (functionError) return { text: functionError.message === null ? 'refused' : { own: functionError.message } }
  if (code === 'too-many-requests') return { text: doing === 'send' ? 'manyCodes' : 'tooManyAttempts' }
  return rowOfCode(factorProblems, code) ?? { text: 'generic' }
}

type PhoneTools = {
  sdk: Pick<typeof AccountSdk, 'PhoneAuthProvider' | 'RecaptchaVerifier'>
  auth: Auth
  container: HTMLElement
}

/** Texts a code after the invisible captcha. Returns the verification id. */
export async function textCode({ sdk, auth, container }: PhoneTools, to: string | PhoneInfoOptions): Promise<string> {
  if (auth.emulatorConfig) auth.settings.appVerificationDisabledForTesting = true
  // The captcha rejects an element that was used before.
  const inner = document.createElement('div')
  container.replaceChildren(inner)
  const verifier = new sdk.RecaptchaVerifier(auth, inner, { size: 'invisible' })
  try {
    return await new sdk.PhoneAuthProvider(auth).verifyPhoneNumber(to, verifier)
  } finally {
    verifier.clear()
    container.replaceChildren()
  }
}
