import 'server-only'
import type { PlanOffer, PlanOffers, Provider } from '@/lib/contract/plan'
import { processState } from '@/lib/process-state'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { billingProvider, billingProviders } from './providers/registry'

/** Prices are asked for at most once a minute and provider; what is shown is what will be charged. */
const freshMs = 60_000

type Catalogue = Map<Provider, { offers: Promise<PlanOffer[]>; until: number }>

const cache = processState<Catalogue>('catalogue', () => new Map())

async function offersOf(name: Provider): Promise<PlanOffer[]> {
  const held = cache.get(name)
  if (held && held.until > Date.now()) return held.offers
  const provider = await billingProvider(name)
  const entry = { offers: provider.offers(), until: Date.now() + freshMs }
  cache.set(name, entry)
  // A failure is not kept: the next visitor asks again.
  entry.offers.catch(() => cache.get(name) === entry && cache.delete(name))
  return entry.offers
}

/**
 * Every plan on offer, from all providers that answer.
 * @throws ApiFailure `unavailable` when none of them does
 */
export async function listPlans(): Promise<PlanOffers> {
  const providers = await billingProviders()
  const answers = await Promise.allSettled(providers.map(({ name }) => offersOf(name)))
  for (const answer of answers) if (answer.status === 'rejected') log().warn({ err: answer.reason }, 'no prices')
  const plans = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (plans.length === 0) {
    throw new ApiFailure('unavailable', {
      message: 'The prices cannot be shown right now. Please try again in a moment.',
    })
  }
  return { plans }
}

/**
 * The plan of that id at that provider.
 * @throws ApiFailure `unknown-price` when it is not in the catalogue
 */
export async function findOffer(provider: Provider, priceId: string): Promise<PlanOffer> {
  const offer = (await offersOf(provider)).find((known) => known.priceId === priceId)
  if (!offer) throw new ApiFailure('unknown-price')
  return offer
}
