import firebase from 'firebase/compat/app'
import 'firebase/compat/auth'
import { getApp } from 'firebase/app'
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  getAdditionalUserInfo,
  getAuth,
  OAuthProvider,
  SAMLAuthProvider,
  TwitterAuthProvider,
  type UserCredential,
} from 'firebase/auth'
import { watchCaptcha } from '@/components/auth/accessibility/phone-number'
import type { AppCheck } from '@/lib/browser/app-check'
import { publicConfig } from '@/lib/browser/config'
import { appOptions, IdentityOff, openAppCheck } from '@/lib/browser/identity'
import type { SignInSettings } from '@/lib/contract/sign-in'
import type { CallHandler } from './call-handler'
import { clientCalls, interceptCalls, trackSentCodes, userCalls, type Interceptor } from './calls'
import type { IdentityApi } from './look-up'
import { fixCredentials, fixMockCaptcha, fixPersistence, fixStorageCheck } from './sdk-fixes'

export type CompatAuth = firebase.auth.Auth
export type CompatUser = firebase.User

/** The compat SDK for the widget, with the site's app and storage. */
export type Compat = IdentityApi & {
  auth: CompatAuth
  settings: SignInSettings
  handleCalls: (handler: CallHandler | null) => void
  abandon: () => void
  /** Turns off the captcha of the widget's second client on emulators. */
  prepareSecondClient: () => void
  resendCode: (box: HTMLElement, captcha: Record<string, unknown>) => Promise<string>
}

/** As named by release 6.1.0. */
const secondName = (auth: CompatAuth) => `${auth.app.name}-firebaseui-temp`

let opened: Promise<Compat> | undefined

/** Opens the page's app. Call it before `identity()`, which reuses an open app. @throws {IdentityOff} */
export function openCompat(): Promise<Compat> {
  return (opened ??= open().catch((cause: unknown) => {
    opened = undefined
    throw cause
  }))
}

async function open(): Promise<Compat> {
  const { identity: config, signIn: settings } = await publicConfig()
  if (!config) throw new IdentityOff()
  const appCheck = await openAppCheck(config)
  attachToEveryApp(appCheck)
  const auth = firebase.initializeApp(appOptions(config)).auth()
  fixCredentials(firebase.auth.AuthCredential)
  fixPersistence(Object.getPrototypeOf(auth) as CompatAuth)
  fixStorageCheck(browserPopupRedirectResolver)
  watchCaptcha(firebase.auth.RecaptchaVerifier.prototype)
  let handler: CallHandler | null = null
  const sentCodes = trackSentCodes((call) => (handler ? handler.handle(call) : call.make()))
  interceptAll(auth, sentCodes.intercept)
  if (config.emulator) {
    // The compat SDK cannot hide the emulator's banner.
    connectAuthEmulator(getAuth(), location.origin, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
    fixMockCaptcha(window, firebase.auth.RecaptchaVerifier.prototype)
  }
  const host = 'identitytoolkit.googleapis.com'
  return {
    auth,
    settings,
    apiKey: config.apiKey,
    identityBase: config.emulator ? `${location.origin}/${host}` : `https://${host}`,
    checkHeaders: appCheck.headers,
    handleCalls: (next) => {
      handler?.abandon()
      handler = next
    },
    abandon: () => handler?.abandon(),
    prepareSecondClient: () => {
      if (config.emulator) firebase.app(secondName(auth)).auth().settings.appVerificationDisabledForTesting = true
    },
    resendCode: async (box, captcha) => {
      const verifier = new firebase.auth.RecaptchaVerifier(box, captcha, auth.app)
      try {
        return await sentCodes.resend(verifier)
      } finally {
        verifier.clear()
      }
    },
  }
}

/** The widget creates its own apps, so App Check is attached on creation. */
function attachToEveryApp({ attach }: AppCheck) {
  const { initializeApp } = firebase
  const withAppCheck = (...args: Parameters<typeof initializeApp>) => {
    const app = initializeApp(...args)
    attach(getApp(app.name))
    return app
  }
  Object.assign(firebase, { initializeApp: withAppCheck })
}

/** Intercepts all clients and users. The SDK does not export its user class, so the first user provides it. */
function interceptAll(auth: CompatAuth, intercept: Interceptor) {
  const interceptUser = (user: unknown) => {
    if (typeof user === 'object' && user !== null)
      interceptCalls(Object.getPrototypeOf(user) as object, userCalls, interceptor)
  }
  const interceptor: Interceptor = async (call) => {
    const result = await intercept(call)
    if (typeof result === 'object' && result !== null && 'user' in result) interceptUser(result.user)
    return result
  }
  interceptCalls(Object.getPrototypeOf(auth) as object, clientCalls, interceptor)
  auth.onAuthStateChanged(interceptUser)
}

function credentialOf(result: UserCredential) {
  const { providerId } = result
  if (!providerId || providerId === 'password') return null
  if (providerId.startsWith('saml.')) return SAMLAuthProvider.credentialFromResult(result)
  if (providerId === 'twitter.com') return TwitterAuthProvider.credentialFromResult(result)
  return OAuthProvider.credentialFromResult(result)
}

export function compatResult(credential: UserCredential, appName: string) {
  const { providerId } = credential
  return {
    user: firebase.app(appName).auth().currentUser,
    // The widget rejects a provider's result without a credential.
    credential: credentialOf(credential) ?? (providerId ? { providerId, signInMethod: providerId } : null),
    operationType: credential.operationType,
    additionalUserInfo: getAdditionalUserInfo(credential),
  }
}

export function firstUser(auth: CompatAuth): Promise<CompatUser | null> {
  return new Promise((resolve, reject) => {
    const stop = auth.onAuthStateChanged((user) => {
      stop()
      resolve(user)
    }, reject)
  })
}

/** Whether the signed-in user's address is confirmed, as the service says now. */
export async function isVerified({ currentUser }: CompatAuth): Promise<boolean> {
  await currentUser?.reload().catch(() => undefined)
  return currentUser?.emailVerified === true
}

const prepared = new WeakSet<CompatAuth>()

/** Prepares a tenant's client, once: same server, and no storage on the device. */
export async function prepareTenantClient({ auth: own }: Pick<Compat, 'auth'>, auth: CompatAuth): Promise<void> {
  // An earlier visitor may have left a tenant.
  if (auth === own) own.tenantId = null
  if (auth === own || prepared.has(auth)) return
  prepared.add(auth)
  if (own.emulatorConfig) {
    connectAuthEmulator(getAuth(getApp(auth.app.name)), location.origin, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
  }
  await auth.setPersistence('none')
}

/** Makes a tenant's user the current user of the site's own client. */
export async function adoptUser({ auth }: Pick<Compat, 'auth'>, user: CompatUser): Promise<CompatUser> {
  // The client rejects other tenants' users.
  auth.tenantId = user.tenantId
  await auth.updateCurrentUser(user)
  return auth.currentUser ?? user
}
