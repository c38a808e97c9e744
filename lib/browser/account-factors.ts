import 'client-only'
import type { SecondFactor } from '@/lib/contract/sign-in'
import { siteName } from '@/lib/site'
import { changeAccount, returnToProfile } from './account-change'
import type { AccountResult } from './account-problem'
import { normalizeCode } from './account-rules'
import { errorCodeOf } from './sdk-error'
import { openIdentity, userRestored } from './identity'
import { withTimeout, vendorTimeoutMs } from './time'
import { appName, factorOf, type Factor, withCaptcha } from './second-factor'

export type AccountFactors = {
  enrolled: Factor[]
  offered: readonly SecondFactor[]
  emailVerified: boolean
}

/** Null if signed out. @throws if the service or the settings cannot be reached */
export async function readFactors(): Promise<AccountFactors | null> {
  const [{ auth, config }, sdk] = await Promise.all([openIdentity(), import('./account-sdk')])
  await userRestored(auth)
  const user = auth.currentUser
  if (!user) return null
  const factors = sdk.multiFactor(user)
  // The SDK keeps an outdated list if the last factor is gone.
  factors.enrolledFactors.splice(0)
  await withTimeout(user.reload(), vendorTimeoutMs)
  return {
    enrolled: factors.enrolledFactors.map(factorOf),
    offered: config.secondFactors ?? [],
    emailVerified: user.emailVerified,
  }
}

export const sendVerificationEmail = () =>
  changeAccount('email', ({ sdk, user }) => sdk.sendEmailVerification(user, returnToProfile()))

export const sendFactorCode = (number: string, container: HTMLElement, onSent: (verificationId: string) => void) =>
  changeAccount('factor', async ({ sdk, auth, user }) => {
    const session = await sdk.multiFactor(user).getSession()
    const provider = new sdk.PhoneAuthProvider(auth)
    const request = { phoneNumber: number, session }
    onSent(await withCaptcha({ sdk, auth, container }, (verifier) => provider.verifyPhoneNumber(request, verifier)))
  })

export const addPhoneFactor = (verificationId: string, code: string) =>
  changeAccount('factor', ({ sdk, user }) => {
    const credential = sdk.PhoneAuthProvider.credential(verificationId, normalizeCode(code))
    return sdk.multiFactor(user).enroll(sdk.PhoneMultiFactorGenerator.assertion(credential))
  })

export type AuthenticatorSetup = {
  /** Base32. */
  secretKey: string
  uri: string
  confirm: (code: string) => Promise<AccountResult>
}

/** @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUri(
  account: string,
  { secretKey, hashingAlgorithm, codeLength, codeIntervalSeconds }: KeySettings,
): string {
  const issuer = encodeURIComponent(siteName)
  const settings = `algorithm=${hashingAlgorithm}&digits=${codeLength}&period=${codeIntervalSeconds}`
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secretKey}&issuer=${issuer}&${settings}`
}
type KeySettings = { secretKey: string; hashingAlgorithm: string; codeLength: number; codeIntervalSeconds: number }

export const startAuthenticatorSetup = (onReady: (app: AuthenticatorSetup) => void) =>
  changeAccount('app', async ({ sdk, user }) => {
    const secret = await sdk.TotpMultiFactorGenerator.generateSecret(await sdk.multiFactor(user).getSession())
    onReady({
      secretKey: secret.secretKey,
      uri: otpauthUri(user.email ?? user.displayName ?? user.uid, secret),
      confirm: (code) =>
        changeAccount('app', (current) => {
          const assertion = sdk.TotpMultiFactorGenerator.assertionForEnrollment(secret, normalizeCode(code))
          return sdk.multiFactor(current.user).enroll(assertion, appName)
        }),
    })
  })

const sessionEndedCodes = new Set(['auth/user-token-expired', 'auth/invalid-user-token'])

/** @param onSignedOut called if the removal ended the session */
export const removeFactor = (id: string, onSignedOut: () => void) =>
  changeAccount('factor', async ({ sdk, user }) => {
    const factors = sdk.multiFactor(user)
    const isListed = () => factors.enrolledFactors.some(({ uid }) => uid === id)
    const wasListed = isListed()
    try {
      await factors.unenroll(id)
    } catch (cause) {
      // The session ended after the removal.
      const removed = wasListed && !isListed()
      if (!removed || !sessionEndedCodes.has(errorCodeOf(cause))) throw cause
      onSignedOut()
    }
  })
