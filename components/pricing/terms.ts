import {
  consentWording,
  consentWordings,
  type ConsentWording,
  intervalUnit,
  priceWords,
} from '@/lib/contract/plan-words'
import { day, dayOfYear, addDays, money, addPeriod } from '@/lib/contract/format'
import type { PlanOffer } from '@/lib/contract/plan'

const taxWords = {
  inclusive: 'Included',
  exclusive: 'Added at checkout, before you pay',
  unspecified: 'Shown at checkout, before you pay',
}

type Term = { term: string; value: string; strong?: boolean }

export const plusTax = ({ taxBehavior }: Pick<PlanOffer, 'taxBehavior'>) =>
  taxBehavior === 'exclusive' ? ', plus tax' : ''

/**
 * The terms beside the pay button.
 * @param trial null while unknown
 */
export function termsOf(offer: PlanOffer, trial: boolean | null, now = new Date()): Term[] {
  const days = trial ? offer.trialDays : 0
  const begins = addDays(now, days)
  const first = day(begins)
  const amount = `${money(offer.amount, offer.currency)}${plusTax(offer)}`
  const known = days
    ? [
        { term: 'Today', value: 'Nothing', strong: true },
        { term: `Free trial, ${days === 1 ? '1 day' : `${days} days`}, ends`, value: first },
        { term: `First charge, ${first}`, value: amount },
      ]
    : [{ term: 'Today, first charge', value: amount, strong: true }]
  const unknown = [
    { term: 'Today', value: 'Depends on your account', strong: true },
    { term: 'First charge', value: 'Shown here before you pay' },
  ]
  const renews = trial === null ? 'Renews' : `Renews, ${day(addPeriod(begins, offer.interval))}`
  return [
    ...(trial === null ? unknown : known),
    { term: renews, value: `${priceWords(offer)}${plusTax(offer)}, until you cancel` },
    { term: 'Tax', value: taxWords[offer.taxBehavior] },
    ...(offer.promotionCodes
      ? [{ term: 'Promotion code', value: 'If you have one, enter it on the payment page' }]
      : []),
    { term: 'To cancel', value: 'Two clicks on your profile. No phone call.' },
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

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The other provider's differing terms, or empty. */
export function differenceOf(shown: PlanOffer, other: PlanOffer, trial: boolean, now: Date): string {
  const shownTerms = termsOf(shown, trial, now)
  return termsOf(other, trial, now)
    .filter(({ term, value }) => !shownTerms.some((line) => line.term === term && line.value === value))
    .map(({ term, value }) => (term === 'Tax' ? `tax is ${lowerFirst(value)}` : `${lowerFirst(term)}: ${value}`))
    .join('; ')
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
