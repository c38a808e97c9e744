import { showVisitor, visitorState, type VisitorPlan } from './visitor-state'
import type { Failure } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import { parseObject, readFromLastHour, readStored, writeForAnHour, writeStored } from '@/lib/browser/json-storage'
import type { CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { storageKeys } from '@/lib/site'

/** Shared by all tabs: the user, and when their plan last changed (`at`). A tab's cached session has to match. */
type Hint = { uid: string; at?: number }
type CachedSession = Hint & { user: User | null; plan: CurrentPlan }

const withUser = <T extends Hint>(value: object | null): T | null => {
  const stored = value as T | null
  return stored && typeof stored.uid === 'string' && stored.uid ? stored : null
}

export const hintIn = (text: string | null) => withUser<Hint>(parseObject(text))

export const readHint = () => withUser<Hint>(readStored('localStorage', storageKeys.session))

const storeHint = (hint: Hint | null) => writeStored('localStorage', storageKeys.session, hint)

export function writeHint(uid: string) {
  if (readHint()?.uid !== uid) storeHint({ uid })
}

/** The address may be confirmed on another device. */
const isLasting = (plan: CurrentPlan | undefined) => plan !== undefined && !plan.confirmEmailFirst

/** Invalidates the cached plan in every tab. */
export function markPlanChanged(uid: string) {
  storeHint({ uid, at: Date.now() })
  clearCachedSession()
}

export function readCachedSession(): CachedSession | null {
  const cached = withUser<CachedSession>(readStored('sessionStorage', storageKeys.cachedSession))
  const hint = readHint()
  return cached && hint && cached.uid === hint.uid && cached.at === hint.at && isLasting(cached.plan) ? cached : null
}

const writeCachedSession = (uid: string, user: User | null, plan: CurrentPlan) =>
  writeStored('sessionStorage', storageKeys.cachedSession, { uid, at: readHint()?.at, user, plan })

export const clearCachedSession = () => writeStored('sessionStorage', storageKeys.cachedSession, null)

export function forgetSession() {
  storeHint(null)
  clearCachedSession()
}

/** Tells the next page that the user has signed out. */
export const markSignedOut = () => writeStored('sessionStorage', storageKeys.signedOut, {})

export const rememberCheckout = (uid: string) => writeForAnHour('sessionStorage', storageKeys.leftToPay, { uid })

export const forgetCheckout = () => writeForAnHour('sessionStorage', storageKeys.leftToPay, null)

/** Whether this user left for a checkout within the last hour, with unknown outcome. */
export const mayHavePaid = (uid: string): boolean =>
  readFromLastHour('sessionStorage', storageKeys.leftToPay)?.uid === uid

export type Plan = CurrentPlan | 'unknown' | 'failed'
export type SignedIn = { state: 'in'; uid: string; person: Person | null; user: User | null; plan: Plan }
/**
 * `ended`: without a sign-out; `refusal` is set if signing in again would not help.
 * `failed`: the identity service cannot be reached, or the browser's storage does not answer.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'anonymous'; ended?: true; refusal?: Failure }
  | { state: 'guest'; person: Person }
  | SignedIn
  | { state: 'failed'; isStorageSilent: boolean }

let current: Session = { state: 'loading' }
const listeners = new Set<() => void>()

export const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const getSnapshot = () => current
const serverSnapshot: Session = { state: 'loading' }
export const getServerSnapshot = () => serverSnapshot

/** Null while the page keeps what the head script has shown. */
function planToShow(session: Session): VisitorPlan | null {
  if (session.state === 'anonymous' || session.state === 'guest') return 'anonymous'
  if (session.state !== 'in') return null
  // During a reload, the last known plan counts.
  return typeof session.plan === 'object' ? session.plan : (readCachedSession()?.plan ?? 'unknown')
}

export function setSession(next: Session) {
  current = next
  const plan = planToShow(next)
  if (plan) showVisitor(visitorState(location.pathname + location.search, plan))
  for (const listener of listeners) listener()
}

/** Updates the signed-in user unless another one has signed in. */
export function update(uid: string, change: Partial<SignedIn>) {
  if (current.state !== 'in' || current.uid !== uid) return
  setSession({ ...current, ...change })
  if (current.state === 'in' && typeof current.plan === 'object') writeCachedSession(uid, current.user, current.plan)
}

/** Ends the session without a sign-out by the user. */
export function markSessionEnded(refusal?: Failure) {
  forgetSession()
  setSession({ state: 'anonymous', ended: true, ...(refusal?.data.error.reason && { refusal }) })
}
