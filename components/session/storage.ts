import type { CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { storageKeys } from '@/lib/site'

/**
 * What this browser remembers of a session. The hint is shared by all tabs and says who signed in
 * here and when their plan last changed (`at`); the copy belongs to one tab and counts only while
 * it names the same person and the same change. Blocked storage means that nothing is remembered.
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
    // Nothing is remembered then, and every page asks again.
  }
}

/** The hint in the text that is or was kept of it. */
export const hintIn = (text: string | null) => parse<Hint>(text)

export const readHint = () => read<Hint>('localStorage', storageKeys.session)

/** Remembers who is signed in; the same person keeps the time of their plan's last change. */
export function writeHint(uid: string) {
  if (readHint()?.uid !== uid) write('localStorage', storageKeys.session, { uid })
}

/** Makes every tab's copy of the plan count as old, and tells the other tabs. */
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

/** How long a payment may be under way without our knowing of it: afterwards the stored plan counts again. */
export const leftMs = 3600_000

/** Remembers, in this tab, that a person left for a payment page. Blocked storage forgets it. */
export function keepLeftToPay(uid: string) {
  try {
    sessionStorage.setItem(storageKeys.leftToPay, JSON.stringify({ uid, at: Date.now() }))
  } catch {
    // The plan is read as at any other time.
  }
}

export function forgetLeftToPay() {
  try {
    sessionStorage.removeItem(storageKeys.leftToPay)
  } catch {
    // Nothing was kept either.
  }
}

/** Whether this person left to pay within the hour, and nobody could say yet what came of it. */
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
