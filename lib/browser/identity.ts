import 'client-only'
import type { FirebaseApp } from 'firebase/app'
import type { Auth, User } from 'firebase/auth'
import type { PublicConfig } from '@/lib/contract/config'
import type { AppCheck } from './app-check'
import { publicConfig } from './config'
import type * as IdentitySdk from './identity-sdk'
import { callTimeoutMs, withTimeout, vendorTimeoutMs } from './timeout'
import { hasEnded } from './sdk-error'

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

/** There is no identity project. */
export class IdentityOff extends Error {
  constructor() {
    super('Signing in is switched off on this site.')
    this.name = 'IdentityOff'
  }
}

let opened: Promise<Identity> | undefined

async function open(): Promise<Identity> {
  const [sdk, { identity: config }] = await Promise.all([import('./identity-sdk'), publicConfig()])
  if (!config) throw new IdentityOff()
  // The widget may have opened the app already.
  const isOpen = sdk.getApps().some((app) => app.name === '[DEFAULT]')
  const auth = isOpen ? sdk.getAuth() : await openAuth(sdk, config)
  followTenant(auth)
  return { sdk, app: auth.app, auth, config }
}

async function openAuth(sdk: Sdk, config: IdentityConfig): Promise<Auth> {
  const appCheck = await openAppCheck(config)
  const app = sdk.initializeApp(appOptions(config))
  appCheck.attach(app)
  // Omits the popup and redirect code, which is half of the size.
  const auth = sdk.initializeAuth(app, {
    persistence: [sdk.indexedDBLocalPersistence, sdk.browserLocalPersistence],
  })
  if (config.emulator) sdk.connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  return auth
}

export function appOptions(config: IdentityConfig) {
  const { apiKey, authDomain, projectId, appId, storageBucket } = config
  return { apiKey, authDomain, projectId, appId, ...(storageBucket ? { storageBucket } : {}) }
}

const noAppCheck: AppCheck = { attach: () => undefined, headers: async () => ({}) }

let appCheckOpened: Promise<AppCheck> | undefined

/** Starts App Check once per page. Without a token, the project decides about sign-in. */
export function openAppCheck(config: IdentityConfig): Promise<AppCheck> {
  const { appCheck: settings } = config
  if (!settings) return Promise.resolve(noAppCheck)
  return (appCheckOpened ??= withTimeout(import('./app-check'), vendorTimeoutMs)
    .then(({ startAppCheck }) => startAppCheck(appOptions(config), settings))
    .catch(() => noAppCheck))
}

/** @throws {IdentityOff} without a project; other errors if loading fails. The next call tries again. */
export function identity(): Promise<Identity> {
  return (opened ??= open().catch((cause: unknown) => {
    opened = undefined
    throw cause
  }))
}

type ProviderUser = Pick<User, 'uid' | 'displayName' | 'email' | 'phoneNumber' | 'photoURL' | 'isAnonymous'> & {
  providerData: readonly ({ providerId: string } | null)[]
}

export function personOf(user: ProviderUser): Person {
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

export async function watchPerson(next: (person: Person | null) => void): Promise<() => void> {
  const { sdk, auth } = await identity()
  return sdk.onAuthStateChanged(auth, (user) => next(user && personOf(user)))
}

let refreshing: Promise<string | null> | undefined

/**
 * A fresh token, or null if signed out. Concurrent calls share one refresh.
 * @throws the SDK's error, or a timeout after `callTimeoutMs`
 */
export function freshToken(): Promise<string | null> {
  return (refreshing ??= refresh().finally(() => (refreshing = undefined)))
}

async function refresh(): Promise<string | null> {
  const { sdk, auth } = await identity()
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return null
  try {
    // The SDK itself would wait for 30 seconds.
    return await withTimeout(user.getIdToken(true), callTimeoutMs)
  } catch (cause) {
    // The SDK signs out after only some of these errors.
    if (hasEnded(cause) && auth.currentUser === user) await sdk.signOut(auth).catch(() => undefined)
    throw cause
  }
}

/** Signs out after our server refused this token, unless the user has signed in again. */
export async function endRefused(token: string): Promise<void> {
  try {
    const { sdk, auth } = await identity()
    const now = await auth.currentUser?.getIdToken()
    if (now !== undefined && signInOf(now) === signInOf(token)) await sdk.signOut(auth)
  } catch {
    // The SDK cannot use this session either.
  }
}

export async function endSession(uid?: string): Promise<void> {
  const { sdk, auth } = await identity()
  if (uid !== undefined && auth.currentUser?.uid !== uid) return
  await sdk.signOut(auth)
}

/**
 * Deletes the identity if the server cannot. Never throws.
 * @returns false if it remains
 */
export async function removeIdentity(uid: string): Promise<boolean> {
  try {
    const { sdk, auth } = await identity()
    await auth.authStateReady()
    if (auth.currentUser?.uid !== uid) return false
    await sdk.deleteUser(auth.currentUser)
    return true
  } catch {
    return false
  }
}

type Member = { tenantId: string | null } | null
/** A private method that every change of the user calls. */
type Changing = { _updateCurrentUser?: (user: Member, ...rest: unknown[]) => Promise<void> }

const following = new WeakSet<Auth>()

/** Sets the client's tenant to the user's, because the SDK refuses other tenants. */
export function followTenant(auth: Auth): void {
  if (following.has(auth)) return
  following.add(auth)
  const client: Changing = auth as Auth & Changing
  const change = client._updateCurrentUser
  if (change) {
    client._updateCurrentUser = async function (user, ...rest) {
      auth.tenantId = user?.tenantId ?? null
      return change.call(this, user, ...rest)
    }
  }
  // A restored user is accepted, but re-authentication would use the wrong tenant.
  void auth.authStateReady().then(() => {
    if (auth.currentUser) auth.tenantId = auth.currentUser.tenantId
  })
}

/** Identifies a sign-in by user and time. The token is not verified. */
export function signInOf(token: string): string | null {
  try {
    const [, claims = ''] = token.split('.')
    const { sub, auth_time: at } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub?: unknown
      auth_time?: unknown
    }
    return typeof sub === 'string' && typeof at === 'number' ? `${at} ${sub}` : null
  } catch {
    return null
  }
}
