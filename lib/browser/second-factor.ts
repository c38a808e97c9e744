import type { Auth, MultiFactorInfo, RecaptchaVerifier } from 'firebase/auth'
import { sentences } from '@/lib/contract/sentences'
import type { SecondFactor } from '@/lib/contract/sign-in'
import { isoTime } from './account-rules'
import type * as AccountSdk from './account-sdk'
import { readCloudFunctionError } from './sdk-error'

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

export function factorName({ kind, name, phone }: Factor): string {
  if (kind === 'totp') return name && name !== appName ? `${appName}, ${name}` : appName
  const number = maskedNumber(phone)
  return number ? `Text codes to ${number}` : 'Text codes'
}

export const appName = 'Authenticator app'

export function factorAction({ kind, name, phone }: Factor): string {
  if (kind === 'phone') return `Text a code to ${maskedNumber(phone) ?? 'your phone'}`
  return name && name !== appName ? `Use your authenticator app, ${name}` : 'Use your authenticator app'
}

/** `expired`: needs a new code. */
export type FactorProblem = { text: string; expired?: true; needsSignIn?: true }

const wrongCode: FactorProblem = { text: sentences.wrongCode }
const expired: FactorProblem = { text: 'This code is no longer valid', expired: true }
const timedOut: FactorProblem = { text: 'That took too long. Please sign in again.', needsSignIn: true }
const switchedOff: FactorProblem = {
  text: 'This second step is switched off here, so it can’t be used. Please write to us.',
  needsSignIn: true,
}
const captcha: FactorProblem = { text: sentences.captcha }
const network: FactorProblem = { text: 'A network error has occurred. Check your connection and try again.' }

const factorProblems: Record<string, FactorProblem> = {
  'invalid-verification-code': wrongCode,
  'missing-verification-code': wrongCode,
  'missing-code': wrongCode,
  'code-expired': expired,
  'session-expired': expired,
  'invalid-verification-id': expired,
  'missing-verification-id': expired,
  'invalid-multi-factor-session': timedOut,
  'missing-multi-factor-session': timedOut,
  'multi-factor-info-not-found': timedOut,
  'totp-challenge-timeout': timedOut,
  'user-token-expired': timedOut,
  'invalid-user-token': timedOut,
  'requires-recent-login': timedOut,
  'user-disabled': { text: sentences.switchedOff, needsSignIn: true },
  'operation-not-allowed': switchedOff,
  'unsupported-tenant-operation': switchedOff,
  'captcha-check-failed': captcha,
  'invalid-app-credential': captcha,
  'missing-app-credential': captcha,
  'quota-exceeded': { text: 'No more text messages can be sent at the moment. Please try again later.' },
  'network-request-failed': network,
  timeout: network,
}

/**
 * @param code without `auth/`
 * @param message only a custom sentence from a cloud function is shown
 */
export function factorProblem(code: string, doing: 'send' | 'confirm', message = ''): FactorProblem {
  const functionError = readCloudFunctionError(message)
  if (functionError) return { text: functionError.message }
  if (code === 'too-many-requests')
    return {
      text: doing === 'send' ? sentences.manyCodes : 'Too many attempts. Please wait a few minutes, then try again.',
    }
  return (Object.hasOwn(factorProblems, code) ? factorProblems[code] : undefined) ?? { text: sentences.generic }
}

type CaptchaOptions = { sdk: Pick<typeof AccountSdk, 'RecaptchaVerifier'>; auth: Auth; container: HTMLElement }

/** Makes a call with the invisible captcha before a text message, and removes the captcha. */
export async function withCaptcha<T>(
  { sdk, auth, container }: CaptchaOptions,
  call: (verifier: RecaptchaVerifier) => Promise<T>,
): Promise<T> {
  if (auth.emulatorConfig) auth.settings.appVerificationDisabledForTesting = true
  // The captcha rejects an element that was used before.
  const inner = document.createElement('div')
  container.replaceChildren(inner)
  const verifier = new sdk.RecaptchaVerifier(auth, inner, { size: 'invisible' })
  try {
    return await call(verifier)
  } finally {
    verifier.clear()
    container.replaceChildren()
  }
}
