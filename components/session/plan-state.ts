import { currentTime } from '@/lib/browser/clock'
import type { CurrentPlan, PlanStatus } from '@/lib/contract/plan'
import { intervalName, laterEndOf, nextChargeOf, renewalOf, trialDaysWords } from '@/lib/contract/plan-words'

/** `cancelling`: access until the end, no renewal. `stopped`: bought, but without access now. */
export type PlanState = 'none' | 'trialing' | 'active' | 'past-due' | 'cancelling' | 'ended' | 'stopped'

export function planStateOf(plan: CurrentPlan, now = currentTime()): PlanState {
  const { subscription, isUnSubscribed } = plan
  if (!subscription?.id) return 'none'
  const { currentPeriodEnd } = subscription
  // The specification has no status; such plans are running.
  const status = (subscription.status as PlanStatus | undefined) ?? 'active'
  if (status === 'canceled') return 'ended'
  if (status !== 'trialing' && status !== 'active' && status !== 'past_due') return 'stopped'
  if (isUnSubscribed) return currentPeriodEnd && new Date(currentPeriodEnd) <= now ? 'ended' : 'cancelling'
  return status === 'past_due' ? 'past-due' : status
}

/** Has access and renews. */
export const isSubscriber = (planState: PlanState) =>
  planState === 'trialing' || planState === 'active' || planState === 'past-due'

export function planName(plan: CurrentPlan): string {
  const interval = plan.subscription?.price?.interval
  return interval ? intervalName[interval] : 'Your plan'
}

export const renewalDate = ({ subscription }: CurrentPlan): string | null => subscription && renewalOf(subscription)

export const laterEndDate = ({ isUnSubscribed, subscription }: CurrentPlan): string | null =>
  subscription && laterEndOf({ isUnSubscribed, endsAt: subscription.endsAt })

export const nextChargeDate = ({ subscription }: CurrentPlan): string | null =>
  subscription && nextChargeOf(subscription)

/** `3 days left in your free trial`, by the server's clock, or empty. */
export const trialDaysLine = (plan: CurrentPlan): string =>
  planStateOf(plan) === 'trialing'
    ? trialDaysWords(plan.subscription?.trialEnd ?? renewalDate(plan), currentTime())
    : ''
