'use client'
import { useRef, useState } from 'react'
import { takePlan } from '@/components/session/plan'
import { laterEnd, standingOf } from '@/components/session/plan-state'
import { markPlanChanged } from '@/components/session/storage'
import { type Answer, type Failure, isOk, mayHaveArrived } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { CurrentPlan, PlanChange, Subscription } from '@/lib/contract/plan'

/**
 * Why the plan is not known to be as it was wanted. `unknown`: the change may have been made, by us or by the
 * provider, and nobody could say. `refused`: the provider will not do it from here. For a plan of an app store, the address where it is cancelled.
 */
export type ChangeProblem = { unknown: boolean; title: string; text: string; storeUrl?: string; refused?: true }
type Wanted = 'cancel' | 'resume'

/** One that is paused or unpaid does not renew now, and is not cancelled for that. */
const isCancelled = (plan: CurrentPlan) => ['cancelling', 'ended'].includes(standingOf(plan))
const isResumed = (plan: CurrentPlan) => !plan.isUnSubscribed && laterEnd(plan) === null
const changed = (plan: CurrentPlan, wanted: Wanted) => (wanted === 'cancel' ? isCancelled(plan) : isResumed(plan))

/** No answer is not a no, and neither is one that says so itself. */
const inDoubt = (answer: Answer<CurrentPlan>) =>
  !isOk(answer) && (mayHaveArrived(answer) || answer.data.error.outcome !== undefined)

/** These say that the plan is not as the page shows it: it was changed elsewhere, or there is another. */
const isOutdated = (answer: Answer<CurrentPlan>): answer is Failure =>
  !isOk(answer) && /^(not-cancelled|already-subscribed|subscription-not-found)$/.test(answer.data.error.code)

const nowShown = 'This page shows your plan as it is now.'

type Told = {
  /** The plan is as it was wanted. */
  done: () => void
  /** It was not the person's plan any more, or not in that state; what they have now has been taken over. */
  moved: (what: Moved) => void
}

/**
 * Cancels or resumes the plan, once however often it is pressed. Says plainly when nothing changed,
 * and as plainly when that is not known.
 */
export function useChange(uid: string, subscription: Pick<Subscription, 'id' | 'store'>, wanted: Wanted, tell: Told) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ChangeProblem | null>(null)
  const underWay = useRef(false)

  /** The plan as it is now, where that is another state than one in which the press made sense; else null. */
  async function otherPlan(): Promise<CurrentPlan | null> {
    const answer = await ask((api) => api.currentPlan(uid))
    if (!isOk(answer)) return null
    const has = standingOf(answer.data)
    const isOther = isAnother(subscription, answer.data) || has === 'ended' || has === 'none'
    const canResume = has === 'cancelling' || laterEnd(answer.data) !== null
    return isOther || (wanted === 'resume' && !canResume) ? answer.data : null
  }

  /** Sends the change, or only looks whether it has happened. */
  async function once(send: boolean): Promise<void> {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    if (send) setProblem(null)
    // Whoever leaves before the answer must not find the old plan on the next page.
    markPlanChanged(uid)
    const body: PlanChange = { uid, subscriptionId: subscription.id, store: subscription.store }
    const answer = send ? await ask((api) => (wanted === 'cancel' ? api.cancelPlan : api.resumePlan)(body)) : null
    // Where the server could not be heard, the provider is asked through it; the server itself has asked already.
    const truth = !answer || mayHaveArrived(answer) ? await ask((api) => api.billingSync(uid)) : answer
    const other = isOutdated(truth) ? await otherPlan() : null
    underWay.current = false
    setBusy(false)
    if (isOk(truth) && isAnother(subscription, truth.data)) {
      takePlan(uid, truth.data)
      const text = `You have another plan, and nothing was changed about that. ${nowShown}`
      return tell.moved({ title: 'The plan that this page showed has ended.', text })
    }
    if (isOk(truth) && changed(truth.data, wanted)) {
      takePlan(uid, truth.data)
      return tell.done()
    }
    if (isOutdated(truth) && other) {
      takePlan(uid, other)
      const { code, message } = truth.data.error
      const why = code === 'already-subscribed' ? 'You have another plan.' : message
      return tell.moved({ title: `${nothingOf(wanted)}.`, text: `${why} ${nowShown}` })
    }
    setProblem(problemOf(answer, truth, wanted))
  }

  return { change: () => once(true), look: () => once(false), busy, problem, clear: () => setProblem(null) }
}

const nothingOf = (wanted: Wanted) => `Nothing was ${wanted === 'cancel' ? 'cancelled' : 'resumed'}`

function problemOf(answer: Answer<CurrentPlan> | null, truth: Answer<CurrentPlan>, wanted: Wanted): ChangeProblem {
  const verb = wanted === 'cancel' ? 'cancelled' : 'resumed'
  const nothing = nothingOf(wanted)
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
  const refused = code === 'provider-refused' ? { refused: true as const } : {}
  return { unknown: false, title: 'Your plan is unchanged.', text: `${nothing}. ${message}`, ...store, ...refused }
}

/** What is said when a press found another plan than the page showed, in the place of what the press was for. */
export type Moved = { title: string; text: string }

type Shown = Pick<Subscription, 'id' | 'store'>

/** Whether somebody has another plan than the one that a page shows: it was opened before they got it. */
export const isAnother = (shown: Shown, { subscription }: CurrentPlan): boolean =>
  subscription !== null && (subscription.id !== shown.id || subscription.store !== shown.store)

/** The same, or it is the one that the page shows and has ended since. */
export const isGone = (shown: Subscription, now: CurrentPlan): boolean =>
  isAnother(shown, now) || (now.subscription?.status === 'canceled' && shown.status !== 'canceled')
