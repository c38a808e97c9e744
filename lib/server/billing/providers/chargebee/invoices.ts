import 'server-only'
import type Chargebee from 'chargebee'
import type { Invoice as ChargebeeInvoice } from 'chargebee'
import type { Invoice } from '@/lib/contract/checkout'
import {
  isBefore,
  maxPerCustomer,
  toDate,
  type BillingProvider,
  type Refund,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { translateErrors, listAll, minorUnits, refusalCode } from './client'

export function invoiceMethods(chargebee: Chargebee): Pick<BillingProvider, 'invoices' | 'settle'> {
  return {
    async invoices(customerId, subscriptionIds) {
      const all = await listInvoices(chargebee, { customer_id: { is: customerId } })
      const own = all.filter(({ subscription_id: id = '' }) => subscriptionIds.includes(id))
      // Each address needs a call, so only the newest receipt has one.
      const paid = own.filter((one) => one.status === 'paid' && !isWrittenOff(one))
      const newest = paid.find((one) => refundedOf(one) === 0) ?? paid[0]
      const receipt = newest ? await receiptUrl(chargebee, newest) : null
      return own.map((one) => ({
        subscriptionId: one.subscription_id ?? '',
        paid: (one.amount_paid ?? 0) > 0,
        invoice: toInvoice(one, one === newest ? receipt : null),
      }))
    },
    // Refunds name no amount, so that Chargebee deducts manual refunds.
    async settle(subscription, refundKey, from) {
      let total = null as Refund
      let unsettled: string | null = null
      const add = (amount: number, currency: string) => {
        total = { amount: (total?.amount ?? 0) + minorUnits(amount, currency), currency }
      }
      for (const listed of await listInvoices(chargebee, { subscription_id: { is: subscription } })) {
        const { id, currency_code: currency } = listed
        if (isBefore(from, listed.date ?? Infinity) && !isCollectable(listed)) continue
        if (!isOnlyOf(listed, subscription)) {
          const share = shareOf(listed, subscription)
          if (refundedOf(listed) >= share && !isCollectable(listed)) add(share, currency)
          else unsettled = `invoice ${id} bills other subscriptions as well: settle it by hand`
        } else if (isBeingPaid(listed)) {
          unsettled = `invoice ${id} is being paid`
        } else if (refundKey === null) {
          if (isDue(listed)) await writeOff(chargebee, id)
        } else {
          const invoice = isCollectable(listed) ? await writeOff(chargebee, id) : listed
          if (invoice.amount_paid) add(await refundInvoice(chargebee, invoice, `${refundKey}-${id}`), currency)
        }
      }
      if (refundKey === null) return null
      if (unsettled !== null) throw new ApiFailure('provider-unavailable', { cause: new Error(unsettled) })
      return total
    },
  }
}

type Filter = { customer_id: { is: string } } | { subscription_id: { is: string } }

async function listInvoices(chargebee: Chargebee, filter: Filter): Promise<ChargebeeInvoice[]> {
  const all = await listAll(maxPerCustomer, (offset) =>
    chargebee.invoice.list({ ...structuredClone(filter), limit: 100, offset }),
  )
  return all.map(({ invoice }) => invoice)
}

/** A temporary address, or null if Chargebee does not answer. */
async function receiptUrl(chargebee: Chargebee, invoice: ChargebeeInvoice): Promise<string | null> {
  try {
    return (await chargebee.invoice.pdf(invoice.id)).download.download_url
  } catch (err) {
    log().warn({ err, invoice: invoice.id }, 'the URL of a receipt could not be read')
    return null
  }
}

/** One invoice may bill several subscriptions of a customer. */
const isOnlyOf = ({ line_items: lines = [] }: ChargebeeInvoice, subscription: string) =>
  lines.every(({ subscription_id: id }) => id === undefined || id === subscription)

/** In Chargebee's units. */
const shareOf = ({ line_items: lines = [] }: ChargebeeInvoice, subscription: string) =>
  lines.filter((line) => line.subscription_id === subscription).reduce((sum, { amount = 0 }) => sum + amount, 0)

/** A pending invoice is not collected and cannot be written off. */
const isDue = ({ status }: ChargebeeInvoice) => status === 'posted' || status === 'payment_due' || status === 'not_paid'

const isCollectable = ({ status }: ChargebeeInvoice) => status !== 'paid' && status !== 'voided'

/** Some payments take days. */
const isBeingPaid = ({ linked_payments = [] }: ChargebeeInvoice) =>
  linked_payments.some(({ txn_status }) => txn_status === 'in_progress' || txn_status === 'needs_attention')

async function writeOff(chargebee: Chargebee, id: string): Promise<ChargebeeInvoice> {
  try {
    return (await chargebee.invoice.writeOff(id)).invoice
  } catch (error) {
    if (refusalCode(error) === undefined) return translateErrors(Promise.reject(error))
    // It may have changed since it was listed.
    const { invoice } = await translateErrors(chargebee.invoice.retrieve(id))
    if (isBeingPaid(invoice)) throw new ApiFailure('provider-unavailable', { cause: error })
    return isCollectable(invoice) ? translateErrors(Promise.reject(error)) : invoice
  }
}

/** Returns the total refunded, in Chargebee's units. */
async function refundInvoice(chargebee: Chargebee, invoice: ChargebeeInvoice, key: string): Promise<number> {
  const paid = invoice.amount_paid ?? 0
  if (refundedOf(invoice) >= paid) return refundedOf(invoice)
  try {
    const headers = { 'chargebee-idempotency-key': key }
    const { transaction, invoice: after } = await chargebee.invoice.refund(
      invoice.id,
      { credit_note: { reason_code: 'other' } },
      headers,
    )
    const { status } = transaction
    if (status === 'failure' || status === 'timeout' || status === 'voided')
      throw new Error(`refund not completed (status ${status})`)
    return Math.max(refundedOf(after), refundedOf(invoice) + (transaction.amount ?? 0))
  } catch (error) {
    if (refusalCode(error) === undefined) return translateErrors(Promise.reject(error))
    // It may have been refunded since it was listed.
    const refunded = refundedOf((await translateErrors(chargebee.invoice.retrieve(invoice.id))).invoice)
    return refunded >= paid ? refunded : translateErrors(Promise.reject(error))
  }
}

/** In Chargebee's units. */
const refundedOf = (invoice: ChargebeeInvoice): number =>
  (invoice.issued_credit_notes ?? [])
    .filter(({ cn_status }) => cn_status === 'refunded')
    .reduce((sum, { cn_total = 0 }) => sum + cn_total, 0)

/** Chargebee calls such invoices paid. */
const isWrittenOff = ({ amount_paid, credits_applied, write_off_amount, amount_adjusted }: ChargebeeInvoice) =>
  !amount_paid && !credits_applied && (write_off_amount ?? 0) + (amount_adjusted ?? 0) > 0

function dueOf({ status, amount_due: due = 0, currency_code, ...invoice }: ChargebeeInvoice): Partial<Invoice> {
  if ((status !== 'payment_due' && status !== 'not_paid') || due <= 0) return {}
  const nextAttempt = invoice.dunning_status === 'in_progress' && toDate(invoice.next_retry_at)?.toISOString()
  return { due: minorUnits(due, currency_code), ...(nextAttempt && { nextAttempt }) }
}

export function toInvoice(invoice: ChargebeeInvoice, url: string | null): Invoice {
  const refunded = minorUnits(refundedOf(invoice), invoice.currency_code)
  const tax = minorUnits(invoice.tax, invoice.currency_code)
  return {
    id: invoice.id,
    date: new Date((invoice.date ?? 0) * 1000).toISOString(),
    // Credit from a change of price is not charged.
    amount: minorUnits((invoice.total ?? 0) - (invoice.credits_applied ?? 0), invoice.currency_code),
    currency: invoice.currency_code,
    status: isWrittenOff(invoice) ? 'written_off' : invoice.status,
    url,
    ...(tax > 0 && { tax }),
    ...dueOf(invoice),
    ...(refunded > 0 && { refunded }),
  }
}
