import type { Invoice } from './checkout'

/** Invoices that a provider has not finished are no receipts yet. */
const unfinished = new Set(['draft', 'pending'])

/** The invoices that are finished, newest first. */
export function receiptsOf(invoices: readonly Invoice[]): Invoice[] {
  return invoices
    .filter(({ status }) => !unfinished.has(status))
    .toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date))
}

/** Paid, or with nothing to pay, as at the beginning of a trial: both providers then say so by this word. */
export const isPaid = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'paid'

/** Whether all that was paid was paid back since. Its state at the provider stays `paid`. */
export const isPaidBack = ({
  status,
  amount,
  refunded = 0,
}: Pick<Invoice, 'status' | 'amount' | 'refunded'>): boolean => isPaid({ status }) && refunded > 0 && refunded >= amount

/** The provider's own page of a receipt; null where there is none, or an address that is not the web's. */
export const receiptAddress = ({ url }: Pick<Invoice, 'url'>): string | null =>
  url !== null && /^https?:/.test(url) ? url : null
