import 'client-only'
import type { Auth, AuthProvider, User } from 'firebase/auth'
import type { SignInOption } from '@/lib/contract/sign-in'
import { paths, siteName } from '@/lib/site'
import type * as AccountSdk from './account-sdk'
import { isOnlyMethod, optionsFor, normalizeEmail, normalizeCode } from './account-rules'
import {
  accountProblem,
  lastMethod,
  notLoaded,
  secondStepNeeded,
  sessionEnded,
  type AccountAction,
  type AccountResult,
} from './account-problem'
import { publicConfig } from './config'
import { errorCodeOf } from './sdk-error'
import { openIdentity, personOf } from './identity'
import { inPageLanguage } from './page-address'
import { appName, secondFactorRequired, textCode } from './second-factor'

export type { AccountResult }

type Reauthentication = { password: string } | { provider: string } | { verificationId: string; code: string }

type AccountTools = {
  sdk: typeof AccountSdk
  auth: Auth
  user: User
  options: readonly SignInOption[]
}

const openAccount = async (): Promise<AccountTools | null> => {
  const { auth } = await openIdentity()
  // Read first, because the user may change while the rest loads.
  const user = auth.currentUser
  const [{ signIn }, sdk] = await Promise.all([publicConfig(), import('./account-sdk')])
  return user && { sdk, auth, user, options: optionsFor(signIn, user.tenantId) }
}

/** @param steps run in order; a request for the second factor pauses them */
export async function changeAccount(
  action: AccountAction,
  ...steps: ((tools: AccountTools) => Promise<unknown>)[]
): Promise<AccountResult> {
  const tools = await openAccount().catch(() => undefined)
  if (!tools) return { problem: tools === null ? sessionEnded : notLoaded }
  return runSteps(tools, action, steps)
}

async function runSteps(
  tools: AccountTools,
  action: AccountAction,
  steps: ((tools: AccountTools) => Promise<unknown>)[],
): Promise<AccountResult> {
  for (const [index, step] of steps.entries()) {
    try {
      await step(tools)
    } catch (cause) {
      if (errorCodeOf(cause) === secondFactorRequired)
        return askSecondFactor(cause, () => runSteps(tools, action, steps.slice(index + 1)))
      const message = cause instanceof Error ? cause.message : ''
      return { problem: accountProblem(errorCodeOf(cause).replace('auth/', ''), action, message) }
    }
  }
  return { done: personOf(tools.user) }
}

async function askSecondFactor(cause: unknown, resume: () => Promise<AccountResult>): Promise<AccountResult> {
  try {
    const { openChallenge } = await import('./second-factor-challenge')
    return { problem: secondStepNeeded({ challenge: openChallenge(cause), resume }) }
  } catch {
    return { problem: notLoaded }
  }
}

export const changeName = (name: string) =>
  changeAccount('name', ({ sdk, user }) => sdk.updateProfile(user, { displayName: name.trim() }))

const returnToProfile = () => ({ url: location.origin + inPageLanguage(paths.profile) })

export const changeEmail = (email: string) =>
  changeAccount('email', ({ sdk, user }) => sdk.verifyBeforeUpdateEmail(user, normalizeEmail(email), returnToProfile()))

/** A new password revokes this session, so sign in again. If that fails, the password is still changed. */
async function signInAgain({ sdk, user }: AccountTools, email: string, password: string) {
  const credential = sdk.EmailAuthProvider.credential(email, password)
  await sdk.reauthenticateWithCredential(user, credential).catch((cause: unknown) => {
    if (errorCodeOf(cause) === secondFactorRequired) throw cause
  })
}

export const changePassword = (current: string, next: string) =>
  changeAccount(
    'password',
    ({ sdk, user }) =>
      sdk.reauthenticateWithCredential(user, sdk.EmailAuthProvider.credential(user.email ?? '', current)),
    ({ sdk, user }) => sdk.updatePassword(user, next),
    (tools) => signInAgain(tools, tools.user.email ?? '', next),
  )

export const setPassword = (email: string, next: string) =>
  changeAccount(
    'link',
    ({ sdk, user }) => sdk.linkWithCredential(user, sdk.EmailAuthProvider.credential(normalizeEmail(email), next)),
    (tools) => signInAgain(tools, normalizeEmail(email), next),
  )

export const sendPasswordLink = () =>
  changeAccount('email', ({ sdk, auth, user }) => sdk.sendPasswordResetEmail(auth, user.email ?? '', returnToProfile()))

function federatedProvider(sdk: AccountTools['sdk'], id: string, options: readonly SignInOption[]): AuthProvider {
  const option = options.find(({ provider }) => provider === id)
  const parameters = option?.customParameters
  if (id.startsWith('saml.')) return new sdk.SAMLAuthProvider(id)
  const provider = new sdk.OAuthProvider(id)
  for (const scope of option?.scopes ?? []) provider.addScope(scope)
  return parameters ? provider.setCustomParameters(parameters) : provider
}

export const linkProvider = (id: string) =>
  changeAccount('link', ({ sdk, user, options }) =>
    sdk.linkWithPopup(user, federatedProvider(sdk, id, options), sdk.browserPopupRedirectResolver),
  )

/** @param number in E.164 form @param container an empty element for the captcha */
export const sendCode = (number: string, container: HTMLElement, onSent: (verificationId: string) => void) =>
  changeAccount('phone', async ({ sdk, auth }) => onSent(await textCode({ sdk, auth, container }, number)))

export const addPhone = (verificationId: string, code: string) =>
  changeAccount('phone', ({ sdk, user }) =>
    sdk.linkWithCredential(user, sdk.PhoneAuthProvider.credential(verificationId, normalizeCode(code))),
  )

export const removeMethod = async (id: string): Promise<AccountResult> => {
  const tools = await openAccount().catch(() => null)
  const linked = tools?.user.providerData.map(({ providerId }) => providerId) ?? []
  const offered = tools?.options.map(({ provider }) => provider) ?? []
  if (tools && isOnlyMethod(id, linked, offered)) return { problem: lastMethod }
  return changeAccount('unlink', ({ sdk, user }) => sdk.unlink(user, id))
}

export const reauthenticate = (proof: Reauthentication) =>
  changeAccount('reauthenticate', async ({ sdk, user, options }) => {
    if ('provider' in proof) {
      const provider = federatedProvider(sdk, proof.provider, options)
      return sdk.reauthenticateWithPopup(user, provider, sdk.browserPopupRedirectResolver)
    }
    const credential =
      'password' in proof
        ? sdk.EmailAuthProvider.credential(user.email ?? '', proof.password)
        : sdk.PhoneAuthProvider.credential(proof.verificationId, normalizeCode(proof.code))
    return sdk.reauthenticateWithCredential(user, credential)
  })

export const sendVerificationEmail = () =>
  changeAccount('email', ({ sdk, user }) => sdk.sendEmailVerification(user, returnToProfile()))

export const sendFactorCode = (number: string, container: HTMLElement, onSent: (verificationId: string) => void) =>
  changeAccount('factor', async ({ sdk, auth, user }) => {
    const session = await sdk.multiFactor(user).getSession()
    onSent(await textCode({ sdk, auth, container }, { phoneNumber: number, session }))
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
