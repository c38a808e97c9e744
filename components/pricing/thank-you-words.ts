import { laterEnd, nextCharge, renewal, type Standing, standingOf } from '@/components/session/plan-state'
import { day, dayAndHour, periodAfter } from '@/lib/contract/day'
import { money } from '@/lib/contract/money'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { appStoreOf, chargeWords, endingWords, storeName, taxAsSaid } from '@/lib/contract/plan-words'

/** What the page after a payment says, of every way that a plan may stand. */

type Heading = { title: string; line: string }

/** What comes on which day; of a plan whose payment was declined nobody knows. */
export function datesOf(plan: CurrentPlan, standing: Standing) {
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
  if (standing === 'cancelling' && end) return [{ term: isPaid ? 'Ends' : 'Ends, at the latest', value: end }]
  if (standing === 'active' && next) {
    return [{ term: `Renews, ${next}`, value: amount ?? unknown ?? next }, ...tax, ...ends]
  }
  if (standing !== 'trialing') return []
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

/** Where the plan is cancelled, or resumed. */
export function wayOf({ subscription }: CurrentPlan, standing: Standing) {
  const store = subscription && appStoreOf(subscription)
  const [term, button] = standing === 'cancelling' ? ['To resume', 'Resume plan'] : ['To cancel', 'Cancel plan']
  return { term, value: store ? `In ${storeName[store]}` : `Profile, “${button}”` }
}

/** What the page says of a plan that has come. It may have been cancelled, or a payment declined, since it was bought. */
export function wordsOf({ subscription }: CurrentPlan, standing: Standing): Heading {
  if (standing === 'cancelling') {
    const { until, early, isPaid } = endingWords(subscription, day(subscription?.currentPeriodEnd))
    return {
      title: 'Your plan will not renew.',
      line: `It was cancelled, and stays open${until || (isPaid ? ' for as long as it is paid' : ' for now')}.${early}`,
    }
  }
  if (standing === 'past-due') {
    const who = subscription && appStoreOf(subscription) ? 'the store' : 'your profile'
    return {
      title: 'You have a plan.',
      line: `Its last payment was declined; ${who} says what to do. You do not need to buy it again.`,
    }
  }
  return { title: 'Your plan is on.', line: 'Thank you. Below are your plan and its dates.' }
}

const mayBeComplete = 'Your payment may be complete. You do not need to pay again.'

/** What is said where nobody could be asked. */
export const unreachedWords: Heading = {
  title: mayBeComplete,
  line: 'We could not ask just now: the connection, or the sign-in service, did not answer. That changes nothing about what you paid. Your plan starts on its own.',
}

/** On a host without a mode. */
export const unknownHostWords: Heading = {
  title: mayBeComplete,
  line: 'We can’t look from this address. That changes nothing about what you paid.',
}

/**
 * What is said when no new plan has come.
 * @param plan the one that there is, where this page may have been opened again long after a payment
 */
export function slowWords(plan: CurrentPlan | null): Heading {
  const standing = plan ? standingOf(plan) : 'none'
  const since =
    'If you have paid since then, you do not need to pay again: your plan starts as soon as the provider answers.'
  if (standing === 'ended') {
    const end = day(plan?.subscription?.currentPeriodEnd)
    return { title: 'Your plan has ended.', line: `${end ? `It ended on ${end}. ` : ''}${since}` }
  }
  if (standing === 'stopped') return { title: 'Your plan does not run.', line: `Your profile says why. ${since}` }
  return {
    title: mayBeComplete,
    line: 'We are still waiting for the provider. Your plan starts as soon as it answers.',
  }
}

/** What went back of a plan that was ended by itself. */
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

/** Why a plan was ended by itself, and what went back of it. */
export function endedLine(ended: EndedPlan): string {
  const why = {
    'second-plan': 'Two plans were paid for in your account, and you need only one.',
    'second-trial': 'A free trial is given once to each person, and your account has had one.',
    'gave-way': 'It was not paid for, paused, or not begun yet, and you need only one.',
  }
  return `${why[ended.reason]} ${wentBack(ended)}`
}
