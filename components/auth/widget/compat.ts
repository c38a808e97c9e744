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
import { publicConfig } from '@/lib/browser/config'
import type { AppCheck } from '@/lib/browser/app-check'
import { appOptions, IdentityOff, openAppCheck } from '@/lib/browser/identity'
import { setAsideOtherFactors } from '@/lib/browser/second-factor'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { watchCaptcha } from '@/components/auth/accessibility/phone-number'
import { attend, type Attendant } from './attend'
import { clientCalls, interceptCalls, userCalls, type Around } from './calls'
import { mendCaptcha, mendCredentials, mendPersistence, mendStorageCheck } from './sdk-fixes'
import { sentCodes } from './sent-code'

export type CompatAuth = firebase.auth.Auth
export type CompatUser = firebase.User

/** The widget's face of the identity SDK: the same app and storage as the rest of the site uses. */
export type Compat = {
  auth: CompatAuth
  /** Readies the second client that the widget has just made: an emulator asks for no captcha there either. */
  readySecond: () => void
  /**
   * Who attends the calls that the widget makes, through whichever client; null for nobody. Whatever is
   * under way for the last one is abandoned.
   */
  attend: (attendant: Attendant | null) => void
  /**
   * Sends another code to the number of the last one.
   * @param box empty, for the captcha
   * @returns the number
   */
  resendCode: (box: HTMLElement, captcha: Record<string, unknown>) => Promise<string>
  /** The widget starts again: nothing that is under way comes back to it. */
  abandon: () => void
  identityBase: string
  /** App Check's headers for a request to the identity API that does not go through the SDK. */
  checkHeaders: () => Promise<Record<string, string>>
  apiKey: string
  settings: SignInSettings
}

/** The second client that the widget makes beside ours, by the name that its release 6.1.0 gives it. */
const secondName = (auth: CompatAuth) => `${auth.app.name}-firebaseui-temp`

let opened: Promise<Compat> | undefined

/**
 * Opens the page's one app for the widget. It must come before `identity()`, which then finds the
 * app open and takes it over.
 * @throws {IdentityOff} without a project, or when the configuration cannot be read
 */
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
  mendCredentials(firebase.auth.AuthCredential)
  mendPersistence(Object.getPrototypeOf(auth) as CompatAuth)
  mendStorageCheck(browserPopupRedirectResolver)
  setAsideOtherFactors(getAuth())
  watchCaptcha(firebase.auth.RecaptchaVerifier.prototype)
  let attendant: Attendant | null = null
  const codes = attendCalls(auth, () => attendant)
  if (config.emulator) {
    // The compat face cannot switch the SDK's banner off, which would lie over the page's foot.
    connectAuthEmulator(getAuth(), location.origin, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
    mendCaptcha(window, firebase.auth.RecaptchaVerifier.prototype)
  }
  const host = 'identitytoolkit.googleapis.com'
  return {
    auth,
    readySecond: () => {
      if (config.emulator) firebase.app(secondName(auth)).auth().settings.appVerificationDisabledForTesting = true
    },
    attend: (next) => {
      attendant?.abandon()
      attendant = next
    },
    resendCode: async (box, captcha) => {
      const verifier = new firebase.auth.RecaptchaVerifier(box, captcha, auth.app)
      try {
        return await codes.again(verifier)
      } finally {
        verifier.clear()
      }
    },
    abandon: () => attendant?.abandon(),
    identityBase: config.emulator ? `${location.origin}/${host}` : `https://${host}`,
    checkHeaders: appCheck.headers,
    apiKey: config.apiKey,
    settings,
  }
}

/** The widget signs people in with apps that it makes itself, so App Check is attached where apps are made. */
function attachToEveryApp({ attach }: AppCheck) {
  const { initializeApp } = firebase
  const withAppCheck = (...args: Parameters<typeof initializeApp>) => {
    const app = initializeApp(...args)
    attach(getApp(app.name))
    return app
  }
  Object.assign(firebase, { initializeApp: withAppCheck })
}

/** The class of users is nobody's to name: the first user that is seen shows it. */
function attendCalls(auth: CompatAuth, attendant: () => Attendant | null) {
  const codes = sentCodes(attend(attendant))
  const mendUser = (user: unknown) => {
    if (typeof user === 'object' && user !== null)
      interceptCalls(Object.getPrototypeOf(user) as object, userCalls, around)
  }
  const around: Around = async (call) => {
    const result = await codes.around(call)
    if (typeof result === 'object' && result !== null && 'user' in result) mendUser(result.user)
    return result
  }
  interceptCalls(Object.getPrototypeOf(auth) as object, clientCalls, around)
  auth.onAuthStateChanged(mendUser)
  return codes
}

function credentialOf(result: UserCredential) {
  const { providerId } = result
  if (!providerId || providerId === 'password') return null
  if (providerId.startsWith('saml.')) return SAMLAuthProvider.credentialFromResult(result)
  if (providerId === 'twitter.com') return TwitterAuthProvider.credentialFromResult(result)
  return OAuthProvider.credentialFromResult(result)
}

/**
 * A sign-in that the SDK's newer face has finished, as the widget wants it.
 * @param appName of the client that signed in
 */
export function compatResult(credential: UserCredential, appName: string) {
  const { providerId } = credential
  return {
    user: firebase.app(appName).auth().currentUser,
    // The widget refuses a provider's result without one.
    credential: credentialOf(credential) ?? (providerId ? { providerId, signInMethod: providerId } : null),
    operationType: credential.operationType,
    additionalUserInfo: getAdditionalUserInfo(credential),
  }
}

/** Who is signed in, once the SDK has looked. */
export function firstUser(auth: CompatAuth): Promise<CompatUser | null> {
  return new Promise((resolve, reject) => {
    const stop = auth.onAuthStateChanged((user) => {
      stop()
      resolve(user)
    }, reject)
  })
}
