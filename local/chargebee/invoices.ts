/** Amounts of invoices, refunds and write-offs. */
import type { Estimate as SdkEstimate } from 'chargebee'
import * as z from 'zod'
import { wholeNumber } from '@/local/vendors/form'
import { type Context, newId } from '@/local/vendors/context'
import { emitAbout, nextVersion } from './events'
import { creditNoteWire, invoiceWire, refundWire, amountPaid, writeOffWire } from './invoice-wire'
import type { Bill, CreditNote, Invoice, Subscription } from './records'
import { missing, ApiError, text, invalidState } from './requests'
import { customerWire, itemsOf, periodAmount, getOffer, statusOf } from './wire'

const creditsOf = (context: Context, { customer }: Pick<Subscription, 'customer'>): number =>
  context.state.chargebee.customers[customer]?.promotionalCredits ?? 0

/** Amounts are in hundredths. */
export function billOf(context: Context, subscription: Subscription): Bill {
  const subTotal = periodAmount(context, subscription)
  let total = subTotal
  for (const id of subscription.coupons ?? []) {
    total -= Math.round((total * (context.state.chargebee.coupons?.[id]?.percentage ?? 0)) / 100)
  }
  return {
    subTotal,
    discount: subTotal - total,
    total,
    creditsApplied: Math.min(total, creditsOf(context, subscription)),
  }
}

/** Uses up credits and one-time coupons. */
export function applyBill(context: Context, subscription: Subscription, { creditsApplied }: Bill): void {
  const { customers, coupons = {} } = context.state.chargebee
  const customer = customers[subscription.customer]
  if (customer?.promotionalCredits) customer.promotionalCredits -= creditsApplied
  subscription.coupons = subscription.coupons?.filter((id) => coupons[id]?.duration !== 'one_time')
}

export function renewalEstimate(context: Context, subscription: Subscription): SdkEstimate {
  const { id, term, customer, itemPrice } = subscription
  const status = statusOf(subscription, context.now())
  if (status === 'cancelled' || status === 'paused') throw invalidState(`The subscription is ${status}.`)
  if (term.cancelAt !== null && term.cancelAt <= term.periodEnd) {
    throw invalidState('The subscription does not renew.')
  }
  const { subTotal, discount, total, creditsApplied } = billOf(context, subscription)
  const { currency } = getOffer(context, itemPrice)
  return {
    created_at: context.now(),
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
      line_items: itemsOf(context, subscription).map((one, place) => ({
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
        description: getOffer(context, one.itemPrice).name,
        entity_type: place === 0 ? 'plan_item_price' : 'addon_item_price',
        entity_id: one.itemPrice,
        customer_id: customer,
      })),
      ...(discount > 0 && { discounts: [{ amount: discount, entity_type: 'document_level_coupon' }] }),
      customer_id: customer,
    },
  }
}

export function findInvoice(context: Context, id: string): Invoice {
  const invoice = context.state.chargebee.invoices[id]
  if (!invoice) throw missing('invoice', id)
  return invoice
}

export const refundRequest = z.strictObject({
  refund_amount: wholeNumber.optional(),
  credit_note: z.strictObject({ reason_code: text(50) }).optional(),
})

export function refund(context: Context, invoice: Invoice, request: z.infer<typeof refundRequest>): object {
  const left = amountPaid(invoice) - amountRefunded(invoice)
  const amount = request.refund_amount ?? left
  if (amount < 1 || amount > left) {
    const message = `The refund amount cannot exceed the refundable amount of ${left}.`
    throw new ApiError(400, 'invalid_request', message, { type: 'invalid_request' })
  }
  const note: CreditNote = {
    id: `CN-${invoice.id}-${(invoice.creditNotes?.length ?? 0) + 1}`,
    total: amount,
    date: context.now(),
    transaction: newId('txn_', 16),
    reason: request.credit_note?.reason_code ?? 'Other',
  }
  invoice.creditNotes = [...(invoice.creditNotes ?? []), note]
  invoice.version = nextVersion(context)
  context.changed()
  const customer = context.state.chargebee.customers[invoice.customer]
  const done = {
    invoice: invoiceWire(context, invoice),
    transaction: refundWire(invoice, note),
    credit_note: creditNoteWire(invoice, note),
  }
  emitAbout(context, 'payment_refunded', { ...(customer && { customer: customerWire(customer) }), ...done })
  return done
}

export function writeOff(context: Context, invoice: Invoice): object {
  if (invoice.status === 'paid') throw invalidState('The invoice is paid already.')
  if (invoice.isPaymentPending) throw invalidState('A payment of the invoice is in progress.')
  Object.assign(invoice, { status: 'paid', writtenOff: true, version: nextVersion(context) })
  context.changed()
  const customer = context.state.chargebee.customers[invoice.customer]
  const done = { invoice: invoiceWire(context, invoice), credit_note: writeOffWire(invoice, context.now()) }
  emitAbout(context, 'invoice_updated', { ...(customer && { customer: customerWire(customer) }), ...done })
  return done
}

export const amountRefunded = ({ creditNotes = [] }: Invoice) => creditNotes.reduce((sum, { total }) => sum + total, 0)

export const documentOf = (context: Context, invoice: Invoice) => ({
  download_url: `${context.settings.origin}/invoice/chargebee/${invoice.id}`,
  valid_till: context.now() + 3600,
})
