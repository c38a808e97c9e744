import 'server-only'
import type { Estimate, Subscription } from 'chargebee'
import type { PricePreview } from '@/lib/contract/plan'
import { ApiFailure } from '@/lib/server/http/errors'
import { minorUnits } from './client'

/** Begins a new term at once, with credit for the unused time. A trial keeps its end. */
export function priceUpdate({ status, trial_end: trialEnd }: Subscription, priceId: string) {
  const items = [{ item_price_id: priceId, quantity: 1 }]
  if (status === 'in_trial' && trialEnd !== undefined) return { subscription_items: items, trial_end: trialEnd }
  return {
    subscription_items: items,
    prorate: true,
    force_term_reset: true,
    invoice_immediately: true,
    end_of_term: false,
  }
}

/** In a trial, only the first invoice after it is estimated. @throws ApiFailure `provider-unavailable` */
export function toPricePreview(estimate: Estimate): PricePreview {
  const { invoice_estimate: now, next_invoice_estimate: next, credit_note_estimates: notes = [] } = estimate
  const invoice = now ?? next
  const at = estimate.subscription_estimate?.next_billing_at
  if (!invoice || at === undefined) {
    throw new ApiFailure('provider-unavailable', { cause: new Error('the estimate has no invoice or no date') })
  }
  const currency = invoice.currency_code
  const [total = 0, due = 0] = [invoice.total, invoice.amount_due]
  const credit = notes.reduce((sum, note) => sum + note.total, 0)
  const left = now ? notes.reduce((sum, note) => sum + note.amount_available, 0) : 0
  return {
    dueNow: now ? minorUnits(due, currency) : 0,
    credit: minorUnits(credit, currency),
    currency,
    nextCharge: {
      amount: minorUnits(now ? Math.max(0, total - left) : due, currency),
      at: new Date(at * 1000).toISOString(),
    },
  }
}
