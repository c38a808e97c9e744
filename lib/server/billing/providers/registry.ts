import 'server-only'
import { providers, type Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import type { BillingProvider } from './provider'

const instances: Partial<Record<Provider, BillingProvider>> = {}

export const isConfigured = (name: Provider): boolean => env()[name] !== null

export async function billingProvider(name: Provider): Promise<BillingProvider> {
  const { stripe, chargebee } = env()
  switch (name) {
    case 'stripe':
      if (stripe) return (instances.stripe ??= (await import('./stripe/stripe')).stripeProvider(stripe))
      break
    case 'chargebee':
      if (chargebee)
        return (instances.chargebee ??= (await import('./chargebee/chargebee')).chargebeeProvider(chargebee))
      break
    default:
      name satisfies never
  }
  throw new ApiFailure('unavailable', { message: 'This way of paying isn’t set up on this server.' })
}

export const billingProviders = (): Promise<BillingProvider[]> =>
  Promise.all(providers.options.filter(isConfigured).map(billingProvider))
