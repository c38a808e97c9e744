import type { Invoice } from '@/lib/contract/checkout'

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

/** Invoices that a provider has not finished are no receipts yet. */
const unfinished = new Set(['draft', 'pending'])

/** How many are listed; the provider's own page has all. */
export const receiptsShown = 3

/** The newest few that are finished, newest first. */
export function newestReceipts(invoices: readonly Invoice[]): Invoice[] {
  return invoices
    .filter(({ status }) => !unfinished.has(status))
    .toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date))
    .slice(0, receiptsShown)
}

/** The state of a receipt in a word or two. */
export const receiptState = ({ status, amount }: Pick<Invoice, 'status' | 'amount'>): string =>
  amount === 0 && status === 'paid' ? 'No charge' : (words[status] ?? status.replaceAll('_', ' '))
