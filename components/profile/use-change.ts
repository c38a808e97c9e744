'use client'
import { useRef, useState } from 'react'
import { markPlanChanged } from '@/components/session/memory'
import { takePlan } from '@/components/session/plan'
import { standingOf } from '@/components/session/standing'
import { isOk, mayHaveArrived, type Answer } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { CurrentPlan, PlanChange, Subscription } from '@/lib/contract/plan'

/**
 * Why the plan is not known to be as it was wanted. `unknown`: the change may have been made, by us or by the
 * provider, and nobody could say. For a plan of an app store, the address where it is cancelled.
 */
export type ChangeProblem = { unknown: boolean; title: string; text: string; storeUrl?: string }
type Wanted = 'cancel' | 'resume'

/** One that is paused or unpaid does not renew now, and is not cancelled for that. */
const isCancelled = (plan: CurrentPlan) => ['cancelling', 'ended'].includes(standingOf(plan))
const changed = (plan: CurrentPlan, wanted: Wanted) => (wanted === 'cancel' ? isCancelled(plan) : !plan.isUnSubscribed)

/** No answer is not a no, and neither is one that says so itself. */
const inDoubt = (answer: Answer<CurrentPlan>) =>
  !isOk(answer) && (mayHaveArrived(answer) || answer.data.error.outcome !== undefined)

/**
 * Cancels or resumes the plan, once however often it is pressed. Says plainly when nothing changed,
 * and as plainly when that is not known.
 */
export function useChange(uid: string, subscription: Pick<Subscription, 'id' | 'store'>, wanted: Wanted) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ChangeProblem | null>(null)
  const underWay = useRef(false)

  /** Sends the change, or only looks whether it has happened. True when the plan is as it was wanted. */
  async function once(send: boolean): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setBusy(true)
    if (send) setProblem(null)
    // Whoever leaves before the answer must not find the old plan on the next page.
    markPlanChanged(uid)
    const body: PlanChange = { uid, subscriptionId: subscription.id, store: subscription.store }
    const answer = send ? await ask((api) => (wanted === 'cancel' ? api.cancelPlan : api.resumePlan)(body)) : null
    // Where the server could not be heard, the provider is asked through it; the server itself has asked already.
    const truth = !answer || mayHaveArrived(answer) ? await ask((api) => api.billingSync(uid)) : answer
    underWay.current = false
    setBusy(false)
    if (isOk(truth) && changed(truth.data, wanted)) {
      takePlan(truth.data)
      return true
    }
    setProblem(problemOf(answer, truth, wanted))
    return false
  }

  return { change: () => once(true), look: () => once(false), busy, problem, clear: () => setProblem(null) }
}

function problemOf(answer: Answer<CurrentPlan> | null, truth: Answer<CurrentPlan>, wanted: Wanted): ChangeProblem {
  const verb = wanted === 'cancel' ? 'cancelled' : 'resumed'
  const nothing = `Nothing was ${verb}`
  const perhaps = (text: string) => ({ unknown: true, title: `${nothing}, as far as we can tell.`, text })
  if (isOk(truth)) {
    // The call may still be on its way: how the plan is now does not say how it will be.
    if (answer && mayHaveArrived(answer)) return perhaps('We had no answer. Look again in a moment.')
    return { unknown: false, title: 'Your plan is unchanged.', text: `${nothing}. Please try again in a moment.` }
  }
  const { code, message, cancelUrl } = truth.data.error
  if ((!answer || inDoubt(answer)) && code !== 'no-mode') {
    if (code === 'provider-unavailable') {
      return perhaps('The payment provider gave no clear answer. Look again in a moment.')
    }
    return {
      unknown: true,
      title: `We do not know yet whether it was ${verb}.`,
      text: truth.status === 0 ? 'Look again when you are connected.' : message,
    }
  }
  // The plan is not as this page shows it: it has ended, or was resumed elsewhere.
  if (code === 'not-cancelled') return { unknown: false, title: `${nothing}.`, text: message }
  const store = cancelUrl ? { storeUrl: cancelUrl } : {}
  return { unknown: false, title: 'Your plan is unchanged.', text: `${nothing}. ${message}`, ...store }
}
