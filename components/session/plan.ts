import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { CurrentPlan } from '@/lib/contract/plan'
import { endHere } from './end'
import { clearCopy, markPlanChanged } from './memory'
import { getSnapshot, update } from './store'

/** Asks for the plan again, as after a failure or when another tab changed it. */
export async function askPlan(): Promise<void> {
  const current = getSnapshot()
  if (current.state !== 'in') return
  const { uid } = current
  clearCopy()
  update(uid, { plan: 'unknown' })
  const answer = await ask((api) => api.currentPlan(uid))
  if (answer.status === 401) return isNow(uid) ? endHere() : undefined
  update(uid, { plan: isOk(answer) ? answer.data : 'failed' })
}

const isNow = (uid: string) => {
  const current = getSnapshot()
  return current.state === 'in' && current.uid === uid
}

/** Takes over a plan that a call has just answered with, and tells the other tabs that it changed. */
export function takePlan(plan: CurrentPlan) {
  const current = getSnapshot()
  if (current.state !== 'in') return
  markPlanChanged(current.uid)
  update(current.uid, { plan })
}

/** Before the browser leaves for a payment: whatever comes of it, no copy may outlive it. */
export function leaveForCheckout() {
  const current = getSnapshot()
  if (current.state === 'in') markPlanChanged(current.uid)
}
