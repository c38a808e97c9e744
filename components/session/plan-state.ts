import type { CurrentPlan, PlanStatus } from '@/lib/contract/plan'
import { intervalName, laterEndOf, nextChargeOf, renewalOf } from '@/lib/contract/plan-words'

/**
 * Where a person stands, in the page's words. `cancelling`: paid access still runs and will not
 * renew. `stopped`: bought, but without access now (unpaid, paused, not completed, not begun).
 */
export type Standing = 'none' | 'trialing' | 'active' | 'past-due' | 'cancelling' | 'ended' | 'stopped'

export function standingOf(plan: CurrentPlan, now = new Date()): Standing {
  const { subscription, isUnSubscribed } = plan
  if (!subscription?.id) return 'none'
  const { currentPeriodEnd } = subscription
  // An API that says no more than the specification asks for names no state: its plans are those that run.
  const status = (subscription.status as PlanStatus | undefined) ?? 'active'
  if (status === 'canceled') return 'ended'
  if (status !== 'trialing' && status !== 'active' && status !== 'past_due') return 'stopped'
  if (isUnSubscribed) return currentPeriodEnd && new Date(currentPeriodEnd) <= now ? 'ended' : 'cancelling'
  return status === 'past_due' ? 'past-due' : status
}

/** Whether the plan gives access and renews: such a person is offered no second purchase. */
export const isSubscriber = (standing: Standing) =>
  standing === 'trialing' || standing === 'active' || standing === 'past-due'

export function planName(plan: CurrentPlan): string {
  const interval = plan.subscription?.price?.interval
  return interval ? intervalName[interval] : 'Your plan'
}

/** When the trial or the paid period ends, ISO 8601; null when that is not known. */
export const renewal = ({ subscription }: CurrentPlan): string | null => subscription && renewalOf(subscription)

/** When a plan that renews until then will end, ISO 8601; null without such an end. */
export const laterEnd = ({ isUnSubscribed, subscription }: CurrentPlan): string | null =>
  subscription && laterEndOf({ isUnSubscribed, endsAt: subscription.endsAt })

/** The day on which the plan is charged next unless it is cancelled, ISO 8601; null when that is not known. */
export const nextCharge = ({ subscription }: CurrentPlan): string | null => subscription && nextChargeOf(subscription)
