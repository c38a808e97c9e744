import type { TrialGatePlan } from '@/components/session/trial-gate'
import type { CurrentPlan } from '@/lib/contract/plan'

export function planWith(change: Partial<CurrentPlan> & { id?: string | null } = {}): CurrentPlan {
  const { id = 'sub_1', ...rest } = change
  const subscription = {
    id: id ?? '',
    store: 'stripe' as const,
    status: 'active' as const,
    currentPeriodEnd: '2999-12-05T00:00:00.000Z',
    trialEnd: null,
    price: { id: 'price_1', amount: 1900, currency: 'USD', interval: 'month' as const },
  }
  return {
    productIdentifier: 'prod_1',
    isUnSubscribed: false,
    subscription: id === null ? null : subscription,
    ...rest,
  }
}

const subscribed = planWith()
const unsubscribed = planWith({ isUnSubscribed: true })
const none = planWith({ id: null })
const blank = planWith({ id: '' })

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
const incomplete = {
  ...subscribed,
  subscription: subscribed.subscription && { ...subscribed.subscription, status: 'incomplete' as const },
}

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
