import type { PlanState } from '@/components/session/plan-state'
import { currentTime } from '@/lib/browser/time'
import { day, dayAndHour } from '@/lib/browser/local-time'
import { monthWords } from '@/lib/contract/format'
import type { CurrentPlan, Store, Subscription } from '@/lib/contract/plan'
import { endedWords, type PlanFacts, planFacts, storeName } from '@/lib/contract/plan-words'

const paidWith: Record<Store, string> = { ...storeName, stripe: `card, through ${storeName.stripe}` }

/** Whether another card would help. */
export const cardComesFirst = ({ status, paymentIssue }: Subscription, planState: PlanState) =>
  (planState === 'past-due' && paymentIssue !== 'confirm') || status === 'unpaid'

/** Labels for the provider's portal. Chargebee also has other payment methods than cards. */
export function portalWords({ store }: Pick<Subscription, 'store'>): { change: string; all: string; what: string } {
  switch (store) {
    case 'stripe':
      return { change: 'Change the card', all: 'Card and receipts', what: 'your card' }
    case 'chargebee':
    case 'play_store':
    case 'app_store':
      return { change: 'Change how you pay', all: 'Payment and receipts', what: 'how you pay' }
    default:
      return store satisfies never
  }
}

const openPayment: Record<NonNullable<PlanFacts['payment']>, string> = {
  declined: 'last payment declined',
  confirm: 'last payment needs your confirmation',
  unknown: 'last payment failed',
}

export function planLine(plan: CurrentPlan, planState: PlanState): string {
  const facts = planFacts(plan)
  const { name, payment } = facts
  const end = day(facts.periodEnd)
  const trialEnd = day(facts.renewsAt)
  const lastDay = day(facts.lastDay)
  switch (planState) {
    case 'none':
      return 'You have no plan.'
    case 'trialing':
      return trialEnd ? `${name}, free trial until ${trialEnd}` : `${name}, free trial`
    case 'active':
      if (facts.pausedUntil) return `${name}, pauses on ${end}`
      if (lastDay) return `${name}, renews until it ends on ${lastDay}`
      // A pause hides the next charge date.
      return end && facts.charge.at ? `${name}, renews on ${end}` : `${name}, active`
    case 'past-due':
      return `${name}, ${openPayment[payment ?? 'unknown']}`
    case 'cancelling':
      return end ? `${name}, ${payment ? 'cancelled, ends by' : 'ends on'} ${end}` : `${name}, cancelled`
    case 'ended': {
      // The provider may have ended it early.
      const isPast = Date.parse(facts.periodEnd ?? '') <= currentTime().getTime()
      return `${name}, ${endedWords(facts, isPast ? end : '')}`
    }
    case 'stopped':
      return `${name}, ${stoppedWords(plan)}`
  }
}

function stoppedWords({ subscription }: CurrentPlan): string {
  const pausedUntil = day(subscription?.pausedUntil)
  if (subscription?.status === 'paused') return pausedUntil ? `paused until ${pausedUntil}` : 'paused'
  if (subscription?.status === 'future') return 'not started yet'
  if (subscription?.status === 'unpaid') return 'stopped because a payment failed'
  return 'the payment was not completed'
}

export function planRows(plan: CurrentPlan, planState: PlanState) {
  const { store } = plan.subscription ?? {}
  const facts = planFacts(plan)
  return [
    ...(facts.price ? [{ term: facts.isListPrice ? 'List price' : 'Price', value: facts.price }] : []),
    ...chargeRows(facts, planState, store),
    ...(plan.emailUnconfirmed && (willBeCharged(planState) || facts.pausedUntil) ? [noNotice] : []),
    ...(plan.subscription?.cardExpires
      ? [{ term: 'Your card', value: `Expires at the end of ${monthWords(plan.subscription.cardExpires)}` }]
      : []),
    ...(store ? [{ term: 'Paid with', value: paidWith[store] }] : []),
  ]
}

const willBeCharged = (planState: PlanState) => planState === 'trialing' || planState === 'active'

const noNotice = { term: 'Email before a charge', value: 'Only after you’ve confirmed your email address' }

function chargeRows(facts: PlanFacts, planState: PlanState, store: Store | undefined) {
  const { at, amount, isUnknown } = facts.charge
  const next = dayAndHour(at)
  const charge = (which: 'First charge' | 'Next charge' | 'Last charge') => {
    const value = amount ?? (isUnknown && store ? `See ${storeName[store]}` : null)
    return value ? { term: next ? `${which}, ${next}` : which, value } : { term: which, value: next }
  }
  const lastDay = dayAndHour(facts.lastDay)
  const end = lastDay ? [{ term: 'Ends', value: lastDay }] : []
  if (facts.pausedUntil) {
    const from = planState === 'active' ? [{ term: 'Paused from', value: dayAndHour(facts.periodEnd) }] : []
    return [...from, { term: 'Paused until', value: dayAndHour(facts.pausedUntil) }, charge('Next charge')]
  }
  if (planState === 'trialing' && (next || isUnknown)) return [charge('First charge'), ...end]
  const open = facts.hasOpenInvoice && !facts.payment ? [{ term: 'Open invoice', value: 'May still be charged' }] : []
  if (planState === 'active' && (next || isUnknown)) return [...open, charge('Next charge'), ...end]
  if (planState !== 'cancelling') return end
  const endOfPeriod = dayAndHour(facts.periodEnd)
  return [
    ...(endOfPeriod ? [{ term: facts.payment ? 'Ends by' : 'Ends', value: endOfPeriod }] : []),
    ...open,
    ...(amount ? [charge('Last charge')] : []),
    ...(facts.isSettled ? [{ term: 'Next charge', value: 'None' }] : []),
  ]
}
