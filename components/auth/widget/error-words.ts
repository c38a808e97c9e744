import { sentences as shared } from '@/lib/contract/sentences'
import { noStorage } from '@/components/auth/page/storage'

export const sentences = {
  expired: shared.expired,
  generic: shared.generic,
  links: 'No link can be sent here. Please use a password or another way to sign in.',
  manyRequests: 'Too many attempts. Please wait a few minutes, then try again.',
  phoneRequests: shared.manyCodes,
  weak: 'This password does not fit the rules. ',
} as const

export const network = 'auth/network-request-failed'

/** Codes that the widget has a sentence for, or that steer it: their own message is never shown. */
export const understood = new Set(
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

/** What the widget would show raw: by code, the sentence in its place. */
export const words: Record<string, string> = {
  'auth/admin-restricted-operation': 'New accounts cannot be made here at the moment.',
  'auth/captcha-check-failed': shared.captcha,
  'auth/invalid-app-credential': shared.captcha,
  'auth/missing-app-credential': shared.captcha,
  'auth/invalid-email': shared.wrongEmail,
  'auth/missing-email': shared.noEmail,
  'auth/multi-factor-auth-required':
    'This account asks for a second step, which could not be started. Please try again.',
  'auth/no-auth-event': 'Signing in was not finished. Please try again.',
  'auth/operation-not-allowed': 'This way to sign in is switched off. Please use another one.',
  'auth/provider-already-linked': 'This way to sign in belongs to your account already.',
  'auth/quota-exceeded': 'Too many people are asking at once. Please wait a few minutes, then try again.',
  'auth/unauthorized-domain': 'This address of the site may not sign people in.',
  'auth/unsupported-first-factor':
    "This account has a second step, so a text message alone doesn't sign you in. Please use another way.",
  'auth/user-disabled': 'This account has been switched off. Please contact us if you think that is a mistake.',
  'auth/web-storage-unsupported': noStorage,
}

/** Codes that stand for another one which the widget knows. */
export const others: Record<string, string> = {
  'auth/timeout': network,
  'auth/invalid-verification-id': 'auth/code-expired',
  'auth/missing-verification-id': 'auth/code-expired',
  'auth/session-expired': 'auth/code-expired',
}
