import { storageKeys } from '@/lib/site'

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
