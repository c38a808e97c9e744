import type { Invoice } from '@/lib/contract/checkout'
import { isPaid, isPaidBack, receiptsOf } from '@/lib/contract/receipt'

/** Both providers' words for the state of an invoice, in ours: short enough to stand beside a date and an amount. */
const words: Record<string, string> = {
  paid: 'Paid',
  open: 'Open',
  posted: 'Open',
  payment_due: 'Due',
  not_paid: 'Not paid',
  uncollectible: 'Not paid',
  void: 'Void',
  voided: 'Void',
}

/** How many are listed; the provider's own page has all. */
const receiptsShown = 3

/** The newest few that are finished, newest first. */
export const newestReceipts = (invoices: readonly Invoice[]): Invoice[] => receiptsOf(invoices).slice(0, receiptsShown)

/** The state of a receipt in a word or two. */
export function receiptState(receipt: Pick<Invoice, 'status' | 'amount' | 'refunded'>): string {
  const { status, amount, refunded = 0 } = receipt
  if (isPaidBack(receipt)) return 'Paid back'
  if (isPaid(receipt) && refunded > 0) return 'Partly paid back'
  return amount === 0 && isPaid(receipt) ? 'No charge' : (words[status] ?? status.replaceAll('_', ' '))
}
