'use client'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { applyPlan } from '@/components/session/session'
import { type PlanState, planStateOf } from '@/components/session/plan-state'
import { markPlanChanged } from '@/components/session/store'
import { type Answer, type Failure, isOk, mayHaveArrived, type RequestWords, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { CurrentPlan, PlanChange, PricePreview, Subscription } from '@/lib/contract/plan'
import { planFacts } from '@/lib/contract/plan-words'
import type { ProfileWords } from './profile-words'

/** `unknown`: the outcome is unclear. `refused`: the provider does not allow it here. */
export type ChangeProblem = { unknown: boolean; title: string; text: string; storeUrl?: string; refused?: true }
type PlanAction = 'cancel' | 'pause' | 'resume' | 'refund' | 'switch'

/** Of a pause, and of a change of price with the amounts that were shown. */
type Details = { months?: number; to?: { priceId: string; shown: PricePreview } }

/** A paused or unpaid plan is not cancelled. */
const isCancelled = (plan: CurrentPlan) => ['cancelling', 'ended'].includes(planStateOf(plan))
/** A cancelled or paused plan, or one with an end date. */
export const isResumable = (plan: CurrentPlan) =>
  planStateOf(plan) === 'cancelling' || planFacts(plan).lastDay !== null || planFacts(plan).pausedUntil !== null
const isResumed = (plan: CurrentPlan) => !plan.isUnSubscribed && !isResumable(plan)
const hasTakenEffect = (plan: CurrentPlan, action: PlanAction, { to }: Details) => {
  if (action === 'switch') return plan.subscription?.price?.id === to?.priceId
  if (action === 'refund') return planStateOf(plan) === 'ended'
  if (action === 'pause') return planFacts(plan).pausedUntil !== null
  return action === 'cancel' ? isCancelled(plan) : isResumed(plan)
}

const hasUnknownOutcome = (answer: Answer<CurrentPlan>) =>
  !isOk(answer) && (mayHaveArrived(answer) || answer.data.error.outcome !== undefined)

const isOutdated = (answer: Answer<CurrentPlan>): answer is Failure =>
  !isOk(answer) && /^(not-cancelled|already-subscribed|subscription-not-found)$/.test(answer.data.error.code)

export type ShownPlan = {
  uid: string
  plan: CurrentPlan
  subscription: Subscription
  planState: PlanState
  /** Called when the plan has changed. */
  onChangedElsewhere: (what: PlanChanged) => void
}

/** Changes the plan, and reports unchanged and unknown outcomes. */
export function usePlanChange(
  { uid, subscription, onChangedElsewhere }: ShownPlan,
  action: PlanAction,
  onDone: () => void,
) {
  const t = useTranslations('profile')
  const errors = useTranslations('requests')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ChangeProblem | null>(null)
  const isRunning = useRef(false)
  const details = useRef<Details>({})

  function send({ months = 0, to }: Details) {
    const body: PlanChange = { uid, subscriptionId: subscription.id, store: subscription.store }
    return callApi((api) => {
      if (action === 'pause') return api.pausePlan({ ...body, months })
      if (action === 'refund') return api.refundPlan(body)
      if (to) return api.changePlan({ ...body, priceId: to.priceId }, to.shown)
      return action === 'cancel' ? api.cancelPlan(body) : api.resumePlan(body)
    })
  }

  async function readOtherPlan(): Promise<CurrentPlan | null> {
    const answer = await callApi((api) => api.currentPlan(uid))
    if (!isOk(answer)) return null
    const planState = planStateOf(answer.data)
    const isOther = isOtherPlan(subscription, answer.data) || planState === 'ended' || planState === 'none'
    return isOther || (action === 'resume' && !isResumable(answer.data)) ? answer.data : null
  }

  /** @param wanted null only asks the provider */
  async function run(wanted: Details | null): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    if (wanted) {
      details.current = wanted
      setProblem(null)
    }
    // The next page must not show the old plan.
    markPlanChanged(uid)
    const answer = wanted && (await send(wanted))
    // Without an answer, ask the provider.
    const result = !answer || mayHaveArrived(answer) ? await callApi((api) => api.billingSync(uid)) : answer
    const other = isOutdated(result) ? await readOtherPlan() : null
    isRunning.current = false
    setBusy(false)
    if (isOk(result) && isOtherPlan(subscription, result.data)) {
      applyPlan(uid, result.data)
      const text = `${t('change.otherPlan')} ${t('change.nowShown')}`
      return onChangedElsewhere({ title: t('change.pagePlanEnded'), text })
    }
    if (isOk(result) && hasTakenEffect(result.data, action, details.current)) {
      applyPlan(uid, result.data)
      return onDone()
    }
    if (isOutdated(result) && other) {
      applyPlan(uid, other)
      const isOther = result.data.error.code === 'already-subscribed'
      const reason = isOther ? t('change.haveOther') : problemWords(errors, result)
      return onChangedElsewhere({ title: t('change.nothing', { action }), text: `${reason} ${t('change.nowShown')}` })
    }
    setProblem(problemOf(answer, result, action, { t, errors }))
  }

  return {
    change: (wanted: Details = {}) => run(wanted),
    check: () => run(null),
    busy,
    problem,
    clear: () => setProblem(null),
  }
}

function problemOf(
  answer: Answer<CurrentPlan> | null,
  result: Answer<CurrentPlan>,
  action: PlanAction,
  { t, errors }: Pick<ProfileWords, 't'> & { errors: RequestWords },
): ChangeProblem {
  const nothing = t('change.nothing', { action })
  const unknownOutcome = (text: string) => ({ unknown: true, title: t('change.nothingWeKnow', { action }), text })
  const unchanged = (text: string) => ({ unknown: false, title: t('change.unchanged'), text: `${nothing} ${text}` })
  if (isOk(result)) {
    // The request may still be on its way.
    return answer && mayHaveArrived(answer) ? unknownOutcome(t('change.noAnswer')) : unchanged(t('change.tryAgain'))
  }
  const { code, cancelUrl } = result.data.error
  const reason = problemWords(errors, result)
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

export type PlanChanged = { title: string; text: string }

type PlanKey = Pick<Subscription, 'id' | 'store'>

const isOtherPlan = (shown: PlanKey, { subscription }: CurrentPlan): boolean =>
  subscription !== null && (subscription.id !== shown.id || subscription.store !== shown.store)

export const isReplaced = (shown: Subscription, now: CurrentPlan): boolean =>
  isOtherPlan(shown, now) || (now.subscription?.status === 'canceled' && shown.status !== 'canceled')
