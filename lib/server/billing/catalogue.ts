import 'server-only'
import type { PlanOffer, PlanOffers, Provider } from '@/lib/contract/plan'
import { processState } from '@/lib/process-state'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { billingProvider, billingProviders } from './providers/registry'

const cacheMs = 60_000

type Catalogue = Map<Provider, { offers: Promise<PlanOffer[]>; until: number }>

/** Shared by all bundles, so that the price shown is the price charged. */
const cache = processState<Catalogue>('catalogue', () => new Map())

async function offersOf(name: Provider): Promise<PlanOffer[]> {
  const cached = cache.get(name)
  if (cached && cached.until > Date.now()) return cached.offers
  const provider = await billingProvider(name)
  const entry = { offers: provider.offers(), until: Date.now() + cacheMs }
  cache.set(name, entry)
  // Failures are not cached.
  entry.offers.catch(() => cache.get(name) === entry && cache.delete(name))
  return entry.offers
}

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

/** @throws ApiFailure `unknown-price` */
export async function findOffer(provider: Provider, priceId: string): Promise<PlanOffer> {
  const offer = (await offersOf(provider)).find((known) => known.priceId === priceId)
  if (!offer) throw new ApiFailure('unknown-price')
  return offer
}
