import * as z from 'zod'
import type { Desk } from '@/local/vendors/desk'
import { newId } from '@/local/vendors/ids'
import { emitAbout, nextVersion } from './events'
import { creditNoteWire, invoiceWire, refundWire, takenIn, writeOffWire } from './invoice-wire'
import { text, whole } from './params'
import { missing, Refusal, wrongState } from './refusal'
import type { CreditNote, Invoice } from './records'
import { customerWire } from './subscription-wire'

export function findInvoice(desk: Desk, id: string): Invoice {
  const found = desk.state.chargebee.invoices[id]
  if (!found) throw missing('invoice', id)
  return found
}

export const refundRequest = z.strictObject({
  refund_amount: whole.optional(),
  comment: text(300),
  customer_notes: text(2000),
  credit_note: z.strictObject({ reason_code: text(50), create_reason_code: text(100) }).optional(),
})

/** Pays back what is left of a paid invoice, or a part of it, with a credit note of its own. */
export function refund(desk: Desk, invoice: Invoice, request: z.infer<typeof refundRequest>): object {
  const left = takenIn(invoice) - paidBack(invoice)
  const amount = request.refund_amount ?? left
  if (amount < 1 || amount > left) {
    const words = `The refund amount cannot exceed the refundable amount of ${left}.`
    throw new Refusal(400, 'invalid_request', words, undefined, 'invalid_request')
  }
  const note: CreditNote = {
    id: `CN-${invoice.id}-${(invoice.creditNotes?.length ?? 0) + 1}`,
    total: amount,
    date: desk.now(),
    transaction: newId('txn_', 16),
    reason: request.credit_note?.create_reason_code ?? request.credit_note?.reason_code ?? 'Other',
  }
  invoice.creditNotes = [...(invoice.creditNotes ?? []), note]
  invoice.version = nextVersion(desk)
  desk.changed()
  const customer = desk.state.chargebee.customers[invoice.customer]
  const done = {
    invoice: invoiceWire(desk, invoice),
    transaction: refundWire(invoice, note),
    credit_note: creditNoteWire(invoice, note),
  }
  emitAbout(desk, 'payment_refunded', { ...(customer && { customer: customerWire(customer) }), ...done })
  return done
}

/** Lets nothing be paid for it any more. What is paid, or being paid, stays as it is. */
export function writeOff(desk: Desk, invoice: Invoice): object {
  if (invoice.status === 'paid') throw wrongState('The invoice is paid already.')
  if (invoice.underWay) throw wrongState('A payment of the invoice is in progress.')
  Object.assign(invoice, { status: 'paid', writtenOff: true, version: nextVersion(desk) })
  desk.changed()
  const customer = desk.state.chargebee.customers[invoice.customer]
  const done = { invoice: invoiceWire(desk, invoice), credit_note: writeOffWire(invoice, desk.now()) }
  emitAbout(desk, 'invoice_updated', { ...(customer && { customer: customerWire(customer) }), ...done })
  return done
}

/** What was given back of an invoice, in the minor unit. */
export const paidBack = ({ creditNotes = [] }: Invoice) => creditNotes.reduce((sum, { total }) => sum + total, 0)

/** Where the invoice can be read for an hour. */
export const documentOf = (desk: Desk, invoice: Invoice) => ({
  download_url: `${desk.settings.origin}/invoice/chargebee/${invoice.id}`,
  valid_till: desk.now() + 3600,
})
