import { parseObject, readFromLastHour, readStored, writeForAnHour, writeStored } from '@/lib/browser/json-storage'
import type { CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { storageKeys } from '@/lib/site'

/**
 * The hint is shared by all tabs: the user, and when their plan last changed (`at`). The tab's copy is valid while it
 * matches.
 */
type Hint = { uid: string; at?: number }
type Copy = Hint & { user: User | null; plan: CurrentPlan }

const withUser = <T extends Hint>(value: object | null): T | null => {
  const stored = value as T | null
  return stored && typeof stored.uid === 'string' && stored.uid ? stored : null
}

export const hintIn = (text: string | null) => withUser<Hint>(parseObject(text))

export const readHint = () => withUser<Hint>(readStored('localStorage', storageKeys.session))

export function writeHint(uid: string) {
  if (readHint()?.uid !== uid) writeStored('localStorage', storageKeys.session, { uid })
}

/** Invalidates the cached plan in every tab. */
export function markPlanChanged(uid: string) {
  writeStored('localStorage', storageKeys.session, { uid, at: Date.now() })
  clearCopy()
}

export function readCopy(): Copy | null {
  const copy = withUser<Copy>(readStored('sessionStorage', storageKeys.copy))
  const hint = readHint()
  return copy && hint && copy.uid === hint.uid && copy.at === hint.at && copy.plan ? copy : null
}

export const writeCopy = (uid: string, user: User | null, plan: CurrentPlan) =>
  writeStored('sessionStorage', storageKeys.copy, { uid, at: readHint()?.at, user, plan })

export const clearCopy = () => writeStored('sessionStorage', storageKeys.copy, null)

export function forgetSession() {
  writeStored('localStorage', storageKeys.session, null)
  clearCopy()
}

/** Tells the next page that the user has signed out. */
export const markSignedOut = () => writeStored('sessionStorage', storageKeys.signedOut, {})

export const rememberCheckout = (uid: string) => writeForAnHour('sessionStorage', storageKeys.leftToPay, { uid })

export const forgetCheckout = () => writeForAnHour('sessionStorage', storageKeys.leftToPay, null)

/** Whether this user left for a checkout within the last hour, with unknown outcome. */
export const mayHavePaid = (uid: string): boolean =>
  readFromLastHour('sessionStorage', storageKeys.leftToPay)?.uid === uid
