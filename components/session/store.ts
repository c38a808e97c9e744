import type { Failure } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import type { CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { forgetSession, readCopy, writeCopy } from './storage'
import { showOnRoot } from './trial-gate'

/** `unknown` while the plan is asked for, `failed` when the answer was no plan. */
export type Plan = CurrentPlan | 'unknown' | 'failed'
export type SignedIn = { state: 'in'; uid: string; person: Person | null; user: User | null; plan: Plan }
/**
 * `ended`: nobody is signed in any more, and it was not the person who signed out; `why`, where signing in again
 * would not help.
 * `failed`: somebody signed in here before, but the identity service cannot be reached.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'anonymous'; ended?: true; why?: string }
  | { state: 'guest'; person: Person }
  | SignedIn
  | { state: 'failed' }

let current: Session = { state: 'loading' }
const listeners = new Set<() => void>()

export const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const getSnapshot = () => current
const beforeScript: Session = { state: 'loading' }
export const getServerSnapshot = () => beforeScript

/** Makes the page show it: the root at once, then whoever listens. */
export function become(next: Session) {
  current = next
  // While the plan is asked for once more, the last one that was known still decides what shows.
  if (next.state === 'in') showOnRoot(true, typeof next.plan === 'object' ? next.plan : (readCopy()?.plan ?? 'unknown'))
  else if (next.state === 'anonymous' || next.state === 'guest') showOnRoot(false, 'anonymous')
  for (const listener of listeners) listener()
}

/** Changes what is known of the person who is signed in now; a late answer about another is dropped. */
export function update(uid: string, change: Partial<SignedIn>) {
  if (current.state !== 'in' || current.uid !== uid) return
  become({ ...current, ...change })
  if (current.state === 'in' && typeof current.plan === 'object') writeCopy(uid, current.user, current.plan)
}

/**
 * The sign-in of this browser is over, though nobody signed out: refused by our server or by the
 * identity service. The page shows itself as to a visitor and, where it needs the session, says so.
 * @param refusal the answer that ended it, where it was our server's
 */
export function endHere(refusal?: Failure) {
  forgetSession()
  const { reason, message } = refusal?.data.error ?? {}
  become({ state: 'anonymous', ended: true, ...(reason && { why: message }) })
}
