import type { Auth, AuthProvider, RecaptchaVerifier } from 'firebase/auth'
import type { SignInOption } from '@/lib/contract/sign-in'
import type * as AccountSdk from './account-sdk'

type Sdk = typeof AccountSdk

export function federatedProvider(sdk: Sdk, id: string, options: readonly SignInOption[]): AuthProvider {
  const option = options.find(({ provider }) => provider === id)
  const parameters = option?.customParameters
  if (id.startsWith('saml.')) return new sdk.SAMLAuthProvider(id)
  const provider = new sdk.OAuthProvider(id)
  for (const scope of option?.scopes ?? []) provider.addScope(scope)
  return parameters ? provider.setCustomParameters(parameters) : provider
}

/** The invisible captcha before a text message. */
export function phoneVerifier(
  sdk: Pick<Sdk, 'RecaptchaVerifier'>,
  auth: Auth,
  box: HTMLElement,
  emulated: boolean,
): RecaptchaVerifier {
  if (emulated) auth.settings.appVerificationDisabledForTesting = true
  // The captcha rejects an element that was used before.
  const inner = document.createElement('div')
  box.replaceChildren(inner)
  return new sdk.RecaptchaVerifier(auth, inner, { size: 'invisible' })
}
