import { renewal } from '@/components/session/standing'
import { day } from '@/lib/contract/day'
import { consentWording, consentWordings } from '@/lib/contract/consent'
import type { CurrentPlan, PlanOffer } from '@/lib/contract/plan'
import { priceWords } from '@/lib/contract/plan-words'

/** `unknown`: nobody could say whether tax comes on top of this price. */
export type Tax = PlanOffer['taxBehavior'] | 'unknown'

const taxWords: Record<Tax, string> = {
  exclusive: ', plus tax',
  unknown: ', plus tax where there is one',
  inclusive: '',
  // The checkout may have added some, and a press of this button leads through none.
  unspecified: ', plus tax where there is one',
}

const unpriced = 'the price that it had'

/** The sentence that a press of `Resume plan` agrees to. The server stores its version with the time. */
export function resumeConsent(plan: CurrentPlan, tax: Tax): string {
  const { price, adjusted } = plan.subscription ?? {}
  const next = day(renewal(plan))
  // An adjusted plan may be charged another amount, on another day.
  const [amount, from] = adjusted ? ['for the plan again', ' after'] : [price ? priceWords(price) : unpriced, ' from']
  const added = adjusted ? '' : taxWords[tax]
  return consentWordings[consentWording]
    .replace('{price}', () => amount)
    .replace('{tax}', added && next ? `${added},` : added)
    .replace('{from}', next && `${from} ${next}`)
}
