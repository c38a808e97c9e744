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

type CaptchaOptions = { sdk: Pick<Sdk, 'RecaptchaVerifier'>; auth: Auth; container: HTMLElement }

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
