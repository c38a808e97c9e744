import { isOk, type Answer } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { CurrentPlan } from '@/lib/contract/plan'
import { exact } from '@/lib/site'
import { endHere, getSnapshot, update } from './store'
import { clearCopy, forgetLeftToPay, keepLeftToPay, markPlanChanged, mayHavePaid } from './storage'
import { isSubscriber, standingOf } from './plan-state'

/** Asks for the plan again, as after a failure or when another tab changed it. */
export async function askPlan(): Promise<void> {
  const current = getSnapshot()
  if (current.state !== 'in') return
  const { uid } = current
  clearCopy()
  update(uid, { plan: 'unknown' })
  // Whoever asked before may be answered after, with what was true before.
  taken += 1
  const isOvertaken = overtaken()
  const answer = await planAfterPaying(uid)
  if (answer.status === 401) return isNow(uid) ? endHere() : undefined
  if (!isOvertaken()) update(uid, { plan: isOk(answer) ? answer.data : 'failed' })
}

let taken = 0

/** Tells later whether a newer plan was answered or asked for since now: what was asked for before that is old. */
export function overtaken(): () => boolean {
  const before = taken
  return () => taken !== before
}

const isNow = (uid: string) => {
  const current = getSnapshot()
  return current.state === 'in' && current.uid === uid
}

const runs = (plan: CurrentPlan) => isSubscriber(standingOf(plan))

/**
 * The plan, for every page that asks. What is stored of somebody who left to pay may be older than their
 * payment, so the providers are asked first; without their answer a stored plan counts only when it runs,
 * since "no plan" would lead to a second payment.
 */
export async function planAfterPaying(uid: string): Promise<Answer<CurrentPlan>> {
  const read = () => ask((api) => api.currentPlan(uid))
  if (!mayHavePaid(uid) || isThankYouPage()) return read()
  const told = await ask((api) => api.billingSync(uid))
  if (told.status === 401) return told
  if (isOk(told)) {
    forgetLeftToPay()
    return told
  }
  const stored = await read()
  if (!isOk(stored) || !runs(stored.data)) return stored.status === 401 ? stored : told
  forgetLeftToPay()
  return stored
}

/** That page asks the providers itself, more than once. */
const isThankYouPage = () => `${location.pathname.replace(/\/$/, '')}/` === exact.checkoutSuccess

/**
 * Takes over a plan that a call has just answered with, and tells the other tabs that it changed.
 * @param uid whose plan it is: an answer may come after somebody else has signed in
 */
export function takePlan(uid: string, plan: CurrentPlan) {
  if (!isNow(uid)) return
  if (runs(plan)) forgetLeftToPay()
  taken += 1
  markPlanChanged(uid)
  update(uid, { plan })
}

/**
 * Before the browser leaves for a payment: whatever comes of it, no copy may outlive it, and the next page
 * asks the providers what came of it.
 * @param uid who pays
 */
export function leaveForCheckout(uid: string) {
  if (!isNow(uid)) return
  markPlanChanged(uid)
  keepLeftToPay(uid)
}
