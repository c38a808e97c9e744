import type { Invoice } from '@/lib/contract/checkout'
import { isPaid, receiptsOf } from '@/lib/contract/receipt'

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
export const receiptsShown = 3

/** The newest few that are finished, newest first. */
export const newestReceipts = (invoices: readonly Invoice[]): Invoice[] => receiptsOf(invoices).slice(0, receiptsShown)

/** The state of a receipt in a word or two. */
export const receiptState = ({ status, amount }: Pick<Invoice, 'status' | 'amount'>): string =>
  amount === 0 && isPaid({ status }) ? 'No charge' : (words[status] ?? status.replaceAll('_', ' '))
