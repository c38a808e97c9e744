import 'server-only'
import { provider as providerName, type Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import type { BillingProvider } from './provider'

const made: Partial<Record<Provider, BillingProvider>> = {}

/** Whether the provider is configured. Plans at one that was removed from the settings cannot be read or changed. */
export const isSetUp = (name: Provider): boolean => env()[name] !== null

/**
 * The provider of that name.
 * @throws ApiFailure `unavailable` when it is not configured
 */
export async function billingProvider(name: Provider): Promise<BillingProvider> {
  const { stripe, chargebee } = env()
  switch (name) {
    case 'stripe':
      if (stripe) return (made.stripe ??= (await import('./stripe/stripe')).stripeProvider(stripe))
      break
    case 'chargebee':
      if (chargebee) return (made.chargebee ??= (await import('./chargebee/chargebee')).chargebeeProvider(chargebee))
      break
    default:
      name satisfies never
  }
  throw new ApiFailure('unavailable', { message: 'This way of paying is not set up on this server.' })
}

/** Every provider that is configured. */
export const billingProviders = (): Promise<BillingProvider[]> =>
  Promise.all(providerName.options.filter(isSetUp).map(billingProvider))
