import type { Invoice } from './checkout'

const unfinished = new Set(['draft', 'pending'])

export function receiptsOf(invoices: readonly Invoice[]): Invoice[] {
  return invoices
    .filter(({ status }) => !unfinished.has(status))
    .sort((one, other) => Date.parse(other.date) - Date.parse(one.date))
}

/** Both providers also use this status when there is nothing to pay. */
export const isPaid = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'paid'

export const isRefunded = ({
  status,
  amount,
  refunded = 0,
}: Pick<Invoice, 'status' | 'amount' | 'refunded'>): boolean => isPaid({ status }) && refunded > 0 && refunded >= amount

export const receiptAddress = ({ url }: Pick<Invoice, 'url'>): string | null =>
  url !== null && /^https?:/.test(url) ? url : null
