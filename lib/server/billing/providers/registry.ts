/** The configured providers, and what they sell. */
import 'server-only'
import { LRUCache } from 'lru-cache'
import { money } from '@/lib/contract/format'
import { providers, type PlanOffer, type PlanOffers, type Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import type { Locale } from '@/lib/locales'
import { processState } from '@/lib/server/process-state'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import type { BillingProvider } from './provider'

const instances: Partial<Record<Provider, BillingProvider>> = {}

export const isConfigured = (name: Provider): boolean => env()[name] !== null

export async function billingProvider(name: Provider): Promise<BillingProvider> {
  const { stripe, chargebee } = env()
  if (name === 'stripe' && stripe) {
    return (instances.stripe ??= (await import('./stripe/stripe')).stripeProvider(stripe))
  }
  if (name === 'chargebee' && chargebee) {
    return (instances.chargebee ??= (await import('./chargebee/chargebee')).chargebeeProvider(chargebee))
  }
  throw new ApiFailure('unavailable', { detail: 'wayNotSetUp' })
}

const cacheMs = 60_000

/** Shared by all bundles, so that the price shown is the price charged. */
const offers = processState(
  'catalogue',
  () =>
    new LRUCache<Provider, PlanOffer[]>({
      max: providers.options.length,
      ttl: cacheMs,
      fetchMethod: async (name) => (await billingProvider(name)).offers(),
    }),
)

/** Adds the amounts as words, and what each year saves compared with twelve months. */
const withDisplay = (plans: readonly PlanOffer[], locale: Locale): PlanOffers['plans'] =>
  plans.map((plan) => {
    const { amount, currency, taxBehavior, interval } = plan
    const isComparable = (each: PlanOffer) =>
      each.interval === 'month' && each.currency === currency && each.taxBehavior === taxBehavior
    const month = interval === 'year' ? plans.find(isComparable) : undefined
    const saving = month ? 12 * month.amount - amount : 0
    const display = { amount: money(amount, currency, locale) }
    return { ...plan, display: saving > 0 ? { ...display, saving: money(saving, currency, locale) } : display }
  })

export async function listPlans(locale: Locale): Promise<PlanOffers> {
  const configured = providers.options.filter(isConfigured)
  const results = await Promise.allSettled(configured.map((name) => offers.forceFetch(name)))
  for (const result of results) {
    if (result.status === 'rejected')
      log().warn({ err: result.reason }, 'could not read a provider’s prices; its plans are left out')
  }
  const plans = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  if (plans.length === 0) {
    throw new ApiFailure('unavailable', {
      detail: 'noPrices',
    })
  }
  return { plans: withDisplay(plans, locale) }
}

/** @throws ApiFailure `unknown-price` */
export async function findOffer(provider: Provider, priceId: string): Promise<PlanOffer> {
  const offer = (await offers.forceFetch(provider)).find((plan) => plan.priceId === priceId)
  if (!offer) throw new ApiFailure('unknown-price')
  return offer
}
