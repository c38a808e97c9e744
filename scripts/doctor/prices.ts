import type { PlanOffer } from '@/lib/contract/plan'
import { money } from '@/lib/contract/format'
import { off, right, wrong, type Finding } from './finding'

const describeOffer = (offer: PlanOffer) =>
  `${money(offer.amount, offer.currency)} a ${offer.interval}${offer.trialDays ? ` after ${offer.trialDays} days` : ''}`

/**
 * Compares a provider's price with the site's price page.
 * @param shown the running site's offers; null if it does not answer
 */
export function comparePrice(charged: PlanOffer, shown: PlanOffer[] | null): Finding {
  const { priceId, provider } = charged
  if (!shown) return right(`${priceId} is ${describeOffer(charged)}; the page could not be compared.`)
  const offer = shown.find((one) => one.provider === provider && one.priceId === priceId)
  if (!offer)
    return wrong(`${priceId} is ${describeOffer(charged)}, but the page does not show it: restart the site with it.`)
  const isSame = (['amount', 'currency', 'interval', 'trialDays'] as const).every(
    (part) => offer[part] === charged[part],
  )
  return isSame
    ? right(`${priceId} is ${describeOffer(charged)}, as the page says.`)
    : wrong(`${priceId} is charged as ${describeOffer(charged)}, but the page says ${describeOffer(offer)}.`)
}

/** Prices on the page that are not configured here. */
export const unconfiguredPrices = (
  known: readonly string[],
  provider: PlanOffer['provider'],
  shown: PlanOffer[] | null,
) =>
  (shown ?? [])
    .filter((offer) => offer.provider === provider && !known.includes(offer.priceId))
    .map(({ priceId }) =>
      wrong(`The page shows ${priceId}, which is not configured here: the site runs with other settings.`),
    )

/** Other prices of the account. */
export function unrecognisedPrices(setting: string, vendor: string, ids: readonly string[]): Finding[] {
  if (ids.length === 0) return []
  const shown = ids.slice(0, 5).join(', ') + (ids.length > 5 ? ` and ${ids.length - 5} more` : '')
  const why = `${vendor} also has ${shown}: subscriptions to them are ignored as another product's.`
  return [
    off(`${why} If the site has sold them before, name them in ${setting}; docs/billing.md says how to link one plan.`),
  ]
}
