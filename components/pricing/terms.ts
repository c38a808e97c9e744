import { useLocale, useTranslations } from 'next-intl'
import { day, dayOfYear } from '@/lib/browser/local-time'
import { addDays, money, addPeriod } from '@/lib/contract/format'
import type { PlanOffer } from '@/lib/contract/plan'
import { priceText } from '@/lib/contract/plan-words'

export function usePricingWords() {
  const t = useTranslations('pricing')
  return { t, plan: useTranslations('plan'), requests: useTranslations('requests'), locale: useLocale() }
}

export type PricingWords = ReturnType<typeof usePricingWords>

/** The key in `pricing.terms` of what stands about tax beside a price. */
const taxKeys = {
  inclusive: 'terms.taxIncluded',
  exclusive: 'terms.taxExclusive',
  unspecified: 'terms.taxUnspecified',
} as const satisfies Record<PlanOffer['taxBehavior'], string>

/** Days before the first charge on which the reminder is sent; 0: too short for one. */
const reminderDays = (trialDays: number) => (trialDays >= 7 ? 3 : trialDays > 1 ? 1 : 0)

/** A point of the line from today to the renewal. */
export type Milestone = { when: string; what: string; kind: 'now' | 'later' | 'charge' }

/**
 * What happens when, beside the pay button.
 * @param trial null while unknown
 */
export function milestonesOf(offer: PlanOffer, trial: boolean | null, now: Date, words: PricingWords): Milestone[] {
  const { t, plan, locale } = words
  const { amount, currency, interval, taxBehavior: tax } = offer
  const renewal = t('milestone.renews', { price: priceText(offer, plan, locale), tax })
  const today = t('milestone.today')
  if (trial === null)
    return [
      { when: today, what: t('milestone.depends'), kind: 'now' },
      { when: t('milestone.firstCharge'), what: t('milestone.shownHere'), kind: 'charge' },
      { when: t('milestone.later'), what: renewal, kind: 'later' },
    ]
  const days = trial ? offer.trialDays : 0
  const begins = addDays(now, days)
  const next: Milestone = { when: day(addPeriod(begins, interval), locale), what: renewal, kind: 'later' }
  const charge = t('milestone.charge', { amount: money(amount, currency, locale), tax })
  if (days === 0) return [{ when: today, what: charge, kind: 'charge' }, next]
  const reminder = reminderDays(days)
  return [
    { when: today, what: t('milestone.nothing', { days }), kind: 'now' },
    ...(reminder
      ? [{ when: day(addDays(begins, -reminder), locale), what: t('milestone.reminder'), kind: 'later' } as const]
      : []),
    { when: day(begins, locale), what: charge, kind: 'charge' },
    next,
  ]
}

/** The first charge's day, after a free trial. */
export const firstChargeAfterTrial = (
  offer: PlanOffer,
  trial: boolean | null,
  now: Date,
  { locale }: PricingWords,
): string | null => (trial && offer.trialDays > 0 ? dayOfYear(addDays(now, offer.trialDays), locale) : null)

/**
 * Such as `$0 today, then $19 a month from 2 December.`
 * @param trial null while unknown
 */
export function termsSummary(offer: PlanOffer, trial: boolean | null, now: Date, words: PricingWords): string {
  const { t, locale } = words
  if (trial === null) return t('terms.unknown')
  const { amount, currency, interval, taxBehavior: tax } = offer
  const after = firstChargeAfterTrial(offer, trial, now, words)
  return t('terms.summary', {
    today: money(after ? 0 : amount, currency, locale),
    amount: money(amount, currency, locale),
    interval,
    date: after ?? day(addPeriod(now, interval), locale),
    tax,
  })
}

/** The other provider's differing terms, or empty. */
export function differenceOf(
  shown: PlanOffer,
  other: PlanOffer,
  trial: boolean,
  now: Date,
  words: PricingWords,
): string {
  const { t } = words
  const linesOf = (offer: PlanOffer) =>
    milestonesOf(offer, trial, now, words).map(({ when, what }) => t('milestone.line', { when, what }))
  const known = new Set(linesOf(shown))
  const differing = linesOf(other).filter((line) => !known.has(line))
  const tax = shown.taxBehavior === other.taxBehavior ? [] : [t(taxKeys[other.taxBehavior])]
  return [...differing, ...tax].join(t('milestone.separator'))
}

/** The consent sentence for the pay button. Its version is stored with the purchase. */
export function consentLine(offer: PlanOffer, trial: boolean, now: Date, { plan, locale }: PricingWords): string {
  const days = trial ? offer.trialDays : 0
  return plan('consent.current', {
    price: priceText(offer, plan, locale),
    kind: offer.promotionCodes ? 'promotion' : 'price',
    tax: offer.taxBehavior === 'exclusive' ? 'exclusive' : 'none',
    start: days ? 'from' : 'today',
    date: day(addDays(now, days), locale),
  })
}
