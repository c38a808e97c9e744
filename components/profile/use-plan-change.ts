'use client'
import { useRef, useState } from 'react'
import { applyPlan } from '@/components/session/plan'
import { laterEnd, type PlanState, planStateOf } from '@/components/session/plan-state'
import { markPlanChanged } from '@/components/session/storage'
import { type Answer, type Failure, isOk, mayHaveArrived } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { CurrentPlan, PlanChange, Subscription } from '@/lib/contract/plan'

/** `unknown`: the outcome is unclear. `refused`: the provider does not allow it here. */
export type ChangeProblem = { unknown: boolean; title: string; text: string; storeUrl?: string; refused?: true }
type Wanted = 'cancel' | 'resume'

/** A paused or unpaid plan is not cancelled. */
const isCancelled = (plan: CurrentPlan) => ['cancelling', 'ended'].includes(planStateOf(plan))
const isResumed = (plan: CurrentPlan) => !plan.isUnSubscribed && laterEnd(plan) === null
const changed = (plan: CurrentPlan, wanted: Wanted) => (wanted === 'cancel' ? isCancelled(plan) : isResumed(plan))

const inDoubt = (answer: Answer<CurrentPlan>) =>
  !isOk(answer) && (mayHaveArrived(answer) || answer.data.error.outcome !== undefined)

const isOutdated = (answer: Answer<CurrentPlan>): answer is Failure =>
  !isOk(answer) && /^(not-cancelled|already-subscribed|subscription-not-found)$/.test(answer.data.error.code)

const nowShown = 'This page shows your plan as it is now.'

export type ShownPlan = {
  uid: string
  plan: CurrentPlan
  subscription: Subscription
  planState: PlanState
  /** Called when the plan has changed. */
  moved: (what: PlanChanged) => void
}

/** Cancels or resumes the plan, and reports unchanged and unknown outcomes. */
export function usePlanChange({ uid, subscription, moved }: ShownPlan, wanted: Wanted, done: () => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ChangeProblem | null>(null)
  const isRunning = useRef(false)

  async function otherPlan(): Promise<CurrentPlan | null> {
    const answer = await callApi((api) => api.currentPlan(uid))
    if (!isOk(answer)) return null
    const has = planStateOf(answer.data)
    const isOther = isOtherPlan(subscription, answer.data) || has === 'ended' || has === 'none'
    const canResume = has === 'cancelling' || laterEnd(answer.data) !== null
    return isOther || (wanted === 'resume' && !canResume) ? answer.data : null
  }

  async function once(send: boolean): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    if (send) setProblem(null)
    // The next page must not show the old plan.
    markPlanChanged(uid)
    const body: PlanChange = { uid, subscriptionId: subscription.id, store: subscription.store }
    const answer = send ? await callApi((api) => (wanted === 'cancel' ? api.cancelPlan : api.resumePlan)(body)) : null
    // Without an answer, ask the provider.
    const answered = !answer || mayHaveArrived(answer) ? await callApi((api) => api.billingSync(uid)) : answer
    const other = isOutdated(answered) ? await otherPlan() : null
    isRunning.current = false
    setBusy(false)
    if (isOk(answered) && isOtherPlan(subscription, answered.data)) {
      applyPlan(uid, answered.data)
      const text = `You have another plan, and it hasn’t changed. ${nowShown}`
      return moved({ title: 'The plan on this page has ended.', text })
    }
    if (isOk(answered) && changed(answered.data, wanted)) {
      applyPlan(uid, answered.data)
      return done()
    }
    if (isOutdated(answered) && other) {
      applyPlan(uid, other)
      const { code, message } = answered.data.error
      const why = code === 'already-subscribed' ? 'You have another plan.' : message
      return moved({ title: `${nothingOf(wanted)}.`, text: `${why} ${nowShown}` })
    }
    setProblem(problemOf(answer, answered, wanted))
  }

  return { change: () => once(true), look: () => once(false), busy, problem, clear: () => setProblem(null) }
}

const nothingOf = (wanted: Wanted) => `Nothing was ${wanted === 'cancel' ? 'cancelled' : 'resumed'}`

function problemOf(answer: Answer<CurrentPlan> | null, answered: Answer<CurrentPlan>, wanted: Wanted): ChangeProblem {
  const verb = wanted === 'cancel' ? 'cancelled' : 'resumed'
  const nothing = nothingOf(wanted)
  const perhaps = (text: string) => ({ unknown: true, title: `${nothing}, as far as we can tell.`, text })
  if (isOk(answered)) {
    // The request may still be on its way.
    if (answer && mayHaveArrived(answer)) return perhaps('We got no answer. Look again in a moment.')
    return { unknown: false, title: 'Your plan is unchanged.', text: `${nothing}. Please try again in a moment.` }
  }
  const { code, message, cancelUrl } = answered.data.error
  if ((!answer || inDoubt(answer)) && code !== 'no-mode') {
    if (code === 'provider-unavailable') {
      return perhaps('The payment provider gave no clear answer. Look again in a moment.')
    }
    return {
      unknown: true,
      title: `We don’t know yet whether it was ${verb}.`,
      text: answered.status === 0 ? 'Look again when you’re online.' : message,
    }
  }
  if (code === 'not-cancelled') return { unknown: false, title: `${nothing}.`, text: message }
  const store = cancelUrl ? { storeUrl: cancelUrl } : {}
  const refused = code === 'provider-refused' ? { refused: true as const } : {}
  return { unknown: false, title: 'Your plan is unchanged.', text: `${nothing}. ${message}`, ...store, ...refused }
}

export type PlanChanged = { title: string; text: string }

type Shown = Pick<Subscription, 'id' | 'store'>

export const isOtherPlan = (shown: Shown, { subscription }: CurrentPlan): boolean =>
  subscription !== null && (subscription.id !== shown.id || subscription.store !== shown.store)

export const isReplaced = (shown: Subscription, now: CurrentPlan): boolean =>
  isOtherPlan(shown, now) || (now.subscription?.status === 'canceled' && shown.status !== 'canceled')
