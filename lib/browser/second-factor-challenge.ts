import { getApp } from 'firebase/app'
import {
  getAuth,
  getMultiFactorResolver,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  RecaptchaVerifier,
  TotpMultiFactorGenerator,
  type MultiFactorError,
  type UserCredential,
} from 'firebase/auth'
import { factorOf, textCode, type Factor } from './second-factor'

export type SecondFactorChallenge = {
  appName: string
  factors: Factor[]
  /** @throws the SDK's error */
  send: (factor: Factor, container: HTMLElement) => Promise<void>
  /** @throws the SDK's error */
  confirm: (factor: Factor, code: string) => Promise<UserCredential>
}

/** @throws the SDK's error if it cannot be used */
export function openChallenge(cause: unknown): SecondFactorChallenge {
  const error = cause as MultiFactorError
  const auth = getAuth(getApp(error.customData.appName))
  const resolver = getMultiFactorResolver(auth, error)
  const verificationIds = new Map<string, string>()
  return {
    appName: auth.app.name,
    factors: resolver.hints.map(factorOf),
    async send(factor, container) {
      const tools = { sdk: { PhoneAuthProvider, RecaptchaVerifier }, auth, container }
      verificationIds.set(factor.id, await textCode(tools, { multiFactorUid: factor.id, session: resolver.session }))
    },
    confirm: (factor, code) =>
      resolver.resolveSignIn(
        factor.kind === 'phone'
          ? PhoneMultiFactorGenerator.assertion(
              PhoneAuthProvider.credential(verificationIds.get(factor.id) ?? '', code),
            )
          : TotpMultiFactorGenerator.assertionForSignIn(factor.id, code),
      ),
  }
}
