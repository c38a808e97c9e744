import { type PlanState, planStateOf } from '@/components/session/plan-state'
import { day, dayAndHour } from '@/lib/browser/local-time'
import { addPeriod, money } from '@/lib/contract/format'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import {
  noPlan,
  endedWords,
  endingWords,
  paymentSentence,
  planFacts,
  appStoreOf,
  storeName,
} from '@/lib/contract/plan-words'

type Heading = { title: string; line: string }

export function datesOf(plan: CurrentPlan, planState: PlanState) {
  const { price } = plan.subscription ?? {}
  const facts = planFacts(plan)
  const { at: charge, amount } = facts.charge
  const unknown = facts.isListPrice ? 'See your profile' : null
  const end = day(facts.periodEnd)
  const next = day(charge)
  const lastDay = day(facts.lastDay)
  const ends = lastDay ? [{ term: 'Ends', value: lastDay }] : []
  if (planState === 'cancelling' && end) return [{ term: facts.payment ? 'Ends by' : 'Ends', value: end }]
  if (planState === 'active' && next) {
    return [{ term: `Renews, ${next}`, value: amount ?? unknown ?? next }, ...ends]
  }
  if (planState !== 'trialing') return []
  if (facts.renewsAt && (!charge || !next)) return [{ term: 'Trial ends', value: dayAndHour(facts.renewsAt) }, ...ends]
  if (!charge || !next) return []
  return [
    { term: 'Trial ends', value: dayAndHour(charge) },
    { term: `First charge, ${next}`, value: amount ?? unknown ?? next },
    ...(price && amount && !facts.isListPrice && !lastDay
      ? [{ term: `Renews, ${day(addPeriod(new Date(charge), price.interval))}`, value: amount }]
      : []),
    ...ends,
  ]
}

export function cancelRow({ subscription }: CurrentPlan, planState: PlanState) {
  const store = appStoreOf(subscription)
  const [term, button] = planState === 'cancelling' ? ['To resume', 'Resume plan'] : ['To cancel', 'Cancel plan']
  return { term, value: store ? `In ${storeName[store]}` : `Profile, “${button}”` }
}

export function planHeading(plan: CurrentPlan, planState: PlanState): Heading {
  const facts = planFacts(plan)
  if (planState === 'cancelling') {
    const { until, earlyEndNote } = endingWords(facts, day(facts.periodEnd))
    return {
      title: 'Your plan will not renew.',
      line: `You’ve cancelled it. You keep it${until || (facts.isSettled ? ' until the end of the time you’ve paid for' : ' for now')}.${earlyEndNote}`,
    }
  }
  if (planState === 'past-due') {
    const who = appStoreOf(plan.subscription) ? 'The store' : 'Your profile'
    return {
      title: 'You have a plan.',
      line: `${paymentSentence[facts.payment ?? 'unknown']} ${who} shows what to do. You do not need to buy it again.`,
    }
  }
  return { title: 'You’re all set.', line: 'Here’s your plan and what happens next.' }
}

const mayBeComplete = 'Your payment may be complete. You do not need to pay again.'

export const unreachedWords: Heading = {
  title: mayBeComplete,
  line: 'We couldn’t check just now, because the connection or the sign-in service didn’t answer. This does not affect your payment. Your plan starts by itself.',
}

export const unknownHostWords: Heading = {
  title: mayBeComplete,
  line: 'We can’t check from this address. This does not affect your payment.',
}

/** @param plan the current one, if the page is reopened long after the payment */
export function slowWords(plan: CurrentPlan | null): Heading {
  const planState = plan ? planStateOf(plan) : 'none'
  const since =
    'If you’ve paid since then, you do not need to pay again. Your plan starts as soon as the provider answers.'
  if (planState === 'ended') {
    const facts = planFacts(plan ?? noPlan)
    const title = facts.neverBegan ? 'Your plan never started.' : 'Your plan has ended.'
    return { title, line: `It ${endedWords(facts, day(facts.periodEnd))}. ${since}` }
  }
  if (planState === 'stopped') return { title: 'Your plan isn’t running.', line: `Your profile shows why. ${since}` }
  return {
    title: mayBeComplete,
    line: 'We’re still waiting for the payment provider. Your plan starts as soon as it answers.',
  }
}

function refundSentence({ reason, refund, settled }: EndedPlan): string {
  if (refund)
    return `${money(refund.amount, refund.currency)} is being refunded the way you paid. This can take a few days.`
  if (reason === 'gave-way')
    return settled ? 'You will not be charged for it again.' : 'We’re closing its open invoice.'
  return settled ? 'Nothing was charged for it.' : 'If you paid anything for it, we’ll refund that.'
}

export const endedTitle: Record<EndedPlan['reason'], string> = {
  'second-plan': 'We ended your second plan.',
  'second-trial': 'We ended your second free trial.',
  'gave-way': 'We ended your other plan.',
}

export function endedLine(ended: EndedPlan): string {
  const why = {
    'second-plan': 'Your account had two plans, and you only need one.',
    'second-trial': 'Everyone gets one free trial, and your account has had one.',
    'gave-way': 'It was unpaid, paused or not started yet, and you only need one.',
  }
  return `${why[ended.reason]} ${refundSentence(ended)}`
}
