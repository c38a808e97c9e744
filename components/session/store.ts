import type { Failure } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import type { CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { forgetSession, readCachedSession, writeCachedSession } from './storage'
import { showVisitor, visitorState, type VisitorPlan } from './visitor-state'

export type Plan = CurrentPlan | 'unknown' | 'failed'
export type SignedIn = { state: 'in'; uid: string; person: Person | null; user: User | null; plan: Plan }
/**
 * `ended`: without a sign-out; `why` is set if signing in again would not help.
 * `failed`: the identity service cannot be reached, or the browser's storage does not answer.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'anonymous'; ended?: true; why?: string }
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
  const { reason, message } = refusal?.data.error ?? {}
  setSession({ state: 'anonymous', ended: true, ...(reason && { why: message }) })
}
