import { sentences } from '@/lib/contract/sentences'
import type { SecondFactor } from '@/lib/contract/sign-in'
import { functionError } from './sdk-error'

export type Factor = {
  id: string
  /** `other`: not supported by this site. */
  kind: SecondFactor | 'other'
  name: string | null
  /** Complete on the profile, masked at sign-in. */
  phone: string | null
  /** ISO 8601. */
  addedAt: string | null
}

export type ListedFactor = {
  mfaEnrollmentId: string
  displayName?: string
  enrolledAt?: string
  phoneInfo?: string
  [detail: string]: unknown
}

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

/** `•••• 4567`, from a complete or masked number. */
export function maskedNumber(phone: string | null): string | null {
  const end = /\d{1,4}$/.exec((phone ?? '').replaceAll(/[^\d*x•]/gi, ''))?.[0]
  return end ? `•••• ${end}` : null
}

export function factorName({ kind, name, phone }: Factor): string {
  if (kind === 'other') return name ?? 'Another kind of second step'
  if (kind === 'totp') return name && name !== appName ? `${appName}, ${name}` : appName
  const number = maskedNumber(phone)
  return number ? `Text codes to ${number}` : 'Text codes'
}

export const appName = 'Authenticator app'

export function factorAction({ kind, name, phone }: Factor): string {
  if (kind === 'phone') return `Text a code to ${maskedNumber(phone) ?? 'your phone'}`
  return name && name !== appName ? `Use your authenticator app, ${name}` : 'Use your authenticator app'
}

export function otherFactors(factors: readonly Factor[]): string | null {
  const others = factors.filter(({ kind }) => kind === 'other')
  if (others.length === 0) return null
  const names = others.flatMap(({ name }) => (name ? [`“${name}”`] : [])).join(', ')
  return others.length === factors.length
    ? `Your account asks for a second step${names && ` (${names})`} that this site doesn't support. Please write to us, so that we can help you get in.`
    : `Your account also has a second step${names && ` (${names})`} that this site doesn't support.`
}

/** `expired`: needs a new code. `over`: needs a new sign-in. */
export type FactorProblem = { text: string; expired?: true; over?: true }

const tooLate: FactorProblem = { text: 'That took too long. Please sign in again.', over: true }

/**
 * @param code without `auth/`
 * @param message only a custom sentence from a cloud function is shown
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

/** Hides unknown factors from the SDK, which would fail, by patching its private error factory. */
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

export function requiredFactors(cause: unknown): Factor[] {
  const { customData } = cause as { customData?: { _serverResponse?: Response } }
  const { mfaInfo = [], otherFactors: others = [] } = customData?._serverResponse ?? {}
  return [...mfaInfo, ...others].map(factorOf)
}
