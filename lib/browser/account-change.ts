import 'client-only'
import type { Auth, User } from 'firebase/auth'
import type { SignInOption } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'
import { isOnlyWay, optionsFor } from './account-methods'
import { accountProblem, lastMethod, notLoaded, sessionEnded, type Doing, type Outcome } from './account-problem'
import { federatedProvider, phoneVerifier } from './account-provider'
import { addressIn, verificationCode } from './account-rules'
import { publicConfig } from './config'
import { codeOf } from './sdk-error'
import { identity, personOf } from './identity'
import { secondFactorRequired, setAsideOtherFactors } from './second-factor'

export type { Outcome }

/** How somebody shows once more that they are who signed in. */
type Proof = { password: string } | { provider: string } | { verificationId: string; code: string }

const loadSdk = () => import('./account-sdk')

/** Fetches what a change needs ahead of it: a pop-up may open only a moment after the press. */
export const prepare = () => void loadSdk().catch(() => undefined)

export type Tools = {
  sdk: Awaited<ReturnType<typeof loadSdk>>
  auth: Auth
  user: User
  /** The ways to sign in that this person is offered. */
  options: readonly SignInOption[]
  emulated: boolean
}

const open = async (): Promise<Tools | null> => {
  const { auth, config } = await identity()
  // Whoever asked for the change: by the time that the rest has come, somebody else may be signed in.
  const user = auth.currentUser
  setAsideOtherFactors(auth)
  const [{ signIn }, sdk] = await Promise.all([publicConfig(), loadSdk()])
  return user && { sdk, auth, user, options: optionsFor(signIn, user.tenantId), emulated: config.emulator }
}

/**
 * Makes a change of the account.
 * @param steps one after the other; where one asks for the account's second factor, the rest comes after that
 */
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

/** Changes the name; the provider does not announce it, so the caller tells the server. */
export const changeName = (name: string) =>
  change('name', ({ sdk, user }) => sdk.updateProfile(user, { displayName: name.trim() }))

const backToProfile = () => ({ url: location.origin + paths.profile })

/** Sends a link to the new address; the address changes when it is opened, on the sign-in page. */
export const changeEmail = (email: string) =>
  change('email', ({ sdk, user }) => sdk.verifyBeforeUpdateEmail(user, addressIn(email), backToProfile()))

/**
 * A new password makes the provider refuse what earlier sign-ins left behind, this browser's too; so this
 * browser signs in once more with it. Should that fail, the new password holds all the same.
 */
async function signInAnew({ sdk, user }: Tools, email: string, password: string) {
  const credential = sdk.EmailAuthProvider.credential(email, password)
  await sdk.reauthenticateWithCredential(user, credential).catch((cause: unknown) => {
    if (codeOf(cause) === secondFactorRequired) throw cause
  })
}

/** Changes the password of an account that has one; the present one is asked of the provider first. */
export const changePassword = (current: string, next: string) =>
  change(
    'password',
    ({ sdk, user }) =>
      sdk.reauthenticateWithCredential(user, sdk.EmailAuthProvider.credential(user.email ?? '', current)),
    ({ sdk, user }) => sdk.updatePassword(user, next),
    (tools) => signInAnew(tools, tools.user.email ?? '', next),
  )

/** Gives an account without a password one; `email` becomes its address where it has none. */
export const setPassword = (email: string, next: string) =>
  change(
    'link',
    ({ sdk, user }) => sdk.linkWithCredential(user, sdk.EmailAuthProvider.credential(addressIn(email), next)),
    (tools) => signInAnew(tools, addressIn(email), next),
  )

/** Mails a link that sets a new password: for a forgotten one, and for accounts that sign in by link. */
export const mailPasswordLink = () =>
  change('email', ({ sdk, auth, user }) => sdk.sendPasswordResetEmail(auth, user.email ?? '', backToProfile()))

/** Adds a federated way to sign in, in a pop-up. */
export const addFederated = (id: string) =>
  change('link', ({ sdk, user, options }) =>
    sdk.linkWithPopup(user, federatedProvider(sdk, id, options), sdk.browserPopupRedirectResolver),
  )

/**
 * Sends a code by text message.
 * @param number in the form E.164
 * @param box an empty element of the page, for the captcha, which stays unseen unless it has a question
 * @param keep gets what `addPhone` and `prove` need beside the code
 */
export const sendCode = (number: string, box: HTMLElement, keep: (verificationId: string) => void) =>
  change('phone', async ({ sdk, auth, emulated }) => {
    const verifier = phoneVerifier(sdk, auth, box, emulated)
    try {
      keep(await new sdk.PhoneAuthProvider(auth).verifyPhoneNumber(number, verifier))
    } finally {
      verifier.clear()
      box.replaceChildren()
    }
  })

export const addPhone = (verificationId: string, code: string) =>
  change('phone', ({ sdk, user }) =>
    sdk.linkWithCredential(user, sdk.PhoneAuthProvider.credential(verificationId, verificationCode(code))),
  )

/** Takes a way to sign in off the account; the last one that still leads in stays, whatever the page thought. */
export const removeMethod = async (id: string): Promise<Outcome> => {
  const tools = await open().catch(() => null)
  const linked = tools?.user.providerData.map(({ providerId }) => providerId) ?? []
  const offered = tools?.options.map(({ provider }) => provider) ?? []
  if (tools && isOnlyWay(id, linked, offered)) return { problem: lastMethod }
  return change('unlink', ({ sdk, user }) => sdk.unlink(user, id))
}

/** Makes the sign-in fresh again, as some changes ask for. */
export const prove = (proof: Proof) =>
  change('prove', async ({ sdk, user, options }) => {
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
