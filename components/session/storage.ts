import type { CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { storageKeys } from '@/lib/site'

/**
 * The hint is shared by all tabs: the user, and when their plan last changed (`at`). The tab's copy is valid while it
 * matches.
 */
type Hint = { uid: string; at?: number }
type Copy = { uid: string; at?: number; user: User | null; plan: CurrentPlan }

type Kind = 'localStorage' | 'sessionStorage'

function parse<T extends { uid: string }>(text: string | null): T | null {
  try {
    const value = JSON.parse(text ?? 'null') as T | null
    return value && typeof value.uid === 'string' && value.uid ? value : null
  } catch {
    return null
  }
}

function read<T extends { uid: string }>(kind: Kind, key: string): T | null {
  try {
    return parse<T>(window[kind].getItem(key))
  } catch {
    return null
  }
}

function write(kind: Kind, key: string, value: Hint | Copy | null) {
  try {
    if (value) window[kind].setItem(key, JSON.stringify(value))
    else window[kind].removeItem(key)
  } catch {
    // Storage may be blocked.
  }
}

export const hintIn = (text: string | null) => parse<Hint>(text)

export const readHint = () => read<Hint>('localStorage', storageKeys.session)

export function writeHint(uid: string) {
  if (readHint()?.uid !== uid) write('localStorage', storageKeys.session, { uid })
}

/** Invalidates the cached plan in every tab. */
export function markPlanChanged(uid: string) {
  write('localStorage', storageKeys.session, { uid, at: Date.now() })
  clearCopy()
}

export function readCopy(): Copy | null {
  const copy = read<Copy>('sessionStorage', storageKeys.copy)
  const hint = readHint()
  return copy && hint && copy.uid === hint.uid && copy.at === hint.at && copy.plan ? copy : null
}

export function writeCopy(uid: string, user: User | null, plan: CurrentPlan) {
  const at = readHint()?.at
  write('sessionStorage', storageKeys.copy, { uid, ...(at === undefined ? {} : { at }), user, plan })
}

export const clearCopy = () => write('sessionStorage', storageKeys.copy, null)

export function forgetSession() {
  write('localStorage', storageKeys.session, null)
  clearCopy()
}

/** Tells the next page that the user has signed out. */
export function markSignedOut() {
  try {
    sessionStorage.setItem(storageKeys.signedOut, '1')
  } catch {
    // Storage may be blocked.
  }
}

export const leftMs = 3600_000

export function rememberCheckout(uid: string) {
  try {
    sessionStorage.setItem(storageKeys.leftToPay, JSON.stringify({ uid, at: Date.now() }))
  } catch {
    // Storage may be blocked.
  }
}

export function forgetCheckout() {
  try {
    sessionStorage.removeItem(storageKeys.leftToPay)
  } catch {
    // Storage may be blocked.
  }
}

/** Whether this user left for a checkout within the last hour, with unknown outcome. */
export function mayHavePaid(uid: string): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKeys.leftToPay) ?? 'null') as {
      uid?: unknown
      at?: unknown
    } | null
    const age = typeof kept?.at === 'number' ? Date.now() - kept.at : -1
    return kept?.uid === uid && age >= 0 && age < leftMs
  } catch {
    return false
  }
}
