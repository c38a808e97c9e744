import type { TrialGatePlan } from '@/components/session/trial-gate'
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

const subscribed = planWith()
const unsubscribed = planWith({ isUnSubscribed: true })
const none: CurrentPlan = { ...subscribed, subscription: null }
const blank = planWith({}, { id: '' })

/** One rule, implemented by `trialGate` and by the head script. */
export const gateTable: [address: string, plan: TrialGatePlan, shows: boolean][] = [
  ['/', 'anonymous', true],
  ['/', 'unknown', false],
  ['/', none, true],
  ['/', blank, true],
  ['/', subscribed, false],
  ['/', unsubscribed, true],
  ['/features', 'anonymous', true],
  ['/blog/a-post?from=home', unsubscribed, true],
  ['/profile', subscribed, false],
  ['/profile', unsubscribed, true],
  ['/auth', 'anonymous', false],
  ['/auth/', none, false],
  ['/blog/authors', 'anonymous', false],
  ['/features?next=auth', 'anonymous', false],
  ['/pricing/start', 'anonymous', false],
  ['/pricing/start/?c=true', unsubscribed, false],
  ['/pricing/thankyou/', none, false],
  ['/features?from=pricing', none, false],
]

const trialUsed = { ...none, trialUsed: true as const }
const incomplete = planWith({}, { status: 'incomplete' })

/** Users who had a trial or a plan, for both implementations. */
export const trialUsedTable: [plan: TrialGatePlan, used: boolean][] = [
  ['anonymous', false],
  ['unknown', false],
  [none, false],
  [trialUsed, true],
  [incomplete, false],
  [unsubscribed, true],
  [subscribed, true],
]

/** A trial link, which has a label of its own after a trial, and another link to the prices. */
export const trialLinks =
  '<a href="/pricing" data-pricing-link data-used-label="Start again">Try it free</a><a href="/pricing" data-pricing-link>Prices</a>'
