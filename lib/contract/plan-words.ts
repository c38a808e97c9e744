/** What is known of a plan, and its words for pages, emails and calendar files (`messages/<locale>/plan.json`). */
import type { useTranslations } from 'next-intl'
import { defaultLocale, type Locale } from '@/lib/locales'
import { money } from './format'
import type { CurrentPlan, NeverBegan, PaymentIssue, Price, PricePreview, Provider, Store, Subscription } from './plan'

/** Words of the namespace `plan` in the reader's language. */
export type PlanTranslator = ReturnType<typeof useTranslations<'plan'>>

export const noPlan: CurrentPlan = { productIdentifier: null, isUnSubscribed: false, subscription: null }

/** `$19 a month` */
export const priceText = (
  { amount, currency, interval }: Omit<Price, 'id'>,
  t: PlanTranslator,
  locale: Locale,
): string => t('price', { amount: money(amount, currency, locale), interval })

export const providerName: Record<Provider, string> = { stripe: 'Stripe', chargebee: 'Chargebee' }

/**
 * The language of a provider's pages. Neither has Arabic (docs.stripe.com/js/appendix/supported_locales,
 * chargebee.com/docs/supported-locales.html, both read on 2026-11-28).
 */
export const providerLocale = (locale: Locale): Exclude<Locale, 'ar' | 'en-XA'> =>
  locale === 'ar' || locale === 'en-XA' ? defaultLocale : locale

/** Plans of these stores are managed there. */
export type AppStore = Exclude<Store, Provider>

export function appStoreOf(subscription: Pick<Subscription, 'store'> | null): AppStore | null {
  const store = subscription?.store
  return store === 'play_store' || store === 'app_store' ? store : null
}

const dayMs = 86_400_000

/** Rounded up; 0 if the end is unknown or over. */
export function daysUntil(end: Date | string | null, now: Date): number {
  const days = end === null ? 0 : Math.ceil((new Date(end).getTime() - now.getTime()) / dayMs)
  return days > 0 ? days : 0
}

export type OpenPayment = 'declined' | PaymentIssue

/** In the minor unit. */
type Due = { amount: number; currency: string }

/** Null: not known, so it is left out. */
export type PlanFacts = {
  /** Null: unknown, so the plan has no name of its own. */
  price: Price | null
  /** Charges may differ from the price. */
  isListPrice: boolean
  /** End of the trial or of the paid period. */
  renewsAt: string | null
  periodEnd: string | null
  /** An end after the paid period. Until then, the plan renews. */
  lastDay: string | null
  /** The next charge after a pause. */
  pausedUntil: string | null
  /** `isUnknown`: there may be a charge, but its amount is not certain. */
  charge: { at: string | null; due: Due | null; isUnknown: boolean }
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
    price,
    isListPrice,
    renewsAt,
    periodEnd: currentPeriodEnd,
    lastDay: isUnSubscribed ? null : (subscription?.endsAt ?? null),
    pausedUntil: subscription?.pausedUntil ?? null,
    charge: subscription ? chargeOf(subscription, isUnSubscribed, renewsAt) : noCharge,
    payment,
    hasOpenInvoice,
    isSettled: !hasOpenInvoice && (nextCharge === null || !isListPrice),
    neverBegan: subscription?.neverBegan ?? null,
  }
}

const noCharge = { at: null, due: null, isUnknown: false }

/** Without `nextCharge`, as in app stores, the price is charged at the renewal. */
function chargeOf(
  { nextCharge, price, adjusted }: Subscription,
  isUnSubscribed: boolean,
  renewsAt: string | null,
): PlanFacts['charge'] {
  if (nextCharge === null || (!nextCharge && isUnSubscribed)) return noCharge
  const { amount = null, currency = null } = nextCharge ?? (adjusted ? {} : (price ?? {}))
  const due = amount !== null && currency !== null ? { amount, currency } : null
  const isUnknown = nextCharge ? !due : adjusted === true
  return { at: nextCharge ? nextCharge.at : renewsAt, due, isUnknown }
}

/** A plan's name and price, and the amount of its next charge. */
export function planTexts({ price, charge: { due } }: PlanFacts, t: PlanTranslator, locale: Locale) {
  return {
    /** `Monthly`, or `Your plan`. */
    name: t('name', { interval: price?.interval ?? 'other' }),
    /** Null: not known, so it is left out. */
    price: price && priceText(price, t, locale),
    amount: due && money(due.amount, due.currency, locale),
  }
}

/** Values of messages about the end of a plan, such as `plan.keepUntil`. @param date empty if unknown */
export const endingValues = ({ payment, isSettled }: PlanFacts, date: string) => ({
  date,
  until: date ? (payment ? 'latest' : 'date') : isSettled ? 'paid' : 'unknown',
})

/**
 * The key in `plan.charges` for an ending plan. Promises nothing about open charges unless the provider says that none
 * is left.
 */
export const lastCharges = ({ isSettled, hasOpenInvoice }: PlanFacts) =>
  isSettled ? 'settled' : hasOpenInvoice ? 'openInvoice' : 'lastInvoice'

/** Values of `plan.ended.sentence`. A plan that never began has no date. */
export const endedValues = ({ neverBegan }: PlanFacts, date: string) => ({
  date,
  how: neverBegan ?? (date ? 'date' : 'unknown'),
})

/** Consent wordings by the day they were introduced. Never change one: purchases refer to it. */
export const consentWordings = {
  '2026-11-21': 'By pressing a button you agree that the plan renews at {price}{from}, until you cancel.',
  '2026-11-22': 'By pressing you agree to pay {price}{tax}{from}. The plan renews by itself until you cancel.',
  '2026-11-25': 'By continuing, you agree to pay {price}{tax}{from}. It renews automatically until you cancel.',
} as const

export type ConsentWording = keyof typeof consentWordings

export const consentWording: ConsentWording = '2026-11-25'

/** `amount` is in the minor unit. */
export type ShownTerms = { amount: number; currency: string; trialDays: number }

/** Such as `1900 USD 7`. */
export const shownTermsText = ({ amount, currency, trialDays }: ShownTerms): string =>
  `${amount} ${currency} ${trialDays}`

export const shownTermsPattern = /^\d{1,12} [A-Z]{3} \d{1,4}$/

/** Of a change of price: due now, currency, next charge and its date. */
export const shownChangeText = ({ dueNow, currency, nextCharge }: PricePreview): string =>
  `${dueNow} ${currency} ${nextCharge.amount} ${nextCharge.at}`

export const shownChangePattern = /^\d{1,12} [A-Z]{3} \d{1,12} [\dT:.Z-]{20,24}$/
