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
  type UserCredential,
  EmailAuthCredential,
  type AuthCredential,
} from 'firebase/auth'
import { watchCaptcha } from '@/components/auth/accessibility/phone'
import type { AppCheck } from '@/lib/browser/app-check'
import { publicConfig } from '@/lib/browser/config'
import { appOptions, IdentityOff, openAppCheck } from '@/lib/browser/identity'
import { errorCodeOf } from '@/lib/browser/sdk-error'
import { loadOnce } from '@/lib/browser/time'
import type { SignInSettings } from '@/lib/contract/sign-in'
import type { Locale } from '@/lib/locales'
import { limits } from '@/lib/site'
import { type IdentityApi, codedError, networkError, providerClass } from './answers'

export type Handler = { handle: (call: Call) => Promise<unknown>; abandon: () => void }

export type CompatAuth = firebase.auth.Auth
export type CompatUser = firebase.User

/** The compat SDK for the widget, with the site's app and storage. */
export type Compat = IdentityApi & {
  auth: CompatAuth
  settings: SignInSettings
  handleCalls: (handler: Handler | null) => void
  abandon: () => void
  /** Turns off the captcha of the widget's second client on emulators. */
  prepareSecondClient: () => void
}

/** As named by release 6.1.0. */
const secondName = (auth: CompatAuth) => `${auth.app.name}-firebaseui-temp`

/** Opens the page's app. Call it before `openIdentity`, which reuses an open app. @throws {IdentityOff} */
export const openCompat = loadOnce(async (locale: Locale): Promise<Compat> => {
  const { identity: config, signIn: settings } = await publicConfig()
  if (!config) throw new IdentityOff()
  const appCheck = await openAppCheck(config)
  attachToEveryApp(appCheck)
  const auth = firebase.initializeApp(appOptions(config)).auth()
  // For emails and text messages.
  auth.languageCode = locale
  fixCredentials(firebase.auth.AuthCredential)
  fixPersistence(Object.getPrototypeOf(auth) as CompatAuth)
  // The SDK's check of its frame's storage throws after each answer. The frame shares this page's storage.
  Object.assign(Object(browserPopupRedirectResolver).prototype, { _isIframeWebStorageSupported: () => {} })
  watchCaptcha(firebase.auth.RecaptchaVerifier.prototype)
  let handler: Handler | null = null
  interceptAll(auth, (call) => (handler ? handler.handle(call) : call.make()))
  if (config.emulator) {
    // The compat SDK cannot hide the emulator's banner.
    connectAuthEmulator(getAuth(), location.origin, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
    fixMockCaptcha(firebase.auth.RecaptchaVerifier.prototype as unknown as MockVerifier)
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
  }
})

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

export function compatResult(credential: UserCredential, appName: string) {
  const { providerId } = credential
  const isProvider = providerId !== null && providerId !== 'password'
  return {
    user: firebase.app(appName).auth().currentUser,
    // The widget rejects a provider's result without a credential.
    credential:
      (isProvider && providerClass(providerId).credentialFromResult(credential)) ||
      (providerId ? { providerId, signInMethod: providerId } : null),
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

type CredentialClass = { fromJSON?: (json: object | string) => AuthCredential | null }

/** Adds a removed SDK function that the widget's linking pages need. */
function fixCredentials(AuthCredentialClass: CredentialClass) {
  AuthCredentialClass.fromJSON ??= (json) => {
    const data = (typeof json === 'string' ? JSON.parse(json) : json) as { providerId?: string }
    if (data.providerId === 'password') return EmailAuthCredential.fromJSON(data)
    if (data.providerId?.startsWith('saml.')) return SAMLAuthProvider.credentialFromJSON(data)
    return OAuthProvider.credentialFromJSON(data)
  }
}

type MockWidget = { timerId: number | null; responseToken: string | null; isVisible: boolean; execute(): void }
type Mock = { reset(id?: number): void; _widgets?: Map<number, MockWidget> }
type MockVerifier = { render(): Promise<number>; _delegate?: { recaptcha: Mock | null } }

function resetMock(widget: MockWidget) {
  if (widget.timerId !== null) clearTimeout(widget.timerId)
  Object.assign(widget, { timerId: null, responseToken: null })
  if (widget.isVisible) widget.execute()
}

/** Resets the SDK's mock captcha after a failed number, which neither the SDK nor the widget can do. */
function fixMockCaptcha(prototype: MockVerifier) {
  const { render } = prototype
  prototype.render = async function () {
    const id = await render.call(this)
    const mock = this._delegate?.recaptcha
    const reset = () => mock?._widgets?.forEach(resetMock)
    if (mock) Object.assign(mock, { reset })
    Object.assign(window, { grecaptcha: { reset } })
    return id
  }
}

type PersistenceClient = { setPersistence(kind: string): Promise<void> }

/** Ignores missing storage, which the widget reports elsewhere. */
function fixPersistence(prototype: PersistenceClient) {
  const original = prototype.setPersistence
  prototype.setPersistence = async function (kind) {
    try {
      await original.call(this, kind)
    } catch (cause) {
      if (errorCodeOf(cause) !== 'auth/unsupported-persistence-type') throw cause
    }
  }
}

export const clientCalls = [
  'applyActionCode',
  'checkActionCode',
  'confirmPasswordReset',
  'createUserWithEmailAndPassword',
  'fetchSignInMethodsForEmail',
  'getRedirectResult',
  'sendPasswordResetEmail',
  'sendSignInLinkToEmail',
  'signInAnonymously',
  'signInWithCredential',
  'signInWithEmailAndPassword',
  'signInWithEmailLink',
  'signInWithPhoneNumber',
  'signInWithPopup',
  'signInWithRedirect',
  'updateCurrentUser',
  'verifyPasswordResetCode',
] as const
export const userCalls = [
  'linkWithCredential',
  'linkWithPhoneNumber',
  'linkWithPopup',
  'linkWithRedirect',
  'updateProfile',
] as const

export type CallName = (typeof clientCalls)[number] | (typeof userCalls)[number] | 'confirm'
export type Call = {
  name: CallName
  args: readonly unknown[]
  isGuest: boolean
  make: () => Promise<unknown>
}
export type Interceptor = (call: Call) => Promise<unknown>

type Method = (this: { isAnonymous?: boolean }, ...args: unknown[]) => Promise<unknown>

const phoneCalls = new Set<string>(['signInWithPhoneNumber', 'linkWithPhoneNumber'])

function withConfirm(result: unknown, intercept: Interceptor): unknown {
  if (typeof result !== 'object' || result === null || !('confirm' in result)) return result
  const confirm = (result.confirm as (...args: unknown[]) => Promise<unknown>).bind(result)
  return Object.assign(result, {
    confirm: (...args: unknown[]) => intercept({ name: 'confirm', args, isGuest: false, make: () => confirm(...args) }),
  })
}

const intercepted = new WeakSet<object>()

/** Intercepts calls on a prototype, once. The widget's own clients only share the prototype. */
export function interceptCalls(prototype: object, names: readonly CallName[], intercept: Interceptor) {
  if (intercepted.has(prototype)) return
  intercepted.add(prototype)
  const methods = prototype as Record<string, Method | undefined>
  for (const name of names) {
    const method = methods[name]
    if (!method) continue
    methods[name] = async function (...given) {
      const args = await prepareArguments(name, given)
      const result = await intercept({
        name,
        args,
        isGuest: this.isAnonymous === true,
        make: async () => method.apply(this, args),
      })
      return withConfirm(result, intercept)
    }
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#0': '' }

/** The widget escapes names, so O'Brien would become `O&#39;Brien`. */
const unescape = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|#0);/g, (_, name: string) => entities[name] ?? '').slice(0, limits.nameLength)

const profileOf = (given: unknown) =>
  typeof given === 'object' && given !== null && 'displayName' in given && typeof given.displayName === 'string'
    ? { ...given, displayName: unescape(given.displayName) }
    : given

async function phoneNumber(text: string): Promise<string | null> {
  const reader = await import('@/lib/browser/phone-number').catch((cause: unknown) => {
    throw networkError('Could not load the phone number parser.', cause)
  })
  return reader.e164Of(text)
}

/** @throws `auth/invalid-phone-number`, also with an emulator */
export async function prepareArguments(name: string, args: readonly unknown[]): Promise<unknown[]> {
  const [first, ...others] = args
  if (name === 'updateProfile') return [profileOf(first), ...others]
  if (!phoneCalls.has(name) || typeof first !== 'string') return [...args]
  const number = await phoneNumber(first)
  if (!number) throw codedError('auth/invalid-phone-number')
  return [number, ...others]
}
