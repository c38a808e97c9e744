import type { CurrentPlan } from '@/lib/contract/plan'

/** `unknown` while the plan of a signed-in user loads. */
export type VisitorPlan = CurrentPlan | 'anonymous' | 'unknown'

type VisitorState = {
  session: 'in' | 'out'
  /** Whether the trial button and pill may show. */
  trial: 'on' | 'off'
  /** A purchase may no longer begin with a free trial. Incomplete purchases do not count. */
  trialUsed: boolean
  /** Cancelled, but still running: it can be resumed without a payment. */
  resumable: boolean
}

/** The head script contains this function's text, so it must not use outside values. @param address path and query */
export function visitorState(address: string, plan: VisitorPlan): VisitorState {
  const known = typeof plan === 'object' ? plan : null
  const { id, status, currentPeriodEnd } = known?.subscription ?? {}
  const runs = status === 'trialing' || status === 'active' || status === 'past_due'
  const isOffered = plan === 'anonymous' || (known !== null && (!id || known.isUnSubscribed))
  return {
    session: plan === 'anonymous' ? 'out' : 'in',
    trial: isOffered && !address.includes('auth') && !address.includes('pricing') ? 'on' : 'off',
    trialUsed: !!known && (!!known.trialUsed || (!!id && status !== 'incomplete')),
    resumable: !!known?.isUnSubscribed && runs && !(currentPeriodEnd && Date.parse(currentPeriodEnd) <= Date.now()),
  }
}

/** Whether a purchase may begin with a free trial. */
export const canStartTrial = (plan: CurrentPlan): boolean => !visitorState('', plan).trialUsed

/** Writes the state to the page, whose styles read it. Also part of the head script. */
export function showVisitor({ session, trial, trialUsed, resumable }: VisitorState): void {
  const root = document.documentElement
  root.dataset.session = session
  root.dataset.trial = trial
  root.toggleAttribute('data-trial-used', trialUsed)
  root.toggleAttribute('data-resumable', resumable)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-pricing-link]')) {
    const { pricingLink, usedLabel, resumeLink, resumeLabel } = link.dataset
    const resumes = resumable && resumeLink
    link.setAttribute('href', resumes || (pricingLink || link.pathname) + (session === 'in' ? '?c=true' : ''))
    // Some readers skip generated content.
    const label = resumes ? resumeLabel : trialUsed && usedLabel
    if (label) link.setAttribute('aria-label', label)
    else link.removeAttribute('aria-label')
  }
}
