import { z } from 'zod'
import { receipt } from '@/local/inbox/receipts'
import type { Desk } from '@/local/vendors/desk'
import { newId } from '@/local/vendors/ids'
import { isTrialing } from '@/local/vendors/term'
import { emit } from './events'
import { listing, metadata, whole } from './params'
import { missing, Refusal } from './refusal'
import type { Invoice, Subscription } from './records'
import { soldOffer } from './catalogue-wire'
import { invoiceWire } from './invoice-wire'

/** Bills the present period: nothing while the trial runs. A paid one comes with a receipt. */
export function billInvoice(
  desk: Desk,
  subscription: Subscription,
  reason: Invoice['reason'],
  status: Invoice['status'],
  at: number,
): Invoice {
  const { stripe } = desk.state
  const { term, customer, price, quantity } = subscription
  const offer = soldOffer(price)
  const trial = isTrialing(term, at)
  const invoice: Invoice = {
    id: newId('in_'),
    number: `LOCAL-${String(Object.keys(stripe.invoices).length + 1).padStart(4, '0')}`,
    customer,
    subscription: subscription.id,
    reason,
    price,
    quantity,
    amount: trial ? 0 : offer.amount * quantity,
    currency: offer.currency,
    created: at,
    periodStart: term.periodStart,
    periodEnd: term.periodEnd,
    status,
    refunded: 0,
  }
  stripe.invoices[invoice.id] = invoice
  subscription.latestInvoice = invoice.id
  tellOfInvoice(desk, invoice)
  const to = stripe.customers[customer]?.email
  if (to && status === 'paid')
    desk.mail(receipt(to, { ...invoice, plan: offer, address: hostedAddress(desk, invoice) }))
  return invoice
}

const hostedAddress = (desk: Desk, invoice: Invoice) => `${desk.settings.origin}/invoice/stripe/${invoice.id}`

export function tellOfInvoice(desk: Desk, invoice: Invoice): void {
  desk.changed()
  emit(desk, invoice.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoiceWire(desk, invoice))
}

export function findInvoice(desk: Desk, id: string): Invoice {
  const found = desk.state.stripe.invoices[id]
  if (!found) throw missing('invoice', id)
  return found
}

export const invoiceListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})

export function listInvoices(desk: Desk, query: z.infer<typeof invoiceListing>): object[] {
  return Object.values(desk.state.stripe.invoices)
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.subscription === undefined || one.subscription === query.subscription)
    .filter((one) => query.status === undefined || one.status === query.status)
    .toReversed()
    .map((one) => invoiceWire(desk, one))
}

const intentOf = (invoice: Invoice) => invoice.id.replace(/^in_/, 'pi_')

export const paymentListing = z.strictObject({
  ...listing,
  invoice: z.string().optional(),
  status: z.string().optional(),
})

/** The payments of an invoice; one of nothing has none. */
export function listPayments(desk: Desk, query: z.infer<typeof paymentListing>): object[] {
  return Object.values(desk.state.stripe.invoices)
    .filter((one) => query.invoice === undefined || one.id === query.invoice)
    .filter((one) => one.amount > 0 && one.status === 'paid')
    .map((one) => ({
      id: one.id.replace(/^in_/, 'inpay_'),
      object: 'invoice_payment',
      amount_paid: one.amount,
      amount_requested: one.amount,
      created: one.created,
      currency: one.currency.toLowerCase(),
      invoice: one.id,
      is_default: true,
      livemode: false,
      payment: { type: 'payment_intent', payment_intent: intentOf(one) },
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: one.created },
    }))
}

export const refundRequest = z.strictObject({
  payment_intent: z.string(),
  amount: whole.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
})

export function refund(desk: Desk, request: z.infer<typeof refundRequest>): object {
  const invoice = Object.values(desk.state.stripe.invoices).find((one) => intentOf(one) === request.payment_intent)
  if (!invoice) throw missing('payment_intent', request.payment_intent, 'payment_intent')
  const amount = request.amount ?? invoice.amount - invoice.refunded
  if (amount < 1 || amount > invoice.amount - invoice.refunded) {
    throw new Refusal(400, 'There is not that much left to give back.', 'charge_already_refunded')
  }
  invoice.refunded += amount
  desk.changed()
  const charge = invoice.id.replace(/^in_/, 'ch_')
  const currency = invoice.currency.toLowerCase()
  emit(desk, 'charge.refunded', {
    id: charge,
    object: 'charge',
    amount: invoice.amount,
    amount_refunded: invoice.refunded,
    currency,
    customer: invoice.customer,
    payment_intent: request.payment_intent,
    refunded: invoice.refunded === invoice.amount,
  })
  return {
    id: newId('re_'),
    object: 'refund',
    amount,
    charge,
    created: desk.now(),
    currency,
    metadata: request.metadata ?? {},
    payment_intent: request.payment_intent,
    reason: request.reason ?? null,
    status: 'succeeded',
  }
}
