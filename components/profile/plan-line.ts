import { type PlanState, planStateOf } from '@/components/session/plan-state'
import { currentTime } from '@/lib/browser/time'
import { day, dayAndHour } from '@/lib/browser/local-time'
import { monthWords } from '@/lib/contract/format'
import type { CurrentPlan, Store, Subscription } from '@/lib/contract/plan'
import { endedValues, endingValues, type PlanFacts, planFacts, planTexts } from '@/lib/contract/plan-words'
import type { ProfileWords } from './words'

/** Labels for the provider's portal, and what is changed there. Chargebee also has other payment methods than cards. */
export function portalWords({ store }: Pick<Subscription, 'store'>, { t }: Pick<ProfileWords, 't'>) {
  switch (store) {
    case 'stripe':
      return { change: t('portal.changeCard'), all: t('portal.cardAndReceipts'), how: 'card' }
    case 'chargebee':
    case 'play_store':
    case 'app_store':
      return { change: t('portal.changeWay'), all: t('portal.paymentAndReceipts'), how: 'other' }
    default:
      return store satisfies never
  }
}

const hasDate = (date: string) => ({ date, hasDate: date ? 'yes' : 'no' })

export function planLine(plan: CurrentPlan, { t, plan: planT, locale }: ProfileWords): string {
  const planState = planStateOf(plan)
  const facts = planFacts(plan)
  const { name } = planTexts(facts, planT, locale)
  const end = day(facts.periodEnd, locale)
  const lastDay = day(facts.lastDay, locale)
  switch (planState) {
    case 'none':
      return t('line.none')
    case 'trialing':
      return t('line.trialing', { plan: name, ...hasDate(day(facts.renewsAt, locale)) })
    case 'active':
      if (facts.pausedUntil) return t('line.pauses', { plan: name, date: end })
      if (lastDay) return t('line.renewsUntil', { plan: name, date: lastDay })
      // A pause hides the next charge date.
      return t('line.active', { plan: name, ...hasDate(facts.charge.at ? end : '') })
    case 'past-due':
      return t('line.pastDue', { plan: name, payment: facts.payment ?? 'unknown' })
    case 'cancelling':
      return t('line.cancelling', { plan: name, ...endingValues(facts, end) })
    case 'ended': {
      // The provider may have ended it early.
      const isPast = Date.parse(facts.periodEnd ?? '') <= currentTime().getTime()
      return t('line.ended', { plan: name, ...endedValues(facts, isPast ? end : '') })
    }
    case 'stopped': {
      const date = day(plan.subscription?.pausedUntil, locale)
      const status = plan.subscription?.status ?? 'incomplete'
      return t('line.stopped', { plan: name, why: status === 'paused' && date ? 'pausedUntil' : status, date })
    }
    default:
      return planState satisfies never
  }
}

export function planRows(plan: CurrentPlan, words: ProfileWords) {
  const { t, plan: planT, locale } = words
  const planState = planStateOf(plan)
  const { store, cardExpires } = plan.subscription ?? {}
  const facts = planFacts(plan)
  const { price } = planTexts(facts, planT, locale)
  const noNotice = { term: t('row.emailBefore'), value: t('row.emailBeforeValue') }
  return [
    ...(price ? [{ term: planT(facts.isListPrice ? 'row.listPrice' : 'row.price'), value: price }] : []),
    ...chargeRows(facts, planState, store, words),
    ...(plan.emailUnconfirmed && (willBeCharged(planState) || facts.pausedUntil) ? [noNotice] : []),
    ...(cardExpires
      ? [{ term: t('row.card'), value: t('row.cardExpires', { month: monthWords(cardExpires, locale) }) }]
      : []),
    ...(store
      ? [{ term: t('row.paidWith'), value: store === 'stripe' ? t('row.paidWithCard') : planT('store', { store }) }]
      : []),
  ]
}

const willBeCharged = (planState: PlanState) => planState === 'trialing' || planState === 'active'

function chargeRows(facts: PlanFacts, planState: PlanState, store: Store | undefined, words: ProfileWords) {
  const { t, plan, locale } = words
  const { at, isUnknown } = facts.charge
  const { amount } = planTexts(facts, plan, locale)
  const next = dayAndHour(at, locale)
  const charge = (which: 'first' | 'next' | 'last') => {
    const value = amount ?? (isUnknown && store ? t('row.seeStore', { store }) : null)
    return value
      ? { term: t('row.charge', { which, ...hasDate(next) }), value }
      : { term: t('row.charge', { which, ...hasDate('') }), value: next }
  }
  const lastDay = dayAndHour(facts.lastDay, locale)
  const end = lastDay ? [{ term: plan('row.ends'), value: lastDay }] : []
  if (facts.pausedUntil) {
    const from = { term: t('row.pausedFrom'), value: dayAndHour(facts.periodEnd, locale) }
    const until = { term: t('row.pausedUntil'), value: dayAndHour(facts.pausedUntil, locale) }
    return [...(planState === 'active' ? [from] : []), until, charge('next')]
  }
  if (planState === 'trialing' && (next || isUnknown)) return [charge('first'), ...end]
  const invoice = { term: t('row.openInvoice'), value: t('row.mayBeCharged') }
  const open = facts.hasOpenInvoice && !facts.payment ? [invoice] : []
  if (planState === 'active' && (next || isUnknown)) return [...open, charge('next'), ...end]
  if (planState !== 'cancelling') return end
  const endOfPeriod = dayAndHour(facts.periodEnd, locale)
  return [
    ...(endOfPeriod ? [{ term: plan(facts.payment ? 'row.endsBy' : 'row.ends'), value: endOfPeriod }] : []),
    ...open,
    ...(amount ? [charge('last')] : []),
    ...(facts.isSettled ? [{ term: t('row.nextCharge'), value: t('row.none') }] : []),
  ]
}
