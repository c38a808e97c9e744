import type { CurrentPlan, Subscription } from '@/lib/contract/plan'

/** What is said when a press found another plan than the page showed, in the place of what the press was for. */
export type Moved = { title: string; text: string }

type Shown = Pick<Subscription, 'id' | 'store'>

/** Whether somebody has another plan than the one that a page shows: it was opened before they got it. */
export const isAnother = (shown: Shown, { subscription }: CurrentPlan): boolean =>
  subscription !== null && (subscription.id !== shown.id || subscription.store !== shown.store)

/** The same, or it is the one that the page shows and has ended since. */
export const isGone = (shown: Subscription, now: CurrentPlan): boolean =>
  isAnother(shown, now) || (now.subscription?.status === 'canceled' && shown.status !== 'canceled')
