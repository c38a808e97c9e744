import type { PlanOffer } from '@/lib/contract/plan'
import { day, daysFrom, money } from '@/lib/browser/format'

const taxWords = {
  inclusive: 'Included',
  exclusive: 'Added at checkout, before you pay',
  unspecified: 'Shown at checkout, before you pay',
}
export const unit = { month: 'a month', year: 'a year' }

/** Price and unit in one phrase, `$19.00 a month`. */
export const priceWords = (offer: Pick<PlanOffer, 'amount' | 'currency' | 'interval'>) =>
  `${money(offer.amount, offer.currency)} ${unit[offer.interval]}`

/**
 * What happens when, and how to leave: the lines beside the pay button.
 * @param trial false for a person who had a plan before: a trial is given once; null while that is not
 * known, and then nothing is said of today or of the first charge
 */
export function termsOf(offer: PlanOffer, trial: boolean | null, now = new Date()) {
  const days = trial ? offer.trialDays : 0
  const first = day(daysFrom(now, days))
  const amount = money(offer.amount, offer.currency)
  const known = days
    ? [
        { term: 'Today', value: 'Nothing', strong: true },
        { term: `Free trial, ${days} days, ends`, value: first },
        { term: `First charge, ${first}`, value: amount },
      ]
    : [{ term: 'Today, first charge', value: amount, strong: true }]
  const unknown = [
    { term: 'Today', value: 'Depends on your account', strong: true },
    { term: 'First charge', value: 'Shown here before you pay' },
  ]
  return [
    ...(trial === null ? unknown : known),
    { term: 'Renews', value: `${priceWords(offer)}, until you cancel` },
    { term: 'Tax', value: taxWords[offer.taxBehavior] },
    { term: 'To cancel', value: 'Two clicks on your profile. No phone call.' },
  ]
}

/** The sentence that a press of the pay button agrees to. The server stores its version with the time. */
export function consentLine(offer: PlanOffer, trial: boolean, now = new Date()): string {
  const days = trial ? offer.trialDays : 0
  const from = days ? ` from ${day(daysFrom(now, days))}` : ' from today'
  return `By pressing a button you agree that the plan renews at ${priceWords(offer)}${from}, until you cancel.`
}
