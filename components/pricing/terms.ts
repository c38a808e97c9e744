import {
  consentWording,
  consentWordings,
  type ConsentWording,
  intervalUnit,
  priceWords,
} from '@/lib/contract/plan-words'
import { day, dayOfYear } from '@/lib/browser/local-time'
import { addDays, money, addPeriod } from '@/lib/contract/format'
import type { PlanOffer } from '@/lib/contract/plan'

/** After an amount. Texts that are stored with a purchase mention only a tax that is added. */
export const plusTax = ({ taxBehavior }: Pick<PlanOffer, 'taxBehavior'>) =>
  taxBehavior === 'exclusive' ? ', plus tax' : ''

/** Follows the price's period. */
export const taxWords = {
  inclusive: 'tax included',
  exclusive: 'plus tax, shown before you pay',
  unspecified: 'any tax is shown before you pay',
} satisfies Record<PlanOffer['taxBehavior'], string>

const dayWords = (days: number) => (days === 1 ? 'one day' : days === 7 ? 'seven days' : `${days} days`)
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Heads the plans.
 * @param days of the free trial; 0: none, or not known
 */
export const planTitle = (days: number) =>
  days > 0 ? `${upperFirst(dayWords(days))} free. Then choose.` : 'Choose your plan.'

/** Of a yearly price, rounded to the minor unit: `$15 a month`. */
export function monthlyEquivalent({ amount, currency }: PlanOffer): string {
  const words = `${money(Math.round(amount / 12), currency)} a month`
  return amount % 12 === 0 ? words : `About ${words}`
}

/** Days before the first charge on which the reminder is sent; 0: too short for one. */
const reminderDays = (trialDays: number) => (trialDays >= 7 ? 3 : trialDays > 1 ? 1 : 0)

/** A point of the line from today to the renewal. */
export type Milestone = { when: string; what: string; kind: 'now' | 'later' | 'charge' }

/**
 * What happens when, beside the pay button.
 * @param trial null while unknown
 */
export function milestonesOf(offer: PlanOffer, trial: boolean | null, now: Date): Milestone[] {
  const price = `${money(offer.amount, offer.currency)}${plusTax(offer)}`
  const renewal = `Renews at ${priceWords(offer)}${plusTax(offer)}, until you cancel`
  if (trial === null)
    return [
      { when: 'Today', what: 'Depends on your account', kind: 'now' },
      { when: 'First charge', what: 'Shown here before you pay', kind: 'charge' },
      { when: 'Later', what: renewal, kind: 'later' },
    ]
  const days = trial ? offer.trialDays : 0
  const begins = addDays(now, days)
  const next: Milestone = { when: day(addPeriod(begins, offer.interval)), what: renewal, kind: 'later' }
  if (days === 0) return [{ when: 'Today', what: `First charge: ${price}`, kind: 'charge' }, next]
  const reminder = reminderDays(days)
  return [
    { when: 'Today', what: `Nothing to pay. Your ${dayWords(days)} begin${days === 1 ? 's' : ''}.`, kind: 'now' },
    ...(reminder
      ? [{ when: day(addDays(begins, -reminder)), what: 'We email you a reminder', kind: 'later' } as const]
      : []),
    { when: day(begins), what: `First charge: ${price}`, kind: 'charge' },
    next,
  ]
}

/** The first charge's day, after a free trial. */
export const firstChargeAfterTrial = (offer: PlanOffer, trial: boolean | null, now: Date): string | null =>
  trial && offer.trialDays > 0 ? dayOfYear(addDays(now, offer.trialDays)) : null

/**
 * Such as `$0 today, then $19 a month from 2 December.`
 * @param trial null while unknown
 */
export function termsSummary(offer: PlanOffer, trial: boolean | null, now: Date): string {
  const cancel = 'Cancel online any time.'
  if (trial === null) return `You’ll see what is due today before you pay. ${cancel}`
  const price = money(offer.amount, offer.currency)
  const after = firstChargeAfterTrial(offer, trial, now)
  const today = money(after ? 0 : offer.amount, offer.currency)
  const from = after ?? day(addPeriod(now, offer.interval))
  return `${today} today, then ${price} ${intervalUnit[offer.interval]} from ${from}${plusTax(offer)}. ${cancel}`
}

/** The other provider's differing terms, or empty. */
export function differenceOf(shown: PlanOffer, other: PlanOffer, trial: boolean, now: Date): string {
  const known = new Set(milestonesOf(shown, trial, now).map(({ when, what }) => `${when}: ${what}`))
  const differing = milestonesOf(other, trial, now)
    .map(({ when, what }) => `${when}: ${what}`)
    .filter((line) => !known.has(line))
  return [...differing, ...(shown.taxBehavior === other.taxBehavior ? [] : [taxWords[other.taxBehavior]])].join('; ')
}

/** The consent sentence for the pay button. Its version is stored with the purchase. */
export function consentLine(
  offer: PlanOffer,
  trial: boolean,
  now: Date,
  version: ConsentWording = consentWording,
): string {
  const days = trial ? offer.trialDays : 0
  const from = days ? ` from ${day(addDays(now, days))}` : ' from today'
  return consentWordings[version]
    .replace('{price}', () => `${priceWords(offer)}${offer.promotionCodes ? ', or less with a promotion code' : ''}`)
    .replace('{tax}', plusTax(offer) && `${plusTax(offer)},`)
    .replace('{from}', from)
}
