import firebase from 'firebase/compat/app'
import 'firebase/compat/auth'
import { connectAuthEmulator, getAuth } from 'firebase/auth'
import { publicConfig } from '@/lib/browser/config'
import { appOptions, IdentityOff } from '@/lib/browser/identity'
import { mendCaptcha, mendCredentials, mendPersistence } from './mends'

export type CompatAuth = firebase.auth.Auth
export type CompatUser = firebase.User

/** The widget's face of the identity SDK: the same app and storage as the rest of the site uses. */
export type Compat = { auth: CompatAuth; temporary: () => CompatAuth; identityBase: string; apiKey: string }

/** The second client that the widget makes beside ours, by the name that its release 6.1.0 gives it. */
const temporaryName = (auth: CompatAuth) => `${auth.app.name}-firebaseui-temp`

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
  const { identity: config } = await publicConfig()
  if (!config) throw new IdentityOff()
  const auth = firebase.initializeApp(appOptions(config)).auth()
  mendCredentials(firebase.auth.AuthCredential)
  mendPersistence(Object.getPrototypeOf(auth) as CompatAuth)
  if (config.emulator) {
    // The compat face cannot switch the SDK's banner off, which would lie over the page's foot.
    connectAuthEmulator(getAuth(), location.origin, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
    mendCaptcha(window)
  }
  const host = 'identitytoolkit.googleapis.com'
  return {
    auth,
    temporary: () => {
      const temporary = firebase.app(temporaryName(auth)).auth()
      if (config.emulator) temporary.settings.appVerificationDisabledForTesting = true
      return temporary
    },
    identityBase: config.emulator ? `${location.origin}/${host}` : `https://${host}`,
    apiKey: config.apiKey,
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
