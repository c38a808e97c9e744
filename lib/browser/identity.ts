import 'client-only'
import type { FirebaseApp } from 'firebase/app'
import type { Auth, User } from 'firebase/auth'
import type { PublicConfig } from '@/lib/contract/config'
import type { AppCheck } from './app-check'
import { publicConfig } from './config'
import type * as IdentitySdk from './identity-sdk'
import { pageLocale } from './page-address'
import { isSessionEndedError, silentStorage } from './sdk-error'
import { callTimeoutMs, loadOnce, withTimeout, vendorTimeoutMs } from './time'

type Sdk = typeof IdentitySdk
type IdentityConfig = NonNullable<PublicConfig['identity']>
type Identity = { sdk: Sdk; app: FirebaseApp; auth: Auth; config: IdentityConfig }

export type Person = {
  uid: string
  name: string | null
  email: string | null
  phone: string | null
  picture: string | null
  providerId: string
  guest: boolean
}

export class IdentityOff extends Error {
  override readonly name = 'IdentityOff'
}

/** @throws {IdentityOff} without a project; other errors if loading fails */
export const openIdentity = loadOnce(async (): Promise<Identity> => {
  const [sdk, { identity: config }] = await Promise.all([import('./identity-sdk'), publicConfig()])
  if (!config) throw new IdentityOff()
  // The widget may have opened the app already.
  const isOpen = sdk.getApps().some((app) => app.name === '[DEFAULT]')
  const auth = isOpen ? sdk.getAuth() : await openAuth(sdk, config)
  keepTenantInSync(auth)
  return { sdk, app: auth.app, auth, config }
})

async function openAuth(sdk: Sdk, config: IdentityConfig): Promise<Auth> {
  const appCheck = await openAppCheck(config)
  const app = sdk.initializeApp(appOptions(config))
  appCheck.attach(app)
  // Omits the popup and redirect code, which is half of the size.
  const auth = sdk.initializeAuth(app, {
    persistence: [sdk.indexedDBLocalPersistence, sdk.browserLocalPersistence],
  })
  // For emails and text messages.
  auth.languageCode = pageLocale()
  if (config.emulator) sdk.connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  return auth
}

export function appOptions(config: IdentityConfig) {
  const { apiKey, authDomain, projectId, appId, storageBucket } = config
  return { apiKey, authDomain, projectId, appId, ...(storageBucket ? { storageBucket } : {}) }
}

const noAppCheck: AppCheck = { attach: () => undefined, headers: async () => ({}) }

/** Without a token, the project decides about sign-in. */
export const openAppCheck = loadOnce(async (config: IdentityConfig): Promise<AppCheck> => {
  const { appCheck: settings } = config
  if (!settings) return noAppCheck
  try {
    const { startAppCheck } = await withTimeout(import('./app-check'), vendorTimeoutMs)
    return startAppCheck(appOptions(config), settings)
  } catch {
    return noAppCheck
  }
})

type SdkUser = Pick<User, 'uid' | 'displayName' | 'email' | 'phoneNumber' | 'photoURL' | 'isAnonymous'> & {
  providerData: readonly ({ providerId: string } | null)[]
}

export function personOf(user: SdkUser): Person {
  return {
    uid: user.uid,
    name: user.displayName,
    email: user.email,
    phone: user.phoneNumber,
    picture: user.photoURL,
    providerId: user.providerData[0]?.providerId ?? 'anonymous',
    guest: user.isAnonymous,
  }
}

const probeAfterMs = 8_000
const probeMs = 2_000

/** Resolves if the SDK's database answers, also with an error. Creates it as the SDK would. */
function askDatabase(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open('firebaseLocalStorageDb', 1)
      opening.addEventListener('upgradeneeded', () =>
        opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' }),
      )
      opening.addEventListener('error', () => resolve())
      opening.addEventListener('success', () => {
        const store = opening.result.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage')
        store.get('probe').addEventListener('success', () => {
          opening.result.close()
          resolve()
        })
      })
    } catch {
      resolve()
    }
  })
}

/** @throws an error with the code `silentStorage` after ten seconds if the database does not answer, or after `ms` */
export function untilStorageIsSilent<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(Object.assign(new Error('The browser’s database does not answer.'), { code: silentStorage }))
    const timer = setTimeout(() => void withTimeout(askDatabase(), probeMs).catch(refuse), probeAfterMs)
    withTimeout(promise, ms)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** @throws after `callTimeoutMs`, or earlier if the browser's database does not answer */
export function userRestored(auth: Pick<Auth, 'authStateReady'>): Promise<void> {
  return untilStorageIsSilent(auth.authStateReady(), callTimeoutMs)
}

/** @throws if the SDK cannot restore the user; a later answer is still reported */
export async function watchPerson(next: (person: Person | null) => void): Promise<void> {
  const { sdk, auth } = await openIdentity()
  sdk.onAuthStateChanged(auth, (user) => next(user && personOf(user)))
  await userRestored(auth)
}

/** `authTime`: when the user signed in. */
type Token = { token: string; authTime: string }

let refreshPromise: Promise<Token | null> | undefined

/** Null if signed out. Concurrent calls share one refresh. @throws the SDK's error, or a timeout */
export function freshToken(): Promise<Token | null> {
  return (refreshPromise ??= refreshToken().finally(() => (refreshPromise = undefined)))
}

async function refreshToken(): Promise<Token | null> {
  const { sdk, auth } = await openIdentity()
  await userRestored(auth)
  const user = auth.currentUser
  if (!user) return null
  try {
    // The SDK itself would wait for 30 seconds.
    return await withTimeout(user.getIdTokenResult(true), callTimeoutMs)
  } catch (cause) {
    // The SDK signs out after only some of these errors.
    if (isSessionEndedError(cause) && auth.currentUser === user) await sdk.signOut(auth).catch(() => undefined)
    throw cause
  }
}

/** Signs out after our server refused a token of this sign-in. @returns false if the user has signed in again */
export async function endRefusedSignIn(authTime: string | undefined): Promise<boolean> {
  try {
    const { sdk, auth } = await openIdentity()
    const current = await auth.currentUser?.getIdTokenResult()
    if (current && current.authTime !== authTime) return false
    await sdk.signOut(auth)
  } catch {
    // The SDK cannot use this session either.
  }
  return true
}

export async function signOutSdk(uid?: string): Promise<void> {
  const { sdk, auth } = await openIdentity()
  if (uid !== undefined && auth.currentUser?.uid !== uid) return
  await withTimeout(sdk.signOut(auth), callTimeoutMs)
}

/** Deletes the identity if the server cannot. Never throws; false if it remains. */
export async function deleteIdentity(uid: string): Promise<boolean> {
  try {
    const { sdk, auth } = await openIdentity()
    await userRestored(auth)
    if (auth.currentUser?.uid !== uid) return false
    await sdk.deleteUser(auth.currentUser)
    return true
  } catch {
    return false
  }
}

type TenantUser = { tenantId: string | null } | null
/** A private method that every change of the user calls; see docs/decisions/0026. */
type ClientWithUserUpdates = { _updateCurrentUser?: (user: TenantUser, ...rest: unknown[]) => Promise<void> }

/** Sets the client's tenant to the user's, because the SDK refuses other tenants. */
export function keepTenantInSync(auth: Auth): void {
  const client: ClientWithUserUpdates = auth as Auth & ClientWithUserUpdates
  const updateUser = client._updateCurrentUser
  if (updateUser) {
    client._updateCurrentUser = async function (user, ...rest) {
      auth.tenantId = user?.tenantId ?? null
      return updateUser.call(this, user, ...rest)
    }
  }
  // A restored user is accepted, but re-authentication would use the wrong tenant.
  void auth.authStateReady().then(() => {
    if (auth.currentUser) auth.tenantId = auth.currentUser.tenantId
  })
}
