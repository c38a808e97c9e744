import { laterEndDate, nextChargeDate, planName, renewalDate, type PlanState } from '@/components/session/plan-state'
import { currentTime } from '@/lib/browser/clock'
import { day, dayAndHour } from '@/lib/contract/format'
import type { CurrentPlan, Store, Subscription } from '@/lib/contract/plan'
import {
  appStoreOf,
  chargeWords,
  endedWords,
  endingWords,
  openPaymentOf,
  priceWords,
  storeName,
  taxNote,
} from '@/lib/contract/plan-words'

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

const openPayment = {
  declined: 'last payment declined',
  confirm: 'last payment waits for your confirmation',
  unknown: 'last payment didn’t go through',
}

const isPast = ({ subscription }: CurrentPlan) =>
  Date.parse(subscription?.currentPeriodEnd ?? '') <= currentTime().getTime()

export function planLine(plan: CurrentPlan, planState: PlanState): string {
  const name = planName(plan)
  const end = day(plan.subscription?.currentPeriodEnd)
  const trialEnd = day(renewalDate(plan))
  const lastDay = day(laterEndDate(plan))
  const isPaid = plan.subscription?.status !== 'past_due'
  switch (planState) {
    case 'none':
      return 'You have no plan.'
    case 'trialing':
      return trialEnd ? `${name}, free trial until ${trialEnd}` : `${name}, free trial`
    case 'active':
      if (lastDay) return `${name}, renews until it ends on ${lastDay}`
      // A pause hides the next charge date.
      return end && nextChargeDate(plan) ? `${name}, renews on ${end}` : `${name}, active`
    case 'past-due':
      return `${name}, ${openPayment[(plan.subscription && openPaymentOf(plan.subscription)) ?? 'unknown']}`
    case 'cancelling':
      return end ? `${name}, ${isPaid ? 'ends on' : 'cancelled, ends by'} ${end}` : `${name}, cancelled`
    case 'ended':
      // The provider may have ended it early.
      return `${name}, ${endedWords(isPast(plan) ? end : '', plan.subscription?.neverBegan)}`
    case 'stopped':
      return `${name}, ${stoppedWords(plan)}`
  }
}

function stoppedWords({ subscription }: CurrentPlan): string {
  if (subscription?.status === 'paused') return 'paused'
  if (subscription?.status === 'future') return 'not started yet'
  if (subscription?.status === 'unpaid') return 'stopped because a payment didn’t go through'
  return 'the payment wasn’t completed'
}

export function planRows(plan: CurrentPlan, planState: PlanState) {
  const { price, store, adjusted } = plan.subscription ?? {}
  return [
    ...(price ? [{ term: adjusted ? 'List price' : 'Price', value: priceWords(price) }] : []),
    ...chargeRow(plan, planState),
    ...(store ? [{ term: 'Paid with', value: paidWith[store] }] : []),
  ]
}

export function isChargeUnknown({ subscription }: CurrentPlan): boolean {
  if (!subscription || chargeWords(subscription) !== null) return false
  return subscription.nextCharge === undefined ? subscription.adjusted === true : subscription.nextCharge !== null
}

function chargeRow(plan: CurrentPlan, planState: PlanState) {
  const { price, status, currentPeriodEnd, store, openInvoice, adjusted } = plan.subscription ?? {}
  const next = dayAndHour(nextChargeDate(plan))
  const amount = plan.subscription && chargeWords(plan.subscription)
  const isUnknown = isChargeUnknown(plan)
  const charge = (which: 'First charge' | 'Next charge' | 'Last charge') => {
    const value = amount ?? (isUnknown && store ? `See ${storeName[store]}` : null)
    return value ? { term: next ? `${which}, ${next}` : which, value } : { term: which, value: next }
  }
  const isTaxed = price && amount && !adjusted && store && !appStoreOf({ store })
  const tax = isTaxed ? [{ term: 'Tax', value: taxNote }] : []
  const lastDay = dayAndHour(laterEndDate(plan))
  const end = lastDay ? [{ term: 'Ends', value: lastDay }] : []
  if (planState === 'trialing' && (next || isUnknown)) return [charge('First charge'), ...tax, ...end]
  const open = openInvoice ? [{ term: 'Open invoice', value: 'May still be charged' }] : []
  if (planState === 'active' && (next || isUnknown)) return [...open, charge('Next charge'), ...tax, ...end]
  if (planState !== 'cancelling') return end
  const { isPaid } = endingWords(plan.subscription, '')
  const endOfPeriod = dayAndHour(currentPeriodEnd)
  return [
    ...(endOfPeriod ? [{ term: status === 'past_due' ? 'Ends by' : 'Ends', value: endOfPeriod }] : []),
    ...open,
    ...(amount && plan.subscription?.nextCharge ? [charge('Last charge')] : []),
    ...(isPaid ? [{ term: 'Next charge', value: 'None' }] : []),
  ]
}
