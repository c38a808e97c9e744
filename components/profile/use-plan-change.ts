'use client'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { applyPlan } from '@/components/session/session'
import { planStateOf } from '@/components/session/plan-state'
import { markPlanChanged } from '@/components/session/store'
import { type Answer, type Failure, isOk, mayHaveArrived, type RequestWords, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { CurrentPlan, PlanChange, PricePreview, Subscription } from '@/lib/contract/plan'
import { planFacts } from '@/lib/contract/plan-words'
import type { ProfileWords } from './words'

/** The plan that the page shows. */
export type ShownPlan = {
  uid: string
  plan: CurrentPlan
  subscription: Subscription
  /** Called when the plan has changed, here or elsewhere. */
  onChanged: (change: PlanAction | ChangedElsewhere) => void
}

export type PlanAction = WantedChange['action']
export type ChangedElsewhere = { title: string; text: string }

/** `shown`: the amounts that the user has agreed to. */
export type WantedChange =
  | { action: 'cancel' | 'resume' | 'refund' }
  | { action: 'pause'; months: number }
  | { action: 'switch'; priceId: string; shown: PricePreview }

/** `unknown`: the outcome is unclear. `refused`: the provider does not allow it here. */
export type ChangeProblem = { unknown: boolean; title: string; text: string; storeUrl?: string; refused?: true }

/** A cancelled or paused plan, or one with an end date. */
export const isResumable = (plan: CurrentPlan) =>
  planStateOf(plan) === 'cancelling' || planFacts(plan).lastDay !== null || planFacts(plan).pausedUntil !== null

function hasTakenEffect(plan: CurrentPlan, wanted: WantedChange): boolean {
  if (wanted.action === 'switch') return plan.subscription?.price?.id === wanted.priceId
  const planState = planStateOf(plan)
  return {
    // A paused or unpaid plan is not cancelled.
    cancel: planState === 'cancelling' || planState === 'ended',
    resume: !plan.isUnSubscribed && !isResumable(plan),
    refund: planState === 'ended',
    pause: planFacts(plan).pausedUntil !== null,
  }[wanted.action]
}

const hasUnknownOutcome = (answer: Answer<CurrentPlan>) =>
  !isOk(answer) && (mayHaveArrived(answer) || answer.data.error.outcome !== undefined)

const isOutdated = (answer: Answer<CurrentPlan>): answer is Failure =>
  !isOk(answer) && /^(not-cancelled|already-subscribed|subscription-not-found)$/.test(answer.data.error.code)

function send(wanted: WantedChange, plan: PlanChange): Promise<Answer<CurrentPlan>> {
  return callApi((api) => {
    if (wanted.action === 'pause') return api.pausePlan({ ...plan, months: wanted.months })
    if (wanted.action === 'switch') return api.changePlan({ ...plan, priceId: wanted.priceId }, wanted.shown)
    return { cancel: api.cancelPlan, resume: api.resumePlan, refund: api.refundPlan }[wanted.action](plan)
  })
}

/** Changes the plan, and reports unchanged and unknown outcomes. */
export function usePlanChange({ uid, subscription, onChanged }: ShownPlan) {
  const t = useTranslations('profile')
  const requests = useTranslations('requests')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ChangeProblem | null>(null)
  const isRunning = useRef(false)
  const lastWanted = useRef<WantedChange | null>(null)

  async function readOtherPlan(action: PlanAction): Promise<CurrentPlan | null> {
    const answer = await callApi((api) => api.currentPlan(uid))
    if (!isOk(answer)) return null
    const planState = planStateOf(answer.data)
    const isOther = isOtherPlan(subscription, answer.data) || planState === 'ended' || planState === 'none'
    return isOther || (action === 'resume' && !isResumable(answer.data)) ? answer.data : null
  }

  /** @param sends false only asks the provider about the last change */
  async function run(wanted: WantedChange, sends: boolean): Promise<void> {
    if (isRunning.current) return
    const { action } = wanted
    isRunning.current = true
    lastWanted.current = wanted
    setBusy(true)
    if (sends) setProblem(null)
    // The next page must not show the old plan.
    markPlanChanged(uid)
    const answer = sends
      ? await send(wanted, { uid, subscriptionId: subscription.id, store: subscription.store })
      : null
    // Without an answer, ask the provider.
    const result = !answer || mayHaveArrived(answer) ? await callApi((api) => api.billingSync(uid)) : answer
    const other = isOutdated(result) ? await readOtherPlan(action) : null
    isRunning.current = false
    setBusy(false)
    if (isOk(result) && isOtherPlan(subscription, result.data)) {
      applyPlan(uid, result.data)
      const text = `${t('change.otherPlan')} ${t('change.nowShown')}`
      return onChanged({ title: t('change.pagePlanEnded'), text })
    }
    if (isOk(result) && hasTakenEffect(result.data, wanted)) {
      applyPlan(uid, result.data)
      return onChanged(action)
    }
    if (isOutdated(result) && other) {
      applyPlan(uid, other)
      const isOther = result.data.error.code === 'already-subscribed'
      const reason = isOther ? t('change.haveOther') : problemWords(requests, result)
      return onChanged({ title: t('change.nothing', { action }), text: `${reason} ${t('change.nowShown')}` })
    }
    setProblem(problemOf(answer, result, action, { t, requests }))
  }

  return {
    change: (wanted: WantedChange) => void run(wanted, true),
    check: () => lastWanted.current && void run(lastWanted.current, false),
    busy,
    problem,
    clear: () => setProblem(null),
  }
}

function problemOf(
  answer: Answer<CurrentPlan> | null,
  result: Answer<CurrentPlan>,
  action: PlanAction,
  { t, requests }: Pick<ProfileWords, 't'> & { requests: RequestWords },
): ChangeProblem {
  const nothing = t('change.nothing', { action })
  const unknownOutcome = (text: string) => ({ unknown: true, title: t('change.nothingWeKnow', { action }), text })
  const unchanged = (text: string) => ({ unknown: false, title: t('change.unchanged'), text: `${nothing} ${text}` })
  if (isOk(result)) {
    // The request may still be on its way.
    return answer && mayHaveArrived(answer) ? unknownOutcome(t('change.noAnswer')) : unchanged(t('change.tryAgain'))
  }
  const { code, cancelUrl } = result.data.error
  const reason = problemWords(requests, result)
  if ((!answer || hasUnknownOutcome(answer)) && code !== 'no-mode') {
    if (code === 'provider-unavailable') return unknownOutcome(t('change.unclear'))
    const text = result.status === 0 ? t('change.checkOnline') : reason
    return { unknown: true, title: t('change.unknown', { action }), text }
  }
  if (/^(not-(cancelled|pausable|changeable)|refund-window-over|terms-changed)$/.test(code))
    return { unknown: false, title: nothing, text: reason }
  const store = cancelUrl ? { storeUrl: cancelUrl } : {}
  const refused = code === 'provider-refused' ? { refused: true as const } : {}
  return { ...unchanged(reason), ...store, ...refused }
}

type PlanKey = Pick<Subscription, 'id' | 'store'>

const isOtherPlan = (shown: PlanKey, { subscription }: CurrentPlan): boolean =>
  subscription !== null && (subscription.id !== shown.id || subscription.store !== shown.store)
