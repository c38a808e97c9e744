import { useLocale, useTranslations } from 'next-intl'
import { planStateOf } from '@/components/session/plan-state'
import { day, dayAndHour } from '@/lib/browser/local-time'
import { addPeriod, money } from '@/lib/contract/format'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { noPlan, endedValues, endingValues, planFacts, planTexts, appStoreOf } from '@/lib/contract/plan-words'

type Heading = { title: string; line: string }

export function useThankYouWords() {
  return { t: useTranslations('thankYou'), plan: useTranslations('plan'), locale: useLocale() }
}

export type ThankYouWords = ReturnType<typeof useThankYouWords>

export function datesOf(current: CurrentPlan, { t, plan, locale }: ThankYouWords) {
  const planState = planStateOf(current)
  const { price } = current.subscription ?? {}
  const facts = planFacts(current)
  const { amount } = planTexts(facts, plan, locale)
  const { at: charge } = facts.charge
  const unknown = facts.isListPrice ? t('row.seeProfile') : null
  const end = day(facts.periodEnd, locale)
  const next = day(charge, locale)
  const lastDay = day(facts.lastDay, locale)
  const ends = lastDay ? [{ term: plan('row.ends'), value: lastDay }] : []
  if (planState === 'cancelling' && end) return [{ term: plan(facts.payment ? 'row.endsBy' : 'row.ends'), value: end }]
  if (planState === 'active' && next) {
    return [{ term: t('row.renews', { date: next }), value: amount ?? unknown ?? next }, ...ends]
  }
  if (planState !== 'trialing') return []
  const trialEnds = t('row.trialEnds')
  if (facts.renewsAt && (!charge || !next))
    return [{ term: trialEnds, value: dayAndHour(facts.renewsAt, locale) }, ...ends]
  if (!charge || !next) return []
  return [
    { term: trialEnds, value: dayAndHour(charge, locale) },
    { term: t('row.firstChargeOn', { date: next }), value: amount ?? unknown ?? next },
    ...(price && amount && !facts.isListPrice && !lastDay
      ? [
          {
            term: t('row.renews', { date: day(addPeriod(new Date(charge), price.interval), locale) }),
            value: amount,
          },
        ]
      : []),
    ...ends,
  ]
}

export function cancelRow(plan: CurrentPlan, { t }: ThankYouWords) {
  const store = appStoreOf(plan.subscription)
  const isEnding = planStateOf(plan) === 'cancelling'
  return {
    term: t(isEnding ? 'row.toResume' : 'row.toCancel'),
    value: store ? t('row.inStore', { store }) : t('row.onProfile', { action: isEnding ? 'resume' : 'cancel' }),
  }
}

export function planHeading(current: CurrentPlan, { t, plan, locale }: ThankYouWords): Heading {
  const planState = planStateOf(current)
  const facts = planFacts(current)
  const { payment } = facts
  if (planState === 'cancelling') {
    const line = t('cancelling.line', endingValues(facts, day(facts.periodEnd, locale)))
    return { title: t('cancelling.title'), line: payment ? `${line} ${plan(`earlyEnd.${payment}`)}` : line }
  }
  if (planState === 'past-due') {
    const store = appStoreOf(current.subscription) ? 'yes' : 'no'
    return {
      title: t('pastDue.title'),
      line: t('pastDue.line', { payment: plan(`payment.${payment ?? 'unknown'}`), store }),
    }
  }
  return { title: t('set.title'), line: t('set.line') }
}

/** @param plan the current one, if the page is reopened long after the payment */
export function slowWords(current: CurrentPlan | null, { t, locale }: ThankYouWords): Heading {
  const planState = current ? planStateOf(current) : 'none'
  if (planState === 'ended') {
    const facts = planFacts(current ?? noPlan)
    const ended = t('ended.how', endedValues(facts, day(facts.periodEnd, locale)))
    return {
      title: t(facts.neverBegan ? 'slow.neverTitle' : 'slow.endedTitle'),
      line: `${ended} ${t('slow.since')}`,
    }
  }
  if (planState === 'stopped') return { title: t('slow.stoppedTitle'), line: `${t('slow.stopped')} ${t('slow.since')}` }
  return { title: t('mayBeComplete'), line: t('slow.waiting') }
}

function refundSentence({ reason, refund, settled }: EndedPlan, { t, locale }: ThankYouWords): string {
  if (refund) return t('ended.refund', { amount: money(refund.amount, refund.currency, locale) })
  if (reason === 'gave-way') return t(settled ? 'ended.notAgain' : 'ended.closing')
  return t(settled ? 'ended.nothing' : 'ended.willRefund')
}

const endedKeys = {
  'second-plan': 'secondPlan',
  'second-trial': 'secondTrial',
  'gave-way': 'gaveWay',
} as const satisfies Record<EndedPlan['reason'], string>

/** A plan that this site ended automatically. */
export function endedHeading(ended: EndedPlan, words: ThankYouWords): Heading {
  const key = endedKeys[ended.reason]
  return {
    title: words.t(`ended.${key}Title`),
    line: `${words.t(`ended.${key}`)} ${refundSentence(ended, words)}`,
  }
}
