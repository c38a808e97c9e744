import { laterEnd, nextCharge, renewal, type PlanState, planStateOf } from '@/components/session/plan-state'
import { day, dayAndHour, periodAfter, money } from '@/lib/contract/format'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { appStoreOf, chargeWords, endingWords, storeName, taxAsSaid } from '@/lib/contract/plan-words'

type Heading = { title: string; line: string }

export function datesOf(plan: CurrentPlan, planState: PlanState) {
  const { price, currentPeriodEnd, status, adjusted } = plan.subscription ?? {}
  const amount = plan.subscription && chargeWords(plan.subscription)
  const unknown = adjusted ? 'See your profile' : null
  const bought = plan.subscription && !appStoreOf(plan.subscription)
  const tax = price && amount && !adjusted && bought ? [{ term: 'Tax', value: taxAsSaid }] : []
  const end = day(currentPeriodEnd)
  const charge = nextCharge(plan)
  const next = day(charge)
  const isPaid = status !== 'past_due'
  const lastDay = day(laterEnd(plan))
  const ends = lastDay ? [{ term: 'Ends', value: lastDay }] : []
  if (planState === 'cancelling' && end) return [{ term: isPaid ? 'Ends' : 'Ends, at the latest', value: end }]
  if (planState === 'active' && next) {
    return [{ term: `Renews, ${next}`, value: amount ?? unknown ?? next }, ...tax, ...ends]
  }
  if (planState !== 'trialing') return []
  const trialEnd = renewal(plan)
  if (trialEnd && (!charge || !next)) return [{ term: 'Trial ends', value: dayAndHour(trialEnd) }, ...ends]
  if (!charge || !next) return []
  return [
    { term: 'Trial ends', value: dayAndHour(charge) },
    { term: `First charge, ${next}`, value: amount ?? unknown ?? next },
    ...(price && amount && !adjusted && !lastDay
      ? [{ term: `Renews, ${day(periodAfter(new Date(charge), price.interval))}`, value: amount }]
      : []),
    ...tax,
    ...ends,
  ]
}

export function wayOf({ subscription }: CurrentPlan, planState: PlanState) {
  const store = subscription && appStoreOf(subscription)
  const [term, button] = planState === 'cancelling' ? ['To resume', 'Resume plan'] : ['To cancel', 'Cancel plan']
  return { term, value: store ? `In ${storeName[store]}` : `Profile, “${button}”` }
}

export function wordsOf({ subscription }: CurrentPlan, planState: PlanState): Heading {
  if (planState === 'cancelling') {
    const { until, early, isPaid } = endingWords(subscription, day(subscription?.currentPeriodEnd))
    return {
      title: 'Your plan will not renew.',
      line: `It was cancelled, and stays open${until || (isPaid ? ' for as long as it is paid' : ' for now')}.${early}`,
    }
  }
  if (planState === 'past-due') {
    const who = subscription && appStoreOf(subscription) ? 'the store' : 'your profile'
    return {
      title: 'You have a plan.',
      line: `Its last payment was declined; ${who} says what to do. You do not need to buy it again.`,
    }
  }
  return { title: 'Your plan is on.', line: 'Thank you. Below are your plan and its dates.' }
}

const mayBeComplete = 'Your payment may be complete. You do not need to pay again.'

export const unreachedWords: Heading = {
  title: mayBeComplete,
  line: 'We could not ask just now: the connection, or the sign-in service, did not answer. That changes nothing about what you paid. Your plan starts on its own.',
}

export const unknownHostWords: Heading = {
  title: mayBeComplete,
  line: 'We can’t look from this address. That changes nothing about what you paid.',
}

/** @param plan the current one, if this page was reopened long after a payment */
export function slowWords(plan: CurrentPlan | null): Heading {
  const planState = plan ? planStateOf(plan) : 'none'
  const since =
    'If you have paid since then, you do not need to pay again: your plan starts as soon as the provider answers.'
  if (planState === 'ended') {
    const end = day(plan?.subscription?.currentPeriodEnd)
    return { title: 'Your plan has ended.', line: `${end ? `It ended on ${end}. ` : ''}${since}` }
  }
  if (planState === 'stopped') return { title: 'Your plan does not run.', line: `Your profile says why. ${since}` }
  return {
    title: mayBeComplete,
    line: 'We are still waiting for the provider. Your plan starts as soon as it answers.',
  }
}

function wentBack({ reason, refund, settled }: EndedPlan): string {
  if (refund)
    return `${money(refund.amount, refund.currency)} is paid back the way it was paid, which can take some days.`
  if (reason === 'gave-way')
    return settled ? 'Nothing more is collected for it.' : 'What is open for it is being closed.'
  return settled ? 'Nothing was charged for it.' : 'If anything was paid for it, that is paid back.'
}

export const endedTitle: Record<EndedPlan['reason'], string> = {
  'second-plan': 'Your second plan was ended.',
  'second-trial': 'Your second free trial was ended.',
  'gave-way': 'Your other plan was ended.',
}

export function endedLine(ended: EndedPlan): string {
  const why = {
    'second-plan': 'Two plans were paid for in your account, and you need only one.',
    'second-trial': 'A free trial is given once to each person, and your account has had one.',
    'gave-way': 'It was not paid for, paused, or not begun yet, and you need only one.',
  }
  return `${why[ended.reason]} ${wentBack(ended)}`
}
