import type { CurrentPlan, Subscription } from '@/lib/contract/plan'

/** A running plan. */
export const planWith = (
  change: Partial<Omit<CurrentPlan, 'subscription'>> = {},
  subscription: Partial<Subscription> = {},
): CurrentPlan & { subscription: Subscription } => ({
  productIdentifier: 'prod_1',
  isUnSubscribed: false,
  ...change,
  subscription: {
    id: 'sub_1',
    store: 'stripe',
    status: 'active',
    currentPeriodEnd: '2999-12-05T12:00:00.000Z',
    trialEnd: null,
    price: { id: 'price_1', amount: 1900, currency: 'USD', interval: 'month' },
    ...subscription,
  },
})
