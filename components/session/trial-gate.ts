import type { CurrentPlan } from '@/lib/contract/plan'

/** What the page knows about the visitor's plan: `unknown` while it is asked for, and when asking failed. */
export type KnownPlan = CurrentPlan | 'anonymous' | 'unknown'

/**
 * Whether the trial button and the pill may show.
 * @param address path and query of the page; one that contains `auth` or `pricing` never shows them
 */
export function trialGate(address: string, plan: KnownPlan): boolean {
  if (address.includes('auth') || address.includes('pricing')) return false
  if (plan === 'anonymous') return true
  if (plan === 'unknown') return false
  return !plan.subscription?.id || plan.isUnSubscribed
}
