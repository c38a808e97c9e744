/** The sample catalogue: two plans in three currencies. */
import type { Interval, Provider } from '@/lib/contract/plan'

export type Plan = { key: string; name: string; interval: Interval; amount: number }

/** Offers made by a call name their product. */
export type Offer = Plan & { currency: string; priceIds: Record<Provider, string>; product?: string }

export const trialDays = 7

const currencies = ['USD', 'EUR', 'GBP']

/** Amounts are in the currency's minor unit. */
export const plans: readonly Plan[] = [
  { key: 'monthly', name: 'Monthly (Sample price)', interval: 'month', amount: 1900 },
  { key: 'yearly', name: 'Yearly (Sample price)', interval: 'year', amount: 18000 },
]

export const offers: readonly Offer[] = plans.flatMap((plan) =>
  currencies.map((currency) => ({
    ...plan,
    currency,
    priceIds: { stripe: `price_${plan.key}_${currency.toLowerCase()}`, chargebee: `plan-${plan.key}-${currency}` },
  })),
)
