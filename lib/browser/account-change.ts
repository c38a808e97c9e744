import 'client-only'
import type { Auth, User } from 'firebase/auth'
import type { SignInOption } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'
import { isOnlyWay, optionsFor } from './account-methods'
import { accountProblem, lastMethod, notLoaded, sessionEnded, type Doing, type Outcome } from './account-problem'
import { federatedProvider, withCaptcha } from './account-provider'
import { addressIn, verificationCode } from './account-rules'
import { publicConfig } from './config'
import { codeOf } from './sdk-error'
import { identity, personOf } from './identity'
import { secondFactorRequired } from './second-factor'

export type { Outcome }

type Proof = { password: string } | { provider: string } | { verificationId: string; code: string }

const loadSdk = () => import('./account-sdk')

/** Preloads the SDK, because a popup is blocked if it opens late. */
export const prepare = () => void loadSdk().catch(() => undefined)

export type Tools = {
  sdk: Awaited<ReturnType<typeof loadSdk>>
  auth: Auth
  user: User
  options: readonly SignInOption[]
}

const open = async (): Promise<Tools | null> => {
  const { auth } = await identity()
  // Read first, because the user may change while the rest loads.
  const user = auth.currentUser
  const [{ signIn }, sdk] = await Promise.all([publicConfig(), loadSdk()])
  return user && { sdk, auth, user, options: optionsFor(signIn, user.tenantId) }
}

/** @param steps run in order; a request for the second factor pauses them */
export async function change(doing: Doing, ...steps: ((tools: Tools) => Promise<unknown>)[]): Promise<Outcome> {
  const tools = await open().catch(() => undefined)
  if (!tools) return { problem: tools === null ? sessionEnded : notLoaded }
  return take(tools, doing, steps)
}

async function take(tools: Tools, doing: Doing, steps: ((tools: Tools) => Promise<unknown>)[]): Promise<Outcome> {
  for (const [index, step] of steps.entries()) {
    try {
      await step(tools)
    } catch (cause) {
      if (codeOf(cause) === secondFactorRequired)
        return secondStep(cause, () => take(tools, doing, steps.slice(index + 1)))
      const message = cause instanceof Error ? cause.message : ''
      return { problem: accountProblem(codeOf(cause).replace('auth/', ''), doing, message) }
    }
  }
  return { done: personOf(tools.user) }
}

async function secondStep(cause: unknown, go: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const { openChallenge } = await import('./second-step')
    const text = 'Your account asks for a second step.'
    return { problem: { field: null, title: text, text: '', second: { challenge: openChallenge(cause), go } } }
  } catch {
    return { problem: notLoaded }
  }
}

export const changeName = (name: string) =>
  change('name', ({ sdk, user }) => sdk.updateProfile(user, { displayName: name.trim() }))

const backToProfile = () => ({ url: location.origin + paths.profile })

export const changeEmail = (email: string) =>
  change('email', ({ sdk, user }) => sdk.verifyBeforeUpdateEmail(user, addressIn(email), backToProfile()))

/** A new password revokes this session, so sign in again. If that fails, the password is still changed. */
async function signInAnew({ sdk, user }: Tools, email: string, password: string) {
  const credential = sdk.EmailAuthProvider.credential(email, password)
  await sdk.reauthenticateWithCredential(user, credential).catch((cause: unknown) => {
    if (codeOf(cause) === secondFactorRequired) throw cause
  })
}

export const changePassword = (current: string, next: string) =>
  change(
    'password',
    ({ sdk, user }) =>
      sdk.reauthenticateWithCredential(user, sdk.EmailAuthProvider.credential(user.email ?? '', current)),
    ({ sdk, user }) => sdk.updatePassword(user, next),
    (tools) => signInAnew(tools, tools.user.email ?? '', next),
  )

export const setPassword = (email: string, next: string) =>
  change(
    'link',
    ({ sdk, user }) => sdk.linkWithCredential(user, sdk.EmailAuthProvider.credential(addressIn(email), next)),
    (tools) => signInAnew(tools, addressIn(email), next),
  )

export const mailPasswordLink = () =>
  change('email', ({ sdk, auth, user }) => sdk.sendPasswordResetEmail(auth, user.email ?? '', backToProfile()))

export const addFederated = (id: string) =>
  change('link', ({ sdk, user, options }) =>
    sdk.linkWithPopup(user, federatedProvider(sdk, id, options), sdk.browserPopupRedirectResolver),
  )

/**
 * @param number in E.164 form
 * @param box an empty element for the captcha
 * @param keep receives the verification id
 */
export const sendCode = (number: string, box: HTMLElement, keep: (verificationId: string) => void) =>
  change('phone', async ({ sdk, auth }) => {
    const provider = new sdk.PhoneAuthProvider(auth)
    keep(await withCaptcha({ sdk, auth, box }, (verifier) => provider.verifyPhoneNumber(number, verifier)))
  })

export const addPhone = (verificationId: string, code: string) =>
  change('phone', ({ sdk, user }) =>
    sdk.linkWithCredential(user, sdk.PhoneAuthProvider.credential(verificationId, verificationCode(code))),
  )

export const removeMethod = async (id: string): Promise<Outcome> => {
  const tools = await open().catch(() => null)
  const linked = tools?.user.providerData.map(({ providerId }) => providerId) ?? []
  const offered = tools?.options.map(({ provider }) => provider) ?? []
  if (tools && isOnlyWay(id, linked, offered)) return { problem: lastMethod }
  return change('unlink', ({ sdk, user }) => sdk.unlink(user, id))
}

export const reauthenticate = (proof: Proof) =>
  change('reauthenticate', async ({ sdk, user, options }) => {
    if ('provider' in proof) {
      const provider = federatedProvider(sdk, proof.provider, options)
      return sdk.reauthenticateWithPopup(user, provider, sdk.browserPopupRedirectResolver)
    }
    const credential =
      'password' in proof
        ? sdk.EmailAuthProvider.credential(user.email ?? '', proof.password)
        : sdk.PhoneAuthProvider.credential(proof.verificationId, verificationCode(proof.code))
    return sdk.reauthenticateWithCredential(user, credential)
  })
