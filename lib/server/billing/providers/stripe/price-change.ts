import 'server-only'
import type Stripe from 'stripe'
import type { PricePreview } from '@/lib/contract/plan'

const hourSeconds = 3600

/** Credit is counted from the last full hour, so that a change costs what its preview showed. */
const prorationDate = ({ current_period_start: start }: Stripe.SubscriptionItem) =>
  Math.max(start, Math.floor(Date.now() / 1000 / hourSeconds) * hourSeconds)

type PriceUpdate = Pick<
  Stripe.SubscriptionUpdateParams,
  'items' | 'proration_behavior' | 'proration_date' | 'trial_end'
> & { items: { id: string; price: string }[]; trial_end?: number }

/** Another interval begins a new period at once. A trial keeps its end. */
export function priceUpdate(
  { status, trial_end: trialEnd }: Stripe.Subscription,
  item: Stripe.SubscriptionItem | undefined,
  price: string,
): PriceUpdate {
  const items = item ? [{ id: item.id, price }] : []
  if (status === 'trialing' && trialEnd !== null) return { items, proration_behavior: 'none', trial_end: trialEnd }
  return { items, proration_behavior: 'always_invoice', ...(item && { proration_date: prorationDate(item) }) }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** With the tax on top, without discounts. */
function lineTotal({ amount, taxes, discount_amounts: discounts }: Stripe.InvoiceLineItem): number {
  const added = (taxes ?? []).filter((tax) => tax.tax_behavior === 'exclusive')
  return amount + sum(added.map((tax) => tax.amount)) - sum((discounts ?? []).map((one) => one.amount))
}

const creditOf = ({ lines }: Stripe.Invoice) => -sum(lines.data.map(lineTotal).filter((amount) => amount < 0)) || 0

/** What an invoice charges before it deducts unused time. */
export const fullCharge = (invoice: Stripe.Invoice): number => invoice.total + creditOf(invoice)

/** @param invoice the one that the change makes at once; in a trial, the first one after it */
export function toPricePreview(
  invoice: Stripe.Invoice,
  { status, trial_end: trialEnd }: Stripe.Subscription,
): PricePreview {
  const { amount_due: due, total, starting_balance: balance, lines } = invoice
  const currency = invoice.currency.toUpperCase()
  const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString()
  if (status === 'trialing' && trialEnd !== null) {
    return { dueNow: 0, credit: 0, currency, nextCharge: { amount: due, at: dateOf(trialEnd) } }
  }
  // Stripe counts what the customer has left as negative.
  const left = Math.max(0, -(balance + total))
  const end = Math.max(...lines.data.map(({ period }) => period.end))
  const amount = Math.max(0, fullCharge(invoice) - left)
  return { dueNow: due, credit: creditOf(invoice), currency, nextCharge: { amount, at: dateOf(end) } }
}
