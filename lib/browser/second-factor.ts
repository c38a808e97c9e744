import { sentences } from '@/lib/contract/sentences'
import type { SecondFactor } from '@/lib/contract/sign-in'
import { functionError } from './sdk-error'

/** A second factor of an account. */
export type Factor = {
  id: string
  /** `other`: a kind that this site cannot use. */
  kind: SecondFactor | 'other'
  /** What the person or the service calls it. */
  name: string | null
  /** As the identity service gives it: whole on the profile, masked at a sign-in. */
  phone: string | null
  /** ISO 8601. */
  addedAt: string | null
}

/** A factor as the identity service lists it. */
export type ListedFactor = {
  mfaEnrollmentId: string
  displayName?: string
  enrolledAt?: string
  phoneInfo?: string
  [detail: string]: unknown
}

/** The code of the SDK's error when a sign-in asks for a second factor. */
export const secondFactorRequired = 'auth/multi-factor-auth-required'

export const isKnownFactor = (listed: object): boolean => 'phoneInfo' in listed || 'totpInfo' in listed

/** `passkeyInfo` becomes "Passkey". */
function kindName(listed: ListedFactor): string | null {
  const field = Object.keys(listed).find((key) => /^[a-z]\w*Info$/.test(key))
  if (!field) return null
  const words = field
    .slice(0, -'Info'.length)
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const iso = (moment: string | undefined) => {
  const time = Date.parse(moment ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

export function factorOf(listed: ListedFactor): Factor {
  const kind = 'phoneInfo' in listed ? 'phone' : 'totpInfo' in listed ? 'totp' : 'other'
  const name = listed.displayName?.trim() || (kind === 'other' ? kindName(listed) : null)
  return { id: listed.mfaEnrollmentId, kind, name, phone: listed.phoneInfo ?? null, addedAt: iso(listed.enrolledAt) }
}

/** The end of a phone number, `•••• 4567`, from a whole or a masked one; null when no digit is left. */
export function maskedNumber(phone: string | null): string | null {
  const end = /\d{1,4}$/.exec((phone ?? '').replaceAll(/[^\d*x•]/gi, ''))?.[0]
  return end ? `•••• ${end}` : null
}

/** The name of a second factor in a list. */
export function factorName({ kind, name, phone }: Factor): string {
  if (kind === 'other') return name ?? 'Another kind of second step'
  if (kind === 'totp') return name && name !== appName ? `${appName}, ${name}` : appName
  const number = maskedNumber(phone)
  return number ? `Text codes to ${number}` : 'Text codes'
}

/** The name that an authenticator app gets when it is added. */
export const appName = 'Authenticator app'

/** The button that chooses a second factor at a sign-in. */
export function factorAction({ kind, name, phone }: Factor): string {
  if (kind === 'phone') return `Text a code to ${maskedNumber(phone) ?? 'your phone'}`
  return name && name !== appName ? `Use your authenticator app, ${name}` : 'Use your authenticator app'
}

/** A sentence about factors that this site cannot use, or null. */
export function otherFactors(factors: readonly Factor[]): string | null {
  const others = factors.filter(({ kind }) => kind === 'other')
  if (others.length === 0) return null
  const names = others.flatMap(({ name }) => (name ? [`“${name}”`] : [])).join(', ')
  return others.length === factors.length
    ? `Your account asks for a second step${names && ` (${names})`} that this site doesn't support. Please write to us, so that we can help you get in.`
    : `Your account also has a second step${names && ` (${names})`} that this site doesn't support.`
}

/**
 * Why a second step did not work. `expired`: a new code is needed; `over`: only signing in from the start helps.
 */
export type FactorProblem = { text: string; expired?: true; over?: true }

const tooLate: FactorProblem = { text: 'That took too long. Please sign in again.', over: true }

/**
 * A refusal of the identity service in words.
 * @param code the SDK's, without `auth/`
 * @param doing sending a code, or confirming one
 * @param message the SDK's, of which only the sentence of a function of the project is shown
 */
export function factorProblem(code: string, doing: 'send' | 'confirm', message = ''): FactorProblem {
  const own = functionError(message)
  if (own) return { text: own.message }
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
      return tooLate
    case 'user-disabled':
      return {
        text: 'This account has been switched off. Please contact us if you think that is a mistake.',
        over: true,
      }
    case 'operation-not-allowed':
    case 'unsupported-tenant-operation':
      return { text: "This second step is switched off here, so it can't be used. Please write to us.", over: true }
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

type Response = { mfaInfo?: ListedFactor[]; otherFactors?: ListedFactor[] }
type ErrorFactory = { create(code: string, data?: { _serverResponse?: Response }): Error }

const prepared = new WeakSet<object>()

/**
 * Keeps factors of unknown kinds away from the SDK, which would fail over an account that has one.
 * They are moved to `otherFactors` of the service's answer.
 * @param auth any client of the SDK: all of them make their errors, which get the answer first, by one class
 */
export function setAsideOtherFactors(auth: object): void {
  const factory = (auth as { _errorFactory?: ErrorFactory })._errorFactory
  const errors = factory && (Object.getPrototypeOf(factory) as ErrorFactory)
  if (!errors || !Object.hasOwn(errors, 'create') || prepared.has(errors)) return
  prepared.add(errors)
  const { create } = errors
  errors.create = function (code, data) {
    const response = data?._serverResponse
    if (Array.isArray(response?.mfaInfo)) {
      const others = response.mfaInfo.filter((listed) => !isKnownFactor(listed))
      response.mfaInfo = response.mfaInfo.filter(isKnownFactor)
      response.otherFactors = [...(response.otherFactors ?? []), ...others]
    }
    return create.call(this, code, data)
  }
}

/** All factors that the service listed in the answer behind the SDK's error. */
export function requiredFactors(cause: unknown): Factor[] {
  const { customData } = cause as { customData?: { _serverResponse?: Response } }
  const { mfaInfo = [], otherFactors: others = [] } = customData?._serverResponse ?? {}
  return [...mfaInfo, ...others].map(factorOf)
}
