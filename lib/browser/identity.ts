import 'client-only'
import type { FirebaseApp } from 'firebase/app'
import type { Auth, User } from 'firebase/auth'
import type { PublicConfig } from '@/lib/contract/config'
import type { AppCheck } from './app-check'
import { publicConfig } from './config'
import type * as IdentitySdk from './identity-sdk'
import { callMs, inTime, patienceMs } from './in-time'
import { hasEnded } from './sdk-error'

type Sdk = typeof IdentitySdk
type IdentityConfig = NonNullable<PublicConfig['identity']>
type Identity = { sdk: Sdk; app: FirebaseApp; auth: Auth; config: IdentityConfig }

/** A signed-in person as the identity provider knows them. Picture is the provider's, an absolute address. */
export type Person = {
  uid: string
  name: string | null
  email: string | null
  phone: string | null
  picture: string | null
  /** First provider, or `anonymous` for a guest. */
  providerId: string
  guest: boolean
}

/** Thrown when this deployment has no identity project. */
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
  // On the sign-in page the widget has already opened the one app, with all that its methods need.
  if (sdk.getApps().some((app) => app.name === '[DEFAULT]')) {
    const app = sdk.getApp()
    const auth = sdk.getAuth(app)
    followTenant(auth)
    return { sdk, app, auth, config }
  }
  const appCheck = await openAppCheck(config)
  const app = sdk.initializeApp(appOptions(config))
  appCheck.attach(app)
  // Without the pop-up and redirect parts, which only the sign-in page uses: half the size.
  const auth = sdk.initializeAuth(app, {
    persistence: [sdk.indexedDBLocalPersistence, sdk.browserLocalPersistence],
  })
  if (config.emulator) sdk.connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  followTenant(auth)
  return { sdk, app, auth, config }
}

/** The identity project's settings in the SDK's own names; the same for both faces of the SDK. */
export function appOptions(config: IdentityConfig) {
  const { apiKey, authDomain, projectId, appId, storageBucket } = config
  return { apiKey, authDomain, projectId, appId, ...(storageBucket ? { storageBucket } : {}) }
}

const noAppCheck: AppCheck = { attach: () => undefined, headers: async () => ({}) }

let appCheckOpened: Promise<AppCheck> | undefined

/**
 * Starts App Check once for the page, if this deployment uses it.
 * @returns a stand-in that does nothing if App Check is off or fails: signing in goes on, and the project decides
 *   whether it accepts requests without a token
 */
export function openAppCheck(config: IdentityConfig): Promise<AppCheck> {
  const { appCheck: settings } = config
  if (!settings) return Promise.resolve(noAppCheck)
  return (appCheckOpened ??= inTime(import('./app-check'), patienceMs)
    .then(({ startAppCheck }) => startAppCheck(appOptions(config), settings))
    .catch(() => noAppCheck))
}

/**
 * Loads the SDK and the configuration side by side and opens the one app of the page.
 * @throws {IdentityOff} without a project, or when either cannot be loaded; the next call tries again
 */
export function identity(): Promise<Identity> {
  return (opened ??= open().catch((cause: unknown) => {
    opened = undefined
    throw cause
  }))
}

type ProviderUser = Pick<User, 'uid' | 'displayName' | 'email' | 'phoneNumber' | 'photoURL' | 'isAnonymous'> & {
  providerData: readonly ({ providerId: string } | null)[]
}

/** Reads a user of either face of the SDK. */
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

/** Calls `next` with the person now and after each sign-in and sign-out, here or in another tab. */
export async function watchPerson(next: (person: Person | null) => void): Promise<() => void> {
  const { sdk, auth } = await identity()
  return sdk.onAuthStateChanged(auth, (user) => next(user && personOf(user)))
}

let refreshing: Promise<string | null> | undefined

/**
 * A fresh identity token, or null when nobody is signed in. Calls that start together share one refresh.
 * @throws the SDK's error when the provider cannot be reached or refuses, and one of ours when it does not answer in
 *   `callMs`; then the next call asks anew
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
    // The SDK itself waits half a minute for an answer, before a call that has its own time has even left.
    return await inTime(user.getIdToken(true), callMs)
  } catch (cause) {
    // The SDK forgets the person after some of these refusals and keeps them after others.
    if (hasEnded(cause) && auth.currentUser === user) await sdk.signOut(auth).catch(() => undefined)
    throw cause
  }
}

/**
 * Our server has refused this token, so the sign-in that it came from is over: the SDK must not go on
 * taking the person for signed in, or they could not sign in again. A later sign-in stays as it is.
 */
export async function endRefused(token: string): Promise<void> {
  try {
    const { sdk, auth } = await identity()
    const now = await auth.currentUser?.getIdToken()
    if (now !== undefined && signInOf(now) === signInOf(token)) await sdk.signOut(auth)
  } catch {
    // Not even the SDK can use this sign-in then.
  }
}

/**
 * Ends the provider's session in this browser.
 * @param uid whose: somebody else's stays; without it, whoever is here
 */
export async function endSession(uid?: string): Promise<void> {
  const { sdk, auth } = await identity()
  if (uid !== undefined && auth.currentUser?.uid !== uid) return
  await sdk.signOut(auth)
}

/**
 * Deletes the sign-in itself where the server had no credential to do it. The provider may refuse
 * when the sign-in is old; the account's data is gone all the same, so nothing is thrown.
 * @param uid whose it is: somebody else may have signed in by now, and theirs stays
 * @returns whether it is gone; otherwise an empty sign-in without any data remains with the provider
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
/** Through this every change of the client's user goes; one in another tab goes through nothing else. */
type Changing = { _updateCurrentUser?: (user: Member, ...rest: unknown[]) => Promise<void> }

const following = new WeakSet<Auth>()

/**
 * Lets the page's one client keep people of whatever tenant they are: it would refuse all but those of
 * the tenant that it was told of beforehand, also when another tab has signed them in.
 */
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
  // Who was kept from before is not refused, but their password would be asked of the wrong tenant.
  void auth.authStateReady().then(() => {
    if (auth.currentUser) auth.tenantId = auth.currentUser.tenantId
  })
}

/** Which sign-in a token is of: whose, and when. Null when it cannot be read; nothing is verified here. */
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
