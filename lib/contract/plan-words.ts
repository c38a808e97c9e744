import { money } from './format'
import type { Interval, NeverBegan, PaymentIssue, Price, Provider, Store, Subscription } from './plan'

export const intervalName: Record<Interval, string> = { month: 'Monthly', year: 'Yearly' }

export const intervalUnit: Record<Interval, string> = { month: 'a month', year: 'a year' }

export const priceWords = ({ amount, currency, interval }: Omit<Price, 'id'>): string =>
  `${money(amount, currency)} ${intervalUnit[interval]}`

export const taxNote = 'Shown on each receipt'

export const providerName: Record<Provider, string> = { stripe: 'Stripe', chargebee: 'Chargebee' }

export const storeName: Record<Store, string> = {
  ...providerName,
  play_store: 'the Play Store',
  app_store: 'the App Store',
}

/** Plans of these stores are managed there. */
export type AppStore = Exclude<Store, Provider>

export function appStoreOf(subscription: Pick<Subscription, 'store'> | null): AppStore | null {
  const store = subscription?.store
  return store === 'play_store' || store === 'app_store' ? store : null
}

type Dates<Moment> = { status: string; trialEnd: Moment | null; currentPeriodEnd: Moment | null }

type Charge<Moment> = { at: Moment | null; amount: number | null; currency: string | null }

type Charged<Moment> = { nextCharge?: Charge<Moment> | null | undefined; adjusted?: boolean | undefined }

export const renewalOf = <Moment>({ status, trialEnd, currentPeriodEnd }: Dates<Moment>): Moment | null =>
  status === 'trialing' ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd

/** Null if it is not certain. */
export const nextChargeOf = <Moment>(plan: Dates<Moment> & Pick<Charged<Moment>, 'nextCharge'>): Moment | null =>
  plan.nextCharge === undefined ? renewalOf(plan) : (plan.nextCharge?.at ?? null)

type Amount = { amount: number; currency: string } | null

/** Null if it is not certain. */
export function chargeWords({ nextCharge, adjusted, price }: Charged<unknown> & { price: Amount }): string | null {
  if (nextCharge === undefined) return price && !adjusted ? money(price.amount, price.currency) : null
  const { amount = null, currency = null } = nextCharge ?? {}
  return amount !== null && currency !== null ? money(amount, currency) : null
}

const dayMs = 86_400_000

/** Rounded up; 0 if the end is unknown or over. */
export function daysUntil(end: Date | string | null, now: Date): number {
  const days = end === null ? 0 : Math.ceil((new Date(end).getTime() - now.getTime()) / dayMs)
  return days > 0 ? days : 0
}

/** Empty if the trial is over or its end is unknown. */
export function trialDaysWords(end: Date | string | null, now: Date): string {
  const days = daysUntil(end, now)
  if (days === 0) return ''
  return days === 1 ? 'Last day of your free trial' : `${days} days left in your free trial`
}

/** `Monthly, ended on 5 December 2026`, without a date for a plan that never began. */
export function endedWords(end: string, neverBegan: NeverBegan | undefined): string {
  if (neverBegan === 'incomplete') return 'was never completed'
  if (neverBegan === 'future') return 'was cancelled before it started'
  return end ? `ended on ${end}` : 'ended'
}

export const laterEndOf = <Moment>(plan: { isUnSubscribed: boolean; endsAt?: Moment | null | undefined }) =>
  plan.isUnSubscribed ? null : (plan.endsAt ?? null)

export const openInvoiceNote = 'An invoice that’s already open may still be charged.'

export const lastInvoiceNote = 'If a last invoice follows, you’ll find it with your receipts.'

type Payment = { status: string; paymentIssue?: PaymentIssue | null | undefined }

/** Why the last payment is open; null if it is not. */
export const openPaymentOf = ({ status, paymentIssue }: Payment): 'declined' | PaymentIssue | null =>
  status === 'past_due' ? (paymentIssue ?? 'declined') : null

export const paymentSentence = {
  declined: 'Your last payment was declined.',
  confirm: 'Your bank asks you to confirm your last payment.',
  unknown: 'Your last payment didn’t go through.',
}

const earlyEnd = {
  declined: ' Its last payment was declined, so it may end earlier.',
  confirm: ' Its last payment still needs your confirmation, so it may end earlier.',
  unknown: ' Its last payment didn’t go through, so it may end earlier.',
}

/**
 * Text about an ending plan, for pages and emails. Promises nothing about open charges unless the provider says that
 * none is left.
 * @param end end of the period in words, or empty
 */
export function endingWords(
  plan: (Payment & { openInvoice?: boolean | undefined } & Charged<unknown>) | null,
  end: string,
) {
  const payment = plan && openPaymentOf(plan)
  const isOpen = payment !== null || plan?.openInvoice === true
  const isPaid = !isOpen && (plan?.nextCharge === null || !plan?.adjusted)
  return {
    isPaid,
    /** Follows the word "open" or "everything" in a sentence. */
    until: end && ` until ${end}${payment ? ' at the latest' : ''}`,
    /** A sentence, or empty. */
    earlyEndNote: payment ? earlyEnd[payment] : '',
    charges: isPaid
      ? 'It won’t renew, and nothing more will be charged.'
      : `It won’t renew. ${isOpen ? openInvoiceNote : lastInvoiceNote}`,
    /** After "you won’t be charged straight away". */
    chargeException: !isOpen ? '' : ', except for an invoice that’s already open',
  }
}
