import type { CurrentPlan } from '@/lib/contract/plan'

export type TrialGatePlan = CurrentPlan | 'anonymous' | 'unknown'

/** Whether a purchase may begin with a free trial. Incomplete purchases do not count. */
export const canStartTrial = ({ subscription, trialUsed }: CurrentPlan) =>
  !trialUsed && (!subscription?.id || subscription.status === 'incomplete')

/**
 * Whether the trial button and pill may show.
 * @param address path and query
 */
export function trialGate(address: string, plan: TrialGatePlan): boolean {
  if (address.includes('auth') || address.includes('pricing')) return false
  if (plan === 'anonymous') return true
  if (plan === 'unknown') return false
  return !plan.subscription?.id || plan.isUnSubscribed
}

export function updateRoot(signedIn: boolean, plan: TrialGatePlan) {
  const root = document.documentElement
  root.dataset.session = signedIn ? 'in' : 'out'
  root.dataset.trial = trialGate(location.pathname + location.search, signedIn ? plan : 'anonymous') ? 'on' : 'off'
  const trialUsed = signedIn && typeof plan === 'object' && !canStartTrial(plan)
  root.toggleAttribute('data-trial-used', trialUsed)
  for (const link of document.querySelectorAll('a[data-pricing-link]')) {
    const plainHref = (link.getAttribute('href') ?? '').split('?')[0] ?? ''
    link.setAttribute('href', signedIn ? `${plainHref}?c=true` : plainHref)
    // Some readers skip generated content.
    link.ariaLabel = trialUsed ? link.getAttribute('data-used-label') : null
  }
}
