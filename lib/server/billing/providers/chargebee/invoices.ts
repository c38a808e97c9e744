import 'server-only'
import type Chargebee from 'chargebee'
import type { Invoice } from 'chargebee'
import { maxPerCustomer } from '@/lib/server/billing/providers/calls'
import {
  maxInvoices,
  type BillingProvider,
  type InvoiceFilter,
  type Refund,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { translateErrors, listAll, refusalCode } from './client'
import { isWrittenOff, minorUnits, refundedOf, toInvoice } from './mapping'
import type { ChargebeeOwnership } from './subscriptions'

type Methods = 'invoices' | 'hasPayments' | 'closeInvoices' | 'refundAll'

export function invoiceMethods(chargebee: Chargebee, ownership: ChargebeeOwnership): Pick<BillingProvider, Methods> {
  return {
    async invoices(customerId, evidence) {
      const all = await invoicesOf(chargebee, { customer: customerId })
      if (all.length === 0) return []
      const ownIds = await ownership.ownIds(customerId, evidence)
      const ownInvoices = all.filter((invoice) => ownIds.has(invoice.subscription_id ?? '')).slice(0, maxInvoices)
      // Each address needs a call, so only the newest receipt has one.
      const paid = ownInvoices.filter((one) => one.status === 'paid' && !isWrittenOff(one))
      const newest = paid.find((one) => refundedOf(one) === 0) ?? paid[0]
      const receipt = newest ? await receiptUrl(chargebee, newest) : null
      return ownInvoices.map((invoice) => toInvoice(invoice, invoice === newest ? receipt : null))
    },
    async hasPayments(subscription) {
      return (await invoicesOf(chargebee, { subscription })).some((invoice) => (invoice.amount_paid ?? 0) > 0)
    },
    async closeInvoices(filter) {
      const due = (await invoicesOf(chargebee, filter)).filter((one) => isDue(one) && !isBeingPaid(one))
      if (due.length === 0) return
      const ids =
        'customer' in filter ? await ownership.ownIds(filter.customer, filter.evidence) : new Set([filter.subscription])
      for (const invoice of due) {
        if (ids.has(invoice.subscription_id ?? '') && isOnlyOf(invoice, ids)) await writeOff(chargebee, invoice.id)
      }
    },
    refundAll: (subscription, key) => refundAll(chargebee, subscription, key),
  }
}

async function invoicesOf(chargebee: Chargebee, filter: InvoiceFilter): Promise<Invoice[]> {
  const all = await listAll(maxPerCustomer, (offset) =>
    chargebee.invoice.list({
      ...('customer' in filter
        ? { customer_id: { is: filter.customer } }
        : { subscription_id: { is: filter.subscription } }),
      limit: 100,
      offset,
    }),
  )
  return all.map(({ invoice }) => invoice)
}

/** A temporary address, or null if Chargebee does not answer. */
async function receiptUrl(chargebee: Chargebee, invoice: Invoice): Promise<string | null> {
  try {
    return (await chargebee.invoice.pdf(invoice.id)).download.download_url
  } catch (err) {
    log().warn({ err, invoice: invoice.id }, 'the URL of a receipt could not be read')
    return null
  }
}

/** Refunds name no amount, so that Chargebee deducts manual refunds. */
export async function refundAll(chargebee: Chargebee, subscription: string, key: string): Promise<Refund> {
  let total = null as Refund
  let unsettledId: string | null = null
  let sharedId: string | null = null
  const add = (amount: number, currency: string) => {
    total = { amount: (total?.amount ?? 0) + minorUnits(amount, currency), currency }
  }
  for (const listed of await invoicesOf(chargebee, { subscription })) {
    if (!isOnlyOf(listed, new Set([subscription]))) {
      const share = shareOf(listed, subscription)
      if (refundedOf(listed) < share || isCollectable(listed)) sharedId = listed.id
      else add(share, listed.currency_code)
      continue
    }
    if (isBeingPaid(listed)) {
      unsettledId = listed.id
      continue
    }
    const invoice = isCollectable(listed) ? await writeOff(chargebee, listed.id) : listed
    if (!invoice.amount_paid) continue
    add(await refundInvoice(chargebee, invoice, `${key}-${invoice.id}`), invoice.currency_code)
  }
  if (unsettledId)
    throw new ApiFailure('provider-unavailable', { cause: new Error(`invoice ${unsettledId} is being paid`) })
  if (sharedId) {
    const cause = new Error(`invoice ${sharedId} bills other subscriptions as well: settle it by hand`)
    throw new ApiFailure('provider-unavailable', { cause })
  }
  return total
}

/** One invoice may bill several subscriptions of a customer. */
const isOnlyOf = ({ line_items: lines = [] }: Invoice, ids: ReadonlySet<string>) =>
  lines.every(({ subscription_id: id }) => id === undefined || ids.has(id))

/** In Chargebee's units. */
const shareOf = ({ line_items: lines = [] }: Invoice, subscription: string) =>
  lines.filter((line) => line.subscription_id === subscription).reduce((sum, { amount = 0 }) => sum + amount, 0)

/** A pending invoice is not collected and cannot be written off. */
const isDue = ({ status }: Invoice) => status === 'posted' || status === 'payment_due' || status === 'not_paid'

const isCollectable = ({ status }: Invoice) => status !== 'paid' && status !== 'voided'

/** Some payments take days. */
const isBeingPaid = ({ linked_payments = [] }: Invoice) =>
  linked_payments.some(({ txn_status }) => txn_status === 'in_progress' || txn_status === 'needs_attention')

async function writeOff(chargebee: Chargebee, id: string): Promise<Invoice> {
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
async function refundInvoice(chargebee: Chargebee, invoice: Invoice, key: string): Promise<number> {
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
    if (status === 'failure' || status === 'timeout' || status === 'voided') throw new Error(`refund ${status}`)
    return Math.max(refundedOf(after), refundedOf(invoice) + (transaction.amount ?? 0))
  } catch (error) {
    if (refusalCode(error) === undefined) return translateErrors(Promise.reject(error))
    // It may have been refunded since it was listed.
    const refunded = refundedOf((await translateErrors(chargebee.invoice.retrieve(invoice.id))).invoice)
    return refunded >= paid ? refunded : translateErrors(Promise.reject(error))
  }
}
