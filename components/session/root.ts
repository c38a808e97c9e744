import { trialGate, type KnownPlan } from './trial-gate'

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
