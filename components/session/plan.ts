import { isOk, type Answer } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { CurrentPlan } from '@/lib/contract/plan'
import { registeredPaths } from '@/lib/site'
import { markSessionEnded, getSnapshot, update } from './store'
import { clearCachedSession, forgetCheckout, rememberCheckout, markPlanChanged, mayHavePaid } from './storage'
import { isSubscriber, planStateOf } from './plan-state'

/** Loads the plan again. */
export async function refreshPlan(): Promise<void> {
  const current = getSnapshot()
  if (current.state !== 'in') return
  const { uid } = current
  clearCachedSession()
  update(uid, { plan: 'unknown' })
  planVersion += 1
  const isOutdated = watchForNewerPlan()
  const answer = await loadPlan(uid)
  if (answer.status === 401) return isSignedInAs(uid) ? markSessionEnded() : undefined
  if (!isOutdated()) update(uid, { plan: isOk(answer) ? answer.data : 'failed' })
}

let planVersion = 0

/** Returns a check whether a newer plan was requested or applied. */
export function watchForNewerPlan(): () => boolean {
  const version = planVersion
  return () => planVersion !== version
}

const isSignedInAs = (uid: string) => {
  const current = getSnapshot()
  return current.state === 'in' && current.uid === uid
}

const isRunning = (plan: CurrentPlan) => isSubscriber(planStateOf(plan))

/**
 * Loads the plan, after a checkout from the provider first. If that fails, only a stored running plan counts, since "no
 * plan" would invite a second payment.
 */
export async function loadPlan(uid: string): Promise<Answer<CurrentPlan>> {
  const read = () => callApi((api) => api.currentPlan(uid))
  if (!mayHavePaid(uid) || isThankYouPage()) return read()
  const synced = await callApi((api) => api.billingSync(uid))
  if (synced.status === 401) return synced
  if (isOk(synced)) {
    forgetCheckout()
    return synced
  }
  const stored = await read()
  if (!isOk(stored) || !isRunning(stored.data)) return stored.status === 401 ? stored : synced
  forgetCheckout()
  return stored
}

const isThankYouPage = () => `${location.pathname.replace(/\/$/, '')}/` === registeredPaths.checkoutSuccess

/** Applies a plan and notifies other tabs, unless another user has signed in. */
export function applyPlan(uid: string, plan: CurrentPlan) {
  if (!isSignedInAs(uid)) return
  if (isRunning(plan)) forgetCheckout()
  planVersion += 1
  markPlanChanged(uid)
  update(uid, { plan })
}

/** Call before leaving to pay: the next page will ask the provider. */
export function leaveForCheckout(uid: string) {
  if (!isSignedInAs(uid)) return
  markPlanChanged(uid)
  rememberCheckout(uid)
}
