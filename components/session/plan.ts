import { isOk, type Answer } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { CurrentPlan } from '@/lib/contract/plan'
import { registeredPaths } from '@/lib/site'
import { markSessionEnded, getSnapshot, update } from './store'
import { clearCopy, forgetCheckout, rememberCheckout, markPlanChanged, mayHavePaid } from './storage'
import { isSubscriber, planStateOf } from './plan-state'

/** Loads the plan again. */
export async function refreshPlan(): Promise<void> {
  const current = getSnapshot()
  if (current.state !== 'in') return
  const { uid } = current
  clearCopy()
  update(uid, { plan: 'unknown' })
  changes += 1
  const isOvertaken = isOvertakenSince()
  const answer = await loadPlan(uid)
  if (answer.status === 401) return isNow(uid) ? markSessionEnded() : undefined
  if (!isOvertaken()) update(uid, { plan: isOk(answer) ? answer.data : 'failed' })
}

let changes = 0

/** Returns a check whether a newer plan was requested or applied. */
export function isOvertakenSince(): () => boolean {
  const before = changes
  return () => changes !== before
}

const isNow = (uid: string) => {
  const current = getSnapshot()
  return current.state === 'in' && current.uid === uid
}

const runs = (plan: CurrentPlan) => isSubscriber(planStateOf(plan))

/**
 * Loads the plan. After a checkout the provider is asked first; if it does not answer, only a running plan counts,
 * since
 * "no plan" would invite a second payment.
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
  if (!isOk(stored) || !runs(stored.data)) return stored.status === 401 ? stored : synced
  forgetCheckout()
  return stored
}

const isThankYouPage = () => `${location.pathname.replace(/\/$/, '')}/` === registeredPaths.checkoutSuccess

/** Applies a plan and notifies other tabs, unless another user has signed in. */
export function applyPlan(uid: string, plan: CurrentPlan) {
  if (!isNow(uid)) return
  if (runs(plan)) forgetCheckout()
  changes += 1
  markPlanChanged(uid)
  update(uid, { plan })
}

/** Call before leaving to pay: the next page will ask the provider. */
export function leaveForCheckout(uid: string) {
  if (!isNow(uid)) return
  markPlanChanged(uid)
  rememberCheckout(uid)
}
