import { FirebaseError } from 'firebase/app'
import { OAuthProvider, SAMLAuthProvider, TwitterAuthProvider } from 'firebase/auth'
import type { useTranslations } from 'next-intl'
import { passwordRuleWords, type IdentityWords } from '@/lib/browser/account-rules'
import type { RequestWords } from '@/lib/browser/answer'
import { errorCodeOf, readCloudFunctionError } from '@/lib/browser/sdk-error'
import type { Locale } from '@/lib/locales'
import type { Mode, Visit } from './address'

export type Words = {
  locale: Locale
  auth: ReturnType<typeof useTranslations<'auth'>>
  requests: RequestWords
  identity: IdentityWords
}

const networkFailed = 'auth/network-request-failed'
const quotaExceeded = 'auth/quota-exceeded'

export const codedError = (code: string, message = code, options?: ErrorOptions) =>
  Object.assign(new Error(message, options), { code })

export const networkError = (message: string, cause?: unknown) => codedError(networkFailed, message, { cause })

/** Codes that the widget handles itself. */
const knownToWidget = new Set(
  [
    'account-exists-with-different-credential',
    'cancelled-popup-request',
    'code-expired',
    'credential-already-in-use',
    'email-already-in-use',
    'expired-action-code',
    'invalid-action-code',
    'invalid-phone-number',
    'invalid-verification-code',
    'missing-phone-number',
    'missing-verification-code',
    'network-request-failed',
    'operation-not-supported-in-this-environment',
    'popup-blocked',
    'popup-closed-by-user',
    'too-many-requests',
    'user-cancelled',
    'user-not-found',
    'weak-password',
    'wrong-password',
  ].map((name) => `auth/${name}`),
)

function sentenceOf(code: string, { auth, identity }: Words): string {
  const sentences: Record<string, string> = {
    'auth/admin-restricted-operation': auth('error.noNewAccounts'),
    'auth/captcha-check-failed': identity('captcha'),
    'auth/invalid-app-credential': identity('captcha'),
    'auth/missing-app-credential': identity('captcha'),
    'auth/invalid-email': identity('wrongEmail'),
    'auth/missing-email': identity('noEmail'),
    'auth/multi-factor-auth-required': auth('error.secondStep'),
    'auth/no-auth-event': auth('error.notFinished'),
    'auth/operation-not-allowed': auth('error.wayOff'),
    'auth/provider-already-linked': auth('error.alreadyUsed'),
    'auth/quota-exceeded': identity('tooManyRequests'),
    'auth/unauthorized-domain': auth('error.address'),
    'auth/unsupported-first-factor': auth('error.textMessageAlone'),
    'auth/user-disabled': identity('switchedOff'),
    'auth/web-storage-unsupported': identity('noStorage'),
  }
  return sentences[code] ?? identity('generic')
}

const equivalents: Record<string, string> = {
  'auth/timeout': networkFailed,
  'auth/invalid-verification-id': 'auth/code-expired',
  'auth/missing-verification-id': 'auth/code-expired',
  'auth/session-expired': 'auth/code-expired',
}

const expiredTokens = new Set(['auth/invalid-user-token', 'auth/user-token-expired', 'auth/requires-recent-login'])
const tokenText = /invalid.+(access|id).token|token.expired/i
/** Codes that the SDK builds from answers of a server that is down, slow or overloaded. */
const unreachable = /unavailable|deadline|timed?-?out|backend-error|bad-gateway/i
const exhausted = /exhausted/i

function withChange(cause: Error, change: { code?: string; message?: string }): Error {
  return Object.assign(new Error(change.message ?? cause.message, { cause }), cause, change)
}

export const isTemporary = (cause: unknown): boolean =>
  [networkFailed, 'auth/too-many-requests', quotaExceeded, 'auth/internal-error'].includes(errorCodeOf(cause))

type Circumstances = {
  call: string
  /** Between two pages the widget cannot show an error and must restart. */
  betweenPages: boolean
  usesPassword: boolean
  lacksCode: boolean
}

/** Translates an error for the widget, which knows a few codes and shows other messages raw. */
export function translate(cause: unknown, circumstances: Circumstances, words: Words): unknown {
  const { call, betweenPages, usesPassword, lacksCode } = circumstances
  if (!(cause instanceof Error)) return cause
  const { message } = cause
  const code = errorCodeOf(cause)
  if (!code) return withChange(cause, { message: words.identity('generic') })
  if (message.includes('error=consent_required')) return withChange(cause, { code: 'auth/user-cancelled' })
  const refused = /cloud function/i.test(message) ? readCloudFunctionError(message) : null
  if (refused)
    return withChange(cause, {
      code: 'auth/blocked-by-function',
      message: refused.message ?? words.identity('refused'),
    })
  if (expiredTokens.has(code) || tokenText.test(code) || (!knownToWidget.has(code) && tokenText.test(message))) {
    // The widget restarts only for this answer.
    const answer = JSON.stringify({ error: { message: 'INVALID_ID_TOKEN' } })
    return withChange(cause, {
      code: 'auth/invalid-user-token',
      message: betweenPages ? answer : words.identity('expired'),
    })
  }
  if (/invalid-(login-)?credentials?$/.test(code) && usesPassword)
    return withChange(cause, { code: 'auth/wrong-password' })
  if (code === 'auth/too-many-requests') return tooManyRequests(cause, circumstances, words)
  if (lacksCode) return withChange(cause, { code: 'auth/invalid-action-code' })
  if (code === 'auth/password-does-not-meet-requirements') return weakPassword(cause, call, words)
  if (knownToWidget.has(code)) return cause
  const equivalent = equivalents[code] ?? (unreachable.test(code) ? networkFailed : undefined)
  if (equivalent) return withChange(cause, { code: equivalent })
  const shownCode = exhausted.test(code) ? quotaExceeded : code
  return withChange(cause, { code: shownCode, message: sentenceOf(shownCode, words) })
}

/** The widget's text for this code mentions a password. */
function tooManyRequests(cause: Error, { call, usesPassword }: Circumstances, { identity }: Words): Error {
  if (/signInWithPhoneNumber|linkWithPhoneNumber/.test(call) || usesPassword) return cause
  const message = call === 'confirm' ? identity('manyCodes') : identity('tooManyAttempts')
  return withChange(cause, { code: quotaExceeded, message })
}

function weakPassword(cause: Error, call: string, words: Words): Error {
  const error = withChange(cause, { message: passwordRuleWords(cause.message, words.identity, words.locale) })
  // A reset treats other codes as an expired link. The widget compares this code loosely there, and strictly where it
  // would replace the message, so an object of the same text passes the first and not the second.
  return call === 'confirmPasswordReset' ? Object.assign(error, { code: Object('auth/weak-password') }) : error
}

/** The SDK's class that reads a provider's credentials. */
export const providerClass = (id: string) =>
  id.startsWith('saml.') ? SAMLAuthProvider : id === 'twitter.com' ? TwitterAuthProvider : OAuthProvider

type TokenResponse = { providerId?: string; email?: string; tenantId?: string }

/** Adds the credential for linking, which `getRedirectResult` omits in its errors. */
export function withCredential(cause: unknown): unknown {
  if (!(cause instanceof FirebaseError) || 'credential' in cause) return cause
  const response = cause.customData?._tokenResponse as TokenResponse | undefined
  const credential = response && providerClass(response.providerId ?? '').credentialFromError(cause)
  if (!credential) return cause
  return Object.assign(cause, { credential, email: response.email, tenantId: response.tenantId })
}

export type LookUp = {
  visit: Visit
  method: 'password' | 'emailLink'
  page: string
  mode: Mode
  rememberedVisit: Visit | null
  offers: (method: string) => boolean
  /** The provider's methods of the account in conflict. */
  conflictMethods: readonly string[]
}

const methodsWithoutButton = new Set(['password', 'emailLink', 'phone', 'anonymous'])

/** The widget stays blank for a known provider without a button, and rejects unknown ones. */
export function usableMethods(
  methods: readonly string[],
  { offers, prefersLink }: Pick<LookUp, 'offers'> & { prefersLink: boolean },
): string[] {
  // The widget always prefers a password.
  if (prefersLink && methods.includes('password')) return ['emailLink']
  return methods.map((method) => (methodsWithoutButton.has(method) || offers(method) ? method : `elsewhere:${method}`))
}

/**
 * Answers a look-up if the project hides which addresses have an account. The widget would offer a new account, so the
 * visitor's own answer decides.
 * @throws `auth/email-already-in-use` after creating an account has failed
 */
export function methodsWhenHidden(lookUp: LookUp): string[] {
  const { page, visit, method, offers, conflictMethods } = lookUp
  if (page === 'password-sign-up') throw codedError('auth/email-already-in-use')
  // On the linking page the account exists.
  if (page === 'callback') {
    const offered = conflictMethods.filter(offers)
    return offered.length > 0 ? offered : [method]
  }
  // For a guest with an opened link: a new user can still sign in as known, but not the reverse.
  if (page === 'blank' && lookUp.mode === 'signIn') return lookUp.rememberedVisit === 'new' ? [] : ['emailLink']
  return visit === 'in' ? [method] : []
}

export type IdentityApi = {
  identityBase: string
  apiKey: string
  checkHeaders: () => Promise<Record<string, string>>
}

/** Asks the identity API, whose answer lacks `registered` if accounts are hidden. Default: hidden. */
export function hidesAccounts(
  { identityBase, apiKey, checkHeaders }: IdentityApi,
  tenantId: string | null = null,
): (email: string) => Promise<boolean> {
  let isHidden: boolean | undefined
  return async (email) => {
    if (isHidden !== undefined) return isHidden
    try {
      const response = await fetch(`${identityBase}/v1/accounts:createAuthUri?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(await checkHeaders()) },
        body: JSON.stringify({ identifier: email, continueUri: location.origin, ...(tenantId && { tenantId }) }),
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) return true
      const answer = (await response.json()) as Record<string, unknown>
      return (isHidden = !('registered' in answer))
    } catch {
      return true
    }
  }
}
