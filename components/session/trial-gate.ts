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

/** Writes the session onto the page's root, where the style sheet reads it, as the early script did before. */
export function showOnRoot(signedIn: boolean, plan: KnownPlan) {
  const root = document.documentElement
  root.dataset.session = signedIn ? 'in' : 'out'
  root.dataset.trial = trialGate(location.pathname + location.search, signedIn ? plan : 'anonymous') ? 'on' : 'off'
  for (const link of document.querySelectorAll('a[data-pricing-link]')) {
    const bare = (link.getAttribute('href') ?? '').split('?')[0] ?? ''
    link.setAttribute('href', signedIn ? `${bare}?c=true` : bare)
  }
}
