import { FirebaseError } from 'firebase/app'
import { OAuthProvider, SAMLAuthProvider, TwitterAuthProvider, type AuthCredential } from 'firebase/auth'

type Answer = { providerId?: string; email?: string; tenantId?: string; oauthTokenSecret?: string }

function credentialOf(cause: FirebaseError, { providerId = '', oauthTokenSecret }: Answer): AuthCredential | null {
  if (providerId.startsWith('saml.')) return SAMLAuthProvider.credentialFromError(cause)
  return oauthTokenSecret ? TwitterAuthProvider.credentialFromError(cause) : OAuthProvider.credentialFromError(cause)
}

/**
 * The error with the credential and the address that the widget links by. The SDK's older face puts both
 * on the errors of every call but one: coming back by redirect, whoever has an account would be turned away.
 */
export function completed(cause: unknown): unknown {
  if (!(cause instanceof FirebaseError) || 'credential' in cause) return cause
  const answer = cause.customData?._tokenResponse as Answer | undefined
  const credential = answer && credentialOf(cause, answer)
  if (!credential) return cause
  return Object.assign(cause, { credential, email: answer.email, tenantId: answer.tenantId })
}
