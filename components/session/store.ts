import type { Failure } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import type { CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { forgetSession, readCachedSession, writeCachedSession } from './storage'
import { updateRoot } from './trial-gate'

export type Plan = CurrentPlan | 'unknown' | 'failed'
export type SignedIn = { state: 'in'; uid: string; person: Person | null; user: User | null; plan: Plan }
/**
 * `ended`: without a sign-out; `why` is set if signing in again would not help.
 * `failed`: the identity service cannot be reached.
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
const serverSnapshot: Session = { state: 'loading' }
export const getServerSnapshot = () => serverSnapshot

export function setSession(next: Session) {
  current = next
  // During a reload, the last known plan counts.
  if (next.state === 'in')
    updateRoot(true, typeof next.plan === 'object' ? next.plan : (readCachedSession()?.plan ?? 'unknown'))
  else if (next.state === 'anonymous' || next.state === 'guest') updateRoot(false, 'anonymous')
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
  const { reason, message } = refusal?.data.error ?? {}
  setSession({ state: 'anonymous', ended: true, ...(reason && { why: message }) })
}
