import { standingOf } from '@/components/session/standing'
import type { CurrentPlan, Interval, PlanOffer, Provider } from '@/lib/contract/plan'

/** One plan in one currency, with the offer of each provider that sells it. */
export type Choice = { interval: Interval; offers: Partial<Record<Provider, PlanOffer>> }

const euro = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))
const sterling = new Set(['GB', 'IM', 'JE', 'GG'])

/** Currency of the region in a language tag such as `en-GB`; dollars where it names none. */
export function currencyOf(language: string): string {
  const region = /[-_]([A-Z]{2})\b/i.exec(language)?.[1]?.toUpperCase() ?? ''
  if (sterling.has(region)) return 'GBP'
  return euro.has(region) ? 'EUR' : 'USD'
}

/** Currencies on offer, dollars first. */
export function currenciesOf(offers: readonly PlanOffer[]): string[] {
  return [...new Set(offers.map((offer) => offer.currency))].toSorted(
    (one, other) => Number(other === 'USD') - Number(one === 'USD') || one.localeCompare(other),
  )
}

/** The currency to begin with: that of the price chosen before, else the visitor's own, else dollars, else any. */
export function firstCurrency(offers: readonly PlanOffer[], language: string, chosenPrice: string | null): string {
  const chosen = offers.find((offer) => offer.priceId === chosenPrice)
  const currencies = currenciesOf(offers)
  const own = currencyOf(language)
  return chosen?.currency ?? (currencies.includes(own) ? own : (currencies[0] ?? 'USD'))
}

/**
 * The currency that the next purchase is held to, or null where any will do. Stripe keeps one customer to one
 * currency as long as a plan of theirs is alive, and refuses a checkout in another.
 */
export function heldCurrency(plan: CurrentPlan | null, offers: readonly PlanOffer[]): string | null {
  const { store, status, price } = plan?.subscription ?? {}
  const standing = plan && standingOf(plan)
  const isAlive = standing === 'cancelling' || (standing === 'stopped' && status !== 'incomplete')
  const isSold = offers.some(({ currency }) => currency === price?.currency)
  return price && store === 'stripe' && isAlive && isSold ? price.currency : null
}

/** The plans of one currency, monthly before yearly. Of two offers of one provider the first counts. */
export function choicesOf(offers: readonly PlanOffer[], currency: string): Choice[] {
  const intervals: Interval[] = ['month', 'year']
  return intervals.flatMap((interval) => {
    const found = offers.filter((offer) => offer.interval === interval && offer.currency === currency)
    if (found.length === 0) return []
    const of = (provider: Provider) => found.find((offer) => offer.provider === provider)
    const [stripe, chargebee] = [of('stripe'), of('chargebee')]
    return [{ interval, offers: { ...(stripe && { stripe }), ...(chargebee && { chargebee }) } }]
  })
}

/** Whether the other provider sells the same plan in the same currency, so that there is another way to pay it. */
export const hasOtherWay = (offers: readonly PlanOffer[], { provider, interval, currency }: PlanOffer): boolean =>
  offers.some((each) => each.provider !== provider && each.interval === interval && each.currency === currency)

/** The offer whose price the card shows. */
export const shownOffer = ({ offers }: Choice) => offers.stripe ?? offers.chargebee

/** Whether the card tells of a trial, for somebody who has not had one. */
export const hasTrial = (choice: Choice): boolean => (shownOffer(choice)?.trialDays ?? 0) > 0
