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

const timedOut: FactorProblem = { text: 'That took too long. Please sign in again.', needsSignIn: true }

/**
 * @param code without `auth/`
 * @param message only a custom sentence from a cloud function is shown
 */
export function factorProblem(code: string, doing: 'send' | 'confirm', message = ''): FactorProblem {
  const functionError = readCloudFunctionError(message)
  if (functionError) return { text: functionError.message }
  switch (code) {
    case 'invalid-verification-code':
    case 'missing-verification-code':
    case 'missing-code':
      return { text: sentences.wrongCode }
    case 'code-expired':
    case 'session-expired':
    case 'invalid-verification-id':
    case 'missing-verification-id':
      return { text: 'This code is no longer valid', expired: true }
    case 'invalid-multi-factor-session':
    case 'missing-multi-factor-session':
    case 'multi-factor-info-not-found':
    case 'totp-challenge-timeout':
    case 'user-token-expired':
    case 'invalid-user-token':
    case 'requires-recent-login':
      return timedOut
    case 'user-disabled':
      return {
        text: 'This account has been switched off. Please contact us if you think that’s a mistake.',
        needsSignIn: true,
      }
    case 'operation-not-allowed':
    case 'unsupported-tenant-operation':
      return {
        text: 'This second step is switched off here, so it can’t be used. Please write to us.',
        needsSignIn: true,
      }
    case 'captcha-check-failed':
    case 'invalid-app-credential':
    case 'missing-app-credential':
      return { text: sentences.captcha }
    case 'too-many-requests':
      return {
        text: doing === 'send' ? sentences.manyCodes : 'Too many attempts. Please wait a few minutes, then try again.',
      }
    case 'quota-exceeded':
      return { text: 'No more text messages can be sent at the moment. Please try again later.' }
    case 'network-request-failed':
    case 'timeout':
      return { text: 'A network error has occurred. Check your connection and try again.' }
    default:
      return { text: sentences.generic }
  }
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
