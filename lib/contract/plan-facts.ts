/** The only source of words about a plan, for pages, emails and calendar files. */
import { money } from './format'
import type { CurrentPlan, NeverBegan, PaymentIssue, Subscription } from './plan'
import { intervalName, priceWords } from './plan-words'

export type OpenPayment = 'declined' | PaymentIssue

/** Null: not known, so it is left out. */
export type PlanFacts = {
  /** `Monthly`, or `Your plan`. */
  name: string
  price: string | null
  /** Charges may differ from the price. */
  isListPrice: boolean
  /** End of the trial or of the paid period. */
  renewsAt: string | null
  periodEnd: string | null
  /** An end after the paid period. Until then, the plan renews. */
  lastDay: string | null
  /** `isUnknown`: there may be a charge, but its amount is not certain. */
  charge: { at: string | null; amount: string | null; isUnknown: boolean }
  /** Why the last payment is open; null if it is not. */
  payment: OpenPayment | null
  /** An invoice may still be charged. */
  hasOpenInvoice: boolean
  /** If the plan ends now, nothing more is charged. */
  isSettled: boolean
  neverBegan: NeverBegan | null
}

/** An ended plan's price and charges are no longer of interest, but they are stated alike. */
export function planFacts({ subscription, isUnSubscribed }: CurrentPlan): PlanFacts {
  const { price = null, status, currentPeriodEnd = null, trialEnd = null, nextCharge } = subscription ?? {}
  const isListPrice = subscription?.adjusted === true
  const renewsAt = status === 'trialing' ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd
  const payment = status === 'past_due' ? (subscription?.paymentIssue ?? 'declined') : null
  const hasOpenInvoice = payment !== null || subscription?.openInvoice === true
  return {
    name: price ? intervalName[price.interval] : 'Your plan',
    price: price && priceWords(price),
    isListPrice,
    renewsAt,
    periodEnd: currentPeriodEnd,
    lastDay: isUnSubscribed ? null : (subscription?.endsAt ?? null),
    charge: subscription ? chargeOf(subscription, isUnSubscribed, renewsAt) : noCharge,
    payment,
    hasOpenInvoice,
    isSettled: !hasOpenInvoice && (nextCharge === null || !isListPrice),
    neverBegan: subscription?.neverBegan ?? null,
  }
}

const noCharge = { at: null, amount: null, isUnknown: false }

/** Without `nextCharge`, as in app stores, the price is charged at the renewal. */
function chargeOf(
  { nextCharge, price, adjusted }: Subscription,
  isUnSubscribed: boolean,
  renewsAt: string | null,
): PlanFacts['charge'] {
  if (nextCharge === null) return noCharge
  if (nextCharge === undefined) {
    if (isUnSubscribed) return noCharge
    const amount = price && !adjusted ? money(price.amount, price.currency) : null
    return { at: renewsAt, amount, isUnknown: adjusted === true }
  }
  const { at, amount, currency } = nextCharge
  const words = amount !== null && currency !== null ? money(amount, currency) : null
  return { at, amount: words, isUnknown: words === null }
}

export const paymentSentence: Record<OpenPayment, string> = {
  declined: 'Your last payment was declined.',
  confirm: 'Your bank asks you to confirm your last payment.',
  unknown: 'Your last payment didn’t go through.',
}

const earlyEnd: Record<OpenPayment, string> = {
  declined: ' Its last payment was declined, so it may end earlier.',
  confirm: ' Its last payment still needs your confirmation, so it may end earlier.',
  unknown: ' Its last payment didn’t go through, so it may end earlier.',
}

export const openInvoiceNote = 'An invoice that’s already open may still be charged.'

export const lastInvoiceNote = 'If a last invoice follows, you’ll find it with your receipts.'

/**
 * Text about an ending plan. Promises nothing about open charges unless the provider says that none is left.
 * @param end end of the period in words, or empty
 */
export function endingWords({ payment, hasOpenInvoice, isSettled }: PlanFacts, end: string) {
  return {
    /** Follows the word "open" or "everything" in a sentence. */
    until: end && ` until ${end}${payment ? ' at the latest' : ''}`,
    /** A sentence, or empty. */
    earlyEndNote: payment ? earlyEnd[payment] : '',
    charges: isSettled
      ? 'It won’t renew, and nothing more will be charged.'
      : `It won’t renew. ${hasOpenInvoice ? openInvoiceNote : lastInvoiceNote}`,
    /** After "you won’t be charged straight away". */
    chargeException: hasOpenInvoice ? ', except for an invoice that’s already open' : '',
  }
}

/** Follows the plan's name; without a date for a plan that never began. */
export function endedWords({ neverBegan }: PlanFacts, end: string): string {
  if (neverBegan === 'incomplete') return 'was never completed'
  if (neverBegan === 'future') return 'was cancelled before it started'
  return end ? `ended on ${end}` : 'ended'
}
