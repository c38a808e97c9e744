import { laterEnd, nextCharge, planName, renewal, type Standing } from '@/components/session/plan-state'
import { day, dayAndHour } from '@/lib/contract/day'
import type { CurrentPlan, Store, Subscription } from '@/lib/contract/plan'
import { appStoreOf, chargeWords, endingWords, priceWords, storeName, taxAsSaid } from '@/lib/contract/plan-words'

/** The way a plan is paid, after “Paid with”. */
const paidWith: Record<Store, string> = { ...storeName, stripe: `card, through ${storeName.stripe}` }

/** Whether another card is what helps: that button then stands with the reason, and leads to the provider's page, too. */
export const cardComesFirst = ({ status }: Subscription, standing: Standing) =>
  standing === 'past-due' || status === 'unpaid'

/**
 * What the way to the provider's page is called; through Chargebee somebody may pay with something else than a card.
 * `change` stands where that helps, `all` otherwise; `what` is what is changed there.
 */
export function portalWords({ store }: Pick<Subscription, 'store'>): { change: string; all: string; what: string } {
  switch (store) {
    case 'stripe':
      return { change: 'Change the card', all: 'Card and receipts', what: 'the card' }
    case 'chargebee':
    case 'play_store':
    case 'app_store':
      return { change: 'Change how you pay', all: 'Payment and receipts', what: 'how you pay' }
    default:
      return store satisfies never
  }
}

const isPast = ({ subscription }: CurrentPlan) => Date.parse(subscription?.currentPeriodEnd ?? '') <= Date.now()

/** The plan and where it stands, in one line. */
export function planLine(plan: CurrentPlan, standing: Standing): string {
  const name = planName(plan)
  const end = day(plan.subscription?.currentPeriodEnd)
  const trialEnd = day(renewal(plan))
  const lastDay = day(laterEnd(plan))
  const isPaid = plan.subscription?.status !== 'past_due'
  switch (standing) {
    case 'none':
      return 'You have no plan.'
    case 'trialing':
      return trialEnd ? `${name}, free trial until ${trialEnd}` : `${name}, free trial`
    case 'active':
      if (lastDay) return `${name}, renews until it ends on ${lastDay}`
      // A pause, for one, moves the next charge to a day that nobody knows.
      return end && nextCharge(plan) ? `${name}, renews on ${end}` : `${name}, active`
    case 'past-due':
      return `${name}, last payment declined`
    case 'cancelling':
      return end ? `${name}, ${isPaid ? 'ends on' : 'cancelled, ends by'} ${end}` : `${name}, cancelled`
    case 'ended':
      // What its provider has lost of it may name a day that is still to come.
      return end && isPast(plan) ? `${name}, ended on ${end}` : `${name}, ended`
    case 'stopped':
      return `${name}, ${stoppedWords(plan)}`
  }
}

function stoppedWords({ subscription }: CurrentPlan): string {
  if (subscription?.status === 'paused') return 'paused'
  if (subscription?.status === 'future') return 'not begun yet'
  if (subscription?.status === 'unpaid') return 'stopped because a payment did not go through'
  return 'the payment was not completed'
}

/** Price, next charge and the way it is paid, as far as they are known. */
export function planRows(plan: CurrentPlan, standing: Standing) {
  const { price, store, adjusted } = plan.subscription ?? {}
  return [
    ...(price ? [{ term: adjusted ? 'List price' : 'Price', value: priceWords(price) }] : []),
    ...chargeRow(plan, standing),
    ...(store ? [{ term: 'Paid with', value: paidWith[store] }] : []),
  ]
}

/** Whether a charge is to come whose amount nobody knows for certain. */
export function isChargeUnknown({ subscription }: CurrentPlan): boolean {
  if (!subscription || chargeWords(subscription) !== null) return false
  return subscription.nextCharge === undefined ? subscription.adjusted === true : subscription.nextCharge !== null
}

function chargeRow(plan: CurrentPlan, standing: Standing) {
  const { price, status, currentPeriodEnd, store, openInvoice, adjusted } = plan.subscription ?? {}
  const next = dayAndHour(nextCharge(plan))
  const amount = plan.subscription && chargeWords(plan.subscription)
  const isUnknown = isChargeUnknown(plan)
  const charge = (which: 'First charge' | 'Next charge' | 'Last charge') => {
    const value = amount ?? (isUnknown && store ? `See ${storeName[store]}` : null)
    return value ? { term: next ? `${which}, ${next}` : which, value } : { term: which, value: next }
  }
  const isTaxed = price && amount && !adjusted && store && !appStoreOf({ store })
  const tax = isTaxed ? [{ term: 'Tax', value: taxAsSaid }] : []
  const lastDay = dayAndHour(laterEnd(plan))
  const end = lastDay ? [{ term: 'Ends', value: lastDay }] : []
  if (standing === 'trialing' && (next || isUnknown)) return [charge('First charge'), ...tax, ...end]
  // It comes before the one with a date.
  const open = openInvoice ? [{ term: 'Open invoice', value: 'May still be charged' }] : []
  if (standing === 'active' && (next || isUnknown)) return [...open, charge('Next charge'), ...tax, ...end]
  if (standing !== 'cancelling') return end
  const { isPaid } = endingWords(plan.subscription, '')
  const endOfPeriod = dayAndHour(currentPeriodEnd)
  return [
    ...(endOfPeriod ? [{ term: status === 'past_due' ? 'Ends, at the latest' : 'Ends', value: endOfPeriod }] : []),
    ...open,
    ...(amount && plan.subscription?.nextCharge ? [charge('Last charge')] : []),
    ...(isPaid ? [{ term: 'Next charge', value: 'None' }] : []),
  ]
}
