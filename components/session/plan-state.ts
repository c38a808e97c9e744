import { currentTime } from '@/lib/browser/time'
import type { CurrentPlan, PlanStatus } from '@/lib/contract/plan'
import { daysUntil, planFacts } from '@/lib/contract/plan-words'

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

/** Days left in the free trial, by the server's clock; 0 without one. */
export const trialDaysLeft = (plan: CurrentPlan): number =>
  planStateOf(plan) === 'trialing' ? daysUntil(planFacts(plan).renewsAt, currentTime()) : 0
