import 'client-only'
import type { SecondFactor } from '@/lib/contract/sign-in'
import { paths, siteName } from '@/lib/site'
import { change } from './account-change'
import type { Outcome } from './account-problem'
import { withCaptcha } from './account-provider'
import { verificationCode } from './account-rules'
import { publicConfig } from './config'
import { codeOf } from './sdk-error'
import { identity } from './identity'
import { withTimeout, vendorTimeoutMs } from './timeout'
import { appName, factorOf, type Factor } from './second-factor'

const loadSdk = () => import('./second-factor-sdk')

export type AccountFactors = {
  enrolled: Factor[]
  offered: readonly SecondFactor[]
  emailVerified: boolean
}

/**
 * @returns null if signed out
 * @throws if the service or the settings cannot be reached
 */
export async function readFactors(): Promise<AccountFactors | null> {
  const [{ auth }, { identity: config }, sdk] = await Promise.all([identity(), publicConfig(), loadSdk()])
  const user = auth.currentUser
  if (!user) return null
  const factors = sdk.multiFactor(user)
  // The SDK keeps an outdated list if the last factor is gone.
  factors.enrolledFactors.splice(0)
  await withTimeout(user.reload(), vendorTimeoutMs)
  return {
    enrolled: factors.enrolledFactors.map(factorOf),
    offered: config?.secondFactors ?? [],
    emailVerified: user.emailVerified,
  }
}

export const mailVerification = () =>
  change('email', async ({ user }) =>
    (await loadSdk()).sendEmailVerification(user, { url: location.origin + paths.profile }),
  )

export const sendFactorCode = (number: string, box: HTMLElement, keep: (verificationId: string) => void) =>
  change('factor', async ({ auth, user }) => {
    const sdk = await loadSdk()
    const session = await sdk.multiFactor(user).getSession()
    const provider = new sdk.PhoneAuthProvider(auth)
    const request = { phoneNumber: number, session }
    keep(await withCaptcha({ sdk, auth, box }, (verifier) => provider.verifyPhoneNumber(request, verifier)))
  })

export const addPhoneFactor = (verificationId: string, code: string) =>
  change('factor', async ({ user }) => {
    const sdk = await loadSdk()
    const credential = sdk.PhoneAuthProvider.credential(verificationId, verificationCode(code))
    await sdk.multiFactor(user).enroll(sdk.PhoneMultiFactorGenerator.assertion(credential))
  })

export type NewApp = {
  /** Base32. */
  key: string
  address: string
  confirm: (code: string) => Promise<Outcome>
}

/** @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function keyAddress(
  account: string,
  { secretKey, hashingAlgorithm, codeLength, codeIntervalSeconds }: KeySettings,
): string {
  const issuer = encodeURIComponent(siteName)
  const settings = `algorithm=${hashingAlgorithm}&digits=${codeLength}&period=${codeIntervalSeconds}`
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secretKey}&issuer=${issuer}&${settings}`
}
type KeySettings = { secretKey: string; hashingAlgorithm: string; codeLength: number; codeIntervalSeconds: number }

export const startApp = (keep: (app: NewApp) => void) =>
  change('app', async ({ user }) => {
    const sdk = await loadSdk()
    const secret = await sdk.TotpMultiFactorGenerator.generateSecret(await sdk.multiFactor(user).getSession())
    keep({
      key: secret.secretKey,
      address: keyAddress(user.email ?? user.displayName ?? user.uid, secret),
      confirm: (code) =>
        change('app', async ({ user: now }) => {
          const assertion = sdk.TotpMultiFactorGenerator.assertionForEnrollment(secret, verificationCode(code))
          await sdk.multiFactor(now).enroll(assertion, appName)
        }),
    })
  })

const over = new Set(['auth/user-token-expired', 'auth/invalid-user-token'])

/** @param signedOut called if the removal ended the session */
export const removeFactor = (id: string, signedOut: () => void) =>
  change('factor', async ({ user }) => {
    const factors = (await loadSdk()).multiFactor(user)
    const isListed = () => factors.enrolledFactors.some(({ uid }) => uid === id)
    const wasListed = isListed()
    try {
      await factors.unenroll(id)
    } catch (cause) {
      // The session ended after the removal.
      const removed = wasListed && !isListed()
      if (!removed || !over.has(codeOf(cause))) throw cause
      signedOut()
    }
  })
