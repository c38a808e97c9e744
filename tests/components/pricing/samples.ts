import type { PricingWords } from '@/components/pricing/terms'
import { translatorOf } from '@/lib/i18n/messages'
import type { PublicConfig } from '@/lib/contract/config'
import type { ListedOffer } from '@/lib/contract/plan'

/** Settings with both providers and hosted pages. */
export const siteConfig = (change: Partial<PublicConfig> = {}): Partial<PublicConfig> => ({
  identity: null,
  stripe: true,
  chargebee: true,
  stripePublishableKey: null,
  chargebeeCheckoutSite: null,
  mail: true,
  ...change,
})

export function offer(change: Partial<ListedOffer> = {}): ListedOffer {
  return {
    priceId: 'price_monthly_usd',
    provider: 'stripe',
    product: { id: 'prod_monthly', name: 'Monthly' },
    interval: 'month',
    amount: 1900,
    currency: 'USD',
    trialDays: 7,
    taxBehavior: 'inclusive',
    display: { amount: '$19' },
    ...change,
  }
}

/** Two plans in two currencies from both providers. */
export const offers: ListedOffer[] = (['USD', 'GBP'] as const).flatMap((currency) =>
  (['month', 'year'] as const).flatMap((interval) =>
    (['chargebee', 'stripe'] as const).map((provider) =>
      offer({
        provider,
        interval,
        currency,
        amount: interval === 'month' ? 1900 : 18000,
        priceId: `${provider}-${interval}-${currency}`,
        ...(interval === 'year' && { display: { amount: '$180', saving: '$48' } }),
      }),
    ),
  ),
)

export const words: PricingWords = {
  t: await translatorOf('en', 'pricing'),
  plan: await translatorOf('en', 'plan'),
  requests: await translatorOf('en', 'requests'),
  locale: 'en',
}
