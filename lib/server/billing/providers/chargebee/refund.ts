import 'server-only'
import type Chargebee from 'chargebee'
import type { Invoice } from 'chargebee'
import { mostOfOne } from '@/lib/server/billing/providers/timeouts'
import { ApiFailure } from '@/lib/server/http/errors'
import { ask, askForAll, refusedAs } from './client'
import { minorUnits, paidBack } from './shapes'
import type { InvoicesOf, Refund } from '@/lib/server/billing/providers/provider'

const invoicesOf = (chargebee: Chargebee, of: InvoicesOf) =>
  askForAll(mostOfOne, (offset) =>
    chargebee.invoice.list({
      ...('customer' in of ? { customer_id: { is: of.customer } } : { subscription_id: { is: of.subscription } }),
      limit: 100,
      offset,
    }),
  )

/**
 * Pays back what every invoice of a subscription has brought in, and writes off those that could still bring
 * something in. An invoice says itself what was paid back of it before, by us or by hand; a refund names no
 * amount, so that Chargebee pays what is left and never more. An invoice that bills another subscription as well is
 * for somebody to pay back by hand.
 * @throws ApiFailure `provider-unavailable` also while a payment is under way, which cannot be stopped
 */
export async function refundAll(chargebee: Chargebee, subscription: string, key: string): Promise<Refund> {
  let total = null as Refund
  let underWay: string | null = null
  let byHand: string | null = null
  for (const { invoice: told } of await invoicesOf(chargebee, { subscription })) {
    if (!isOnlyOf(told, new Set([subscription]))) {
      const share = shareOf(told, subscription)
      if (paidBack(told) < share || isCollectable(told)) byHand = told.id
      else
        total = { amount: (total?.amount ?? 0) + minorUnits(share, told.currency_code), currency: told.currency_code }
      continue
    }
    if (isUnderWay(told)) {
      underWay = told.id
      continue
    }
    const invoice = isCollectable(told) ? await closed(chargebee, told.id) : told
    if (!invoice.amount_paid) continue
    const amount = await refundInvoice(chargebee, invoice, `${key}-${invoice.id}`)
    const currency = invoice.currency_code
    total = { amount: (total?.amount ?? 0) + minorUnits(amount, currency), currency }
  }
  if (underWay) throw new ApiFailure('provider-unavailable', { cause: new Error(`invoice ${underWay} is being paid`) })
  if (byHand) {
    const cause = new Error(`invoice ${byHand} bills other subscriptions as well: settle it by hand`)
    throw new ApiFailure('provider-unavailable', { cause })
  }
  return total
}

/** Whether anything was ever paid for a subscription. */
export async function hasBroughtIn(chargebee: Chargebee, subscription: string): Promise<boolean> {
  const invoices = await invoicesOf(chargebee, { subscription })
  return invoices.some(({ invoice }) => (invoice.amount_paid ?? 0) > 0)
}

/**
 * Writes off whatever could still be collected for a subscription, or for any of ours of a customer.
 * @param own asked only where something is due: the ids of the subscriptions whose invoices may be written off
 */
export async function closeInvoices(
  chargebee: Chargebee,
  of: InvoicesOf,
  own: () => Promise<Set<string>>,
): Promise<void> {
  const all = (await invoicesOf(chargebee, of)).map(({ invoice }) => invoice)
  const due = all.filter((one) => isDue(one) && !isUnderWay(one))
  if (due.length === 0) return
  const ids = await own()
  for (const invoice of due) {
    if (ids.has(invoice.subscription_id ?? '') && isOnlyOf(invoice, ids)) await closed(chargebee, invoice.id)
  }
}

/** Chargebee may bill several subscriptions of a customer in one invoice. */
const isOnlyOf = ({ line_items: lines = [] }: Invoice, ids: ReadonlySet<string>) =>
  lines.every(({ subscription_id: id }) => id === undefined || ids.has(id))

/** What an invoice charges for one subscription, as Chargebee counts it. */
const shareOf = ({ line_items: lines = [] }: Invoice, subscription: string) =>
  lines.filter((line) => line.subscription_id === subscription).reduce((sum, { amount = 0 }) => sum + amount, 0)

/** One that is pending is not final: nothing is collected for it, and it cannot be written off. */
const isDue = ({ status }: Invoice) => status === 'posted' || status === 'payment_due' || status === 'not_paid'

const isCollectable = ({ status }: Invoice) => status !== 'paid' && status !== 'voided'

/** A bank takes days for some ways of paying, and what a broken connection came to is found out by hand. */
const isUnderWay = ({ linked_payments = [] }: Invoice) =>
  linked_payments.some(({ txn_status }) => txn_status === 'in_progress' || txn_status === 'needs_attention')

/** Lets nothing be collected for an invoice any more. */
async function closed(chargebee: Chargebee, id: string): Promise<Invoice> {
  try {
    return (await chargebee.invoice.writeOff(id)).invoice
  } catch (error) {
    // Refused: perhaps it was paid, or closed by another of us, since we looked.
    if (refusedAs(error) === undefined) return ask(Promise.reject(error))
    const { invoice } = await ask(chargebee.invoice.retrieve(id))
    // A payment of it has begun meanwhile: that ends, and then it can be looked at again.
    if (isUnderWay(invoice)) throw new ApiFailure('provider-unavailable', { cause: error })
    return isCollectable(invoice) ? ask(Promise.reject(error)) : invoice
  }
}

/** Returns all that came back of an invoice, as Chargebee counts it. */
async function refundInvoice(chargebee: Chargebee, invoice: Invoice, key: string): Promise<number> {
  const paid = invoice.amount_paid ?? 0
  if (paidBack(invoice) >= paid) return paidBack(invoice)
  try {
    const headers = { 'chargebee-idempotency-key': key }
    const { transaction, invoice: after } = await chargebee.invoice.refund(
      invoice.id,
      { credit_note: { reason_code: 'other' } },
      headers,
    )
    const { status } = transaction
    if (status === 'failure' || status === 'timeout' || status === 'voided') throw new Error(`refund ${status}`)
    return Math.max(paidBack(after), paidBack(invoice) + (transaction.amount ?? 0))
  } catch (error) {
    // Refused: perhaps it was paid back by another of us, or by hand, since we looked.
    if (refusedAs(error) === undefined) return ask(Promise.reject(error))
    const now = paidBack((await ask(chargebee.invoice.retrieve(invoice.id))).invoice)
    return now >= paid ? now : ask(Promise.reject(error))
  }
}
