'use client'
import { useRef, useState } from 'react'
import { markPlanChanged } from '@/components/session/memory'
import { takePlan } from '@/components/session/plan'
import { isOk, type Answer } from '@/lib/browser/answer'
import type { CurrentPlan, PlanChange, Subscription } from '@/lib/contract/plan'

/** What went wrong, and for a plan of an app store the address where it is cancelled. */
export type ChangeProblem = { text: string; storeUrl?: string }
type Wanted = 'cancel' | 'resume'

const changed = (plan: CurrentPlan, wanted: Wanted) => plan.isUnSubscribed === (wanted === 'cancel')

/** Cancels or resumes the plan, once however often it is pressed, and says plainly when nothing changed. */
export function useChange(uid: string, subscription: Pick<Subscription, 'id' | 'store'>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ChangeProblem | null>(null)
  const underWay = useRef(false)

  /** Resolves to true when the plan is as it was wanted. */
  async function change(wanted: Wanted): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setBusy(true)
    setProblem(null)
    // Whoever leaves before the answer must not find the old plan on the next page.
    markPlanChanged(uid)
    const api = await import('@/lib/browser/api')
    const body: PlanChange = { uid, subscriptionId: subscription.id, store: subscription.store }
    const answer = await (wanted === 'cancel' ? api.cancelPlan(body) : api.resumePlan(body))
    // No answer is not a no: the change may have happened, and the plan itself says which.
    const truth = answer.status === 0 ? await api.currentPlan(uid) : answer
    underWay.current = false
    setBusy(false)
    if (isOk(truth) && changed(truth.data, wanted)) {
      takePlan(truth.data)
      return true
    }
    setProblem(problemOf(answer, truth, wanted))
    return false
  }

  return { change, busy, problem, clear: () => setProblem(null) }
}

function problemOf(answer: Answer<CurrentPlan>, truth: Answer<CurrentPlan>, wanted: Wanted): ChangeProblem {
  const verb = wanted === 'cancel' ? 'cancelled' : 'changed'
  if (answer.status === 0 && !isOk(truth)) {
    return { text: `We got no answer, so take it that nothing was ${verb}. Check your connection and try again.` }
  }
  if (isOk(answer)) return { text: `Nothing was ${verb}. Please try again in a moment.` }
  const { message, cancelUrl } = answer.data.error
  return { text: `Nothing was ${verb}. ${message}`, ...(cancelUrl ? { storeUrl: cancelUrl } : {}) }
}
