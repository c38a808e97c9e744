/** What tests of every provider need to know of each. A new provider needs a row in each table. */
import { vi } from 'vitest'
import { readEnv } from '@/lib/env'
import type { Provider } from '@/lib/contract/plan'
import { chargebeeProvider } from '@/lib/server/billing/providers/chargebee/chargebee'
import type { BillingProvider } from '@/lib/server/billing/providers/provider'
import { stripeProvider } from '@/lib/server/billing/providers/stripe/stripe'

/** The monthly plan's product at the stand-in. */
export const monthlyProduct: Record<Provider, string> = { stripe: 'prod_monthly', chargebee: 'plan-monthly' }

export const anotherProvider: Record<Provider, Provider> = { stripe: 'chargebee', chargebee: 'stripe' }

/**
 * Lets the next call of a method finish, but holds its answer.
 * @returns `answered` resolves when the provider has answered
 */
export function holdProviderCall(provider: BillingProvider, method: keyof BillingProvider) {
  const [answered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const real = provider[method] as (...input: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(provider, method as 'portal') as unknown as { mockImplementationOnce(run: unknown): void }
  spy.mockImplementationOnce(async (...input: unknown[]) => {
    const answer = await real(...input)
    answered.resolve()
    await gate.promise
    return answer
  })
  return { answered: answered.promise, release: gate.resolve }
}

/** A provider that has cached nothing, with changed settings. */
export function providerWith(name: Provider, change: Record<string, string> = {}): BillingProvider {
  const { stripe, chargebee } = readEnv({ ...process.env, ...change })
  if (!stripe || !chargebee) throw new Error('not configured')
  switch (name) {
    case 'stripe':
      return stripeProvider(stripe)
    case 'chargebee':
      return chargebeeProvider(chargebee)
  }
}
