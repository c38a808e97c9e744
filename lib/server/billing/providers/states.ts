import type { PlanStatus } from '@/lib/contract/plan'

/** What a provider's state means to us. */
export type State = { status: PlanStatus; isUnSubscribed: boolean; access: boolean }

const running = (status: PlanStatus, endScheduled: boolean): State => ({
  status,
  isUnSubscribed: endScheduled,
  access: true,
})
const closed = (status: PlanStatus): State => ({ status, isUnSubscribed: true, access: false })

/**
 * Stripe's subscription status in our words. A failed payment keeps access while Stripe retries it.
 * @param endScheduled `cancel_at_period_end` or a `cancel_at` (the portal may set only the latter)
 */
export function stripeState(status: string, endScheduled: boolean): State {
  switch (status) {
    case 'trialing':
    case 'active':
    case 'past_due':
      return running(status, endScheduled)
    case 'unpaid':
    case 'paused':
    case 'incomplete':
      return closed(status)
    default:
      return closed('canceled')
  }
}

/**
 * Chargebee's subscription status in our words.
 * @param endScheduled an end in the future: `cancelled_at` or `cancel_schedule_created_at`
 * @param dueInvoices unpaid invoices: a subscription with one is past due, whether it renews or not
 */
export function chargebeeState(status: string, endScheduled: boolean, dueInvoices: number): State {
  switch (status) {
    case 'in_trial':
      return running('trialing', endScheduled)
    case 'active':
      return running(dueInvoices > 0 ? 'past_due' : 'active', endScheduled)
    case 'non_renewing':
      return running(dueInvoices > 0 ? 'past_due' : 'active', true)
    case 'paused':
    case 'future':
      return closed(status)
    default:
      return closed('canceled')
  }
}
