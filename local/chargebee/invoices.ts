/** Amounts of invoices, refunds and write-offs. */
import type { Estimate as SdkEstimate } from 'chargebee'
import * as z from 'zod'
import { type Desk, newId } from '@/local/vendors/context'
import { emitAbout, nextVersion } from './events'
import { creditNoteWire, invoiceWire, refundWire, takenIn, writeOffWire } from './invoice-wire'
import type { Bill, CreditNote, Invoice, Subscription } from './records'
import { missing, Refusal, text, whole, wrongState } from './requests'
import { customerWire, itemsOf, periodAmount, soldOffer, statusOf } from './wire'

/** What a customer has left that pays for invoices. */
const creditsOf = (desk: Desk, { customer }: Pick<Subscription, 'customer'>): number => {
  const {
    promotionalCredits = 0,
    refundableCredits = 0,
    excessPayments = 0,
  } = desk.state.chargebee.customers[customer] ?? {}
  return promotionalCredits + refundableCredits + excessPayments
}

/** What the invoice of a period comes to. Amounts are in hundredths. */
export function billOf(desk: Desk, subscription: Subscription): Bill {
  const subTotal = periodAmount(desk, subscription)
  let total = subTotal
  for (const id of subscription.coupons ?? []) {
    const { percentage, amount = 0 } = desk.state.chargebee.coupons?.[id] ?? {}
    total -= percentage === undefined ? amount : Math.round((total * percentage) / 100)
  }
  total = Math.max(0, total)
  return { subTotal, discount: subTotal - total, total, creditsApplied: Math.min(total, creditsOf(desk, subscription)) }
}

/** An invoice takes credits, and the coupons that count once. */
export function useUp(desk: Desk, subscription: Subscription, { creditsApplied }: Bill): void {
  const { customers, coupons = {} } = desk.state.chargebee
  const customer = customers[subscription.customer]
  let left = creditsApplied
  for (const name of ['promotionalCredits', 'refundableCredits', 'excessPayments'] as const) {
    const taken = Math.min(left, customer?.[name] ?? 0)
    if (customer && taken > 0) customer[name] = (customer[name] ?? 0) - taken
    left -= taken
  }
  subscription.coupons = subscription.coupons?.filter((id) => coupons[id]?.duration !== 'one_time')
}

/** What the next renewal would come to. */
export function renewalEstimate(desk: Desk, subscription: Subscription, ignoresEnd: boolean): SdkEstimate {
  const { id, term, customer, itemPrice } = subscription
  const status = statusOf(subscription, desk.now())
  if (status === 'cancelled' || status === 'paused') throw wrongState(`The subscription is ${status}.`)
  if (term.cancelAt !== null && term.cancelAt <= term.periodEnd && !ignoresEnd) {
    throw wrongState('The subscription does not renew.')
  }
  const { subTotal, discount, total, creditsApplied } = billOf(desk, subscription)
  const { currency } = soldOffer(desk, itemPrice)
  return {
    created_at: desk.now(),
    subscription_estimate: { id, currency_code: currency, status, next_billing_at: term.periodEnd },
    invoice_estimate: {
      recurring: true,
      price_type: 'tax_inclusive',
      currency_code: currency,
      sub_total: subTotal,
      total,
      credits_applied: creditsApplied,
      amount_paid: 0,
      amount_due: total - creditsApplied,
      line_items: itemsOf(desk, subscription).map((one, place) => ({
        id: `li_${id}_${place}`,
        subscription_id: id,
        date_from: term.periodEnd,
        date_to: term.periodEnd,
        unit_amount: one.unitPrice,
        quantity: one.quantity,
        amount: one.unitPrice * one.quantity,
        pricing_model: 'flat_fee',
        is_taxed: false,
        tax_amount: 0,
        description: soldOffer(desk, one.itemPrice).name,
        entity_type: place === 0 ? 'plan_item_price' : 'addon_item_price',
        entity_id: one.itemPrice,
        customer_id: customer,
      })),
      ...(discount > 0 && { discounts: [{ amount: discount, entity_type: 'document_level_coupon' }] }),
      customer_id: customer,
    },
  }
}

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
