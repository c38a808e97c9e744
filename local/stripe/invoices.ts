import * as z from 'zod'
import { receipt } from '@/local/inbox/receipts'
import { offerByPrice } from '@/local/vendors/catalogue'
import type { Desk } from '@/local/vendors/desk'
import { newId } from '@/local/vendors/ids'
import { addInterval, isTrialing } from '@/local/vendors/term'
import { billOf, useUp } from './bill'
import { emit } from './events'
import { expand, flag, listing, metadata, whole } from './params'
import { missing, missingParam, Refusal } from './refusal'
import type { Invoice, Refund, Subscription } from './records'
import { soldOffer } from './catalogue-wire'
import { chargeOf, chargeWire, intentOf, invoiceWire, paymentsOf, refundWire } from './invoice-wire'

/** Bills the present period: nothing while the trial runs. A paid one comes with a receipt. */
export function billInvoice(
  desk: Desk,
  subscription: Subscription,
  reason: Invoice['reason'],
  status: Invoice['status'],
  at: number,
): Invoice {
  const { stripe } = desk.state
  const { term, customer, price, quantity, others, daysUntilDue } = subscription
  const { amountDue, ...bill } = billOf(
    desk,
    subscription,
    { start: term.periodStart, end: term.periodEnd },
    isTrialing(term, at),
  )
  const invoice: Invoice = {
    id: newId('in_'),
    number: `LOCAL-${String(Object.keys(stripe.invoices).length + 1).padStart(4, '0')}`,
    customer,
    subscription: subscription.id,
    reason,
    price,
    quantity,
    ...(others && { others }),
    amount: amountDue,
    bill,
    currency: soldOffer(desk, price).currency,
    created: at,
    periodStart: term.periodStart,
    periodEnd: term.periodEnd,
    status,
    ...(daysUntilDue !== undefined && { dueDate: at + daysUntilDue * 86_400 }),
    refunded: 0,
  }
  stripe.invoices[invoice.id] = invoice
  subscription.latestInvoice = invoice.id
  if (status === 'paid' || status === 'open') useUp(desk, subscription, invoice, { amountDue, ...bill })
  tellOfInvoice(desk, invoice)
  if (status === 'paid') mailReceipt(desk, invoice)
  return invoice
}

/** Receipts are written in this site's name, and so for its own plans alone. */
export function mailReceipt(desk: Desk, invoice: Invoice): void {
  if (!offerByPrice(invoice.price)) return
  const to = desk.state.stripe.customers[invoice.customer]?.email
  const plan = soldOffer(desk, invoice.price)
  if (to) desk.mail(receipt(to, { ...invoice, plan, address: hostedAddress(desk, invoice) }))
}

const hostedAddress = (desk: Desk, invoice: Invoice) => `${desk.settings.origin}/invoice/stripe/${invoice.id}`

export function tellOfInvoice(desk: Desk, invoice: Invoice): void {
  desk.changed()
  emit(desk, `invoice.${happened[invoice.status]}`, invoiceWire(desk, invoice))
}

const happened = {
  draft: 'created',
  open: 'payment_failed',
  paid: 'paid',
  void: 'voided',
  uncollectible: 'marked_uncollectible',
}

export function findInvoice(desk: Desk, id: string): Invoice {
  const found = desk.state.stripe.invoices[id]
  if (!found) throw missing('invoice', id)
  return found
}

export const previewRequest = z.strictObject({
  customer: z.string().optional(),
  subscription: z.string().optional(),
  schedule: z.string().optional(),
  subscription_details: z
    .strictObject({
      cancel_at: whole.or(z.literal('')).optional(),
      cancel_at_period_end: flag.optional(),
      proration_behavior: z.string().optional(),
    })
    .optional(),
  expand,
})

/** The invoice that would come next if nothing changes, which is nowhere kept. */
export function previewInvoice(desk: Desk, request: z.infer<typeof previewRequest>): object {
  const { subscription: named, schedule, subscription_details: changes } = request
  if (named !== undefined && schedule !== undefined) {
    throw new Refusal(
      400,
      'You may only specify one of these parameters: schedule, subscription.',
      'parameters_exclusive',
    )
  }
  const id = named ?? desk.state.stripe.schedules?.[schedule ?? '']?.subscription
  if (id === undefined) {
    if (schedule !== undefined) throw missingParam('subscription_schedule', schedule, 'schedule')
    throw new Refusal(400, 'Missing required param: subscription.', 'parameter_missing', 'subscription')
  }
  const found = desk.state.stripe.subscriptions[id]
  if (!found) throw missingParam('subscription', id, 'subscription')
  const subscription = structuredClone(found)
  const { term } = subscription
  if (changes?.cancel_at === '' || changes?.cancel_at_period_end === false) term.cancelAt = null
  if (changes?.cancel_at_period_end === true) term.cancelAt = term.periodEnd
  if (typeof changes?.cancel_at === 'number') term.cancelAt = changes.cancel_at
  const start = term.periodEnd
  const end = addInterval(start, term.interval, 1)
  const renews = term.endedAt === null && (term.cancelAt === null || term.cancelAt > start)
  const { amountDue, ...bill } = billOf(desk, subscription, { start, end }, false, renews)
  if (bill.lines.length === 0 || term.endedAt !== null) {
    throw new Refusal(404, `No upcoming invoices for customer: ${found.customer}`, 'invoice_upcoming_none')
  }
  const { customer, price, quantity } = found
  const invoice: Invoice = {
    id: newId('upcoming_in_'),
    number: '',
    customer,
    subscription: id,
    reason: 'subscription_cycle',
    price,
    quantity,
    amount: amountDue,
    bill,
    currency: soldOffer(desk, price).currency,
    created: start,
    periodStart: start,
    periodEnd: end,
    status: 'draft',
    refunded: 0,
  }
  return {
    ...invoiceWire(desk, invoice),
    attempt_count: 0,
    attempted: false,
    billing_reason: 'upcoming',
    hosted_invoice_url: null,
    next_payment_attempt: start + 3600,
    number: null,
  }
}

export const finalRequest = z.strictObject({ auto_advance: flag.optional(), expand })

/** Makes a draft final: from then on it can be paid, or voided. */
export function finalizeInvoice(desk: Desk, id: string): object {
  const invoice = findInvoice(desk, id)
  if (invoice.status !== 'draft') throw new Refusal(400, 'This invoice is already finalized.')
  invoice.status = 'open'
  desk.changed()
  emit(desk, 'invoice.finalized', invoiceWire(desk, invoice))
  return invoiceWire(desk, invoice)
}

/** Lets nothing be paid for it any more. What is paid, or being paid, stays as it is. */
export function voidInvoice(desk: Desk, id: string): object {
  const invoice = findInvoice(desk, id)
  if (invoice.status !== 'open' || invoice.underWay) {
    throw new Refusal(400, `You can only pass in open invoices. This invoice isn't open: it is ${invoice.status}.`)
  }
  invoice.status = 'void'
  tellOfInvoice(desk, invoice)
  return invoiceWire(desk, invoice)
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

export const paymentListing = z.strictObject({
  ...listing,
  invoice: z.string().optional(),
  status: z.string().optional(),
})

export function listPayments(desk: Desk, query: z.infer<typeof paymentListing>): object[] {
  return Object.values(desk.state.stripe.invoices)
    .filter((one) => query.invoice === undefined || one.id === query.invoice)
    .flatMap(paymentsOf)
    .filter(({ status }) => query.status === undefined || status === query.status)
}

export const chargeListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
})

/** What was really taken, newest first: nothing was for a trial, or while it is under way. */
export const listCharges = (desk: Desk, query: z.infer<typeof chargeListing>): object[] =>
  Object.values(desk.state.stripe.invoices)
    .filter((one) => one.status === 'paid' && one.amount > 0)
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.payment_intent === undefined || intentOf(one) === query.payment_intent)
    .toReversed()
    .map((one) => chargeWire(desk, one))

export const refundRequest = z.strictObject({
  payment_intent: z.string(),
  amount: whole.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
})

export function refund(desk: Desk, request: z.infer<typeof refundRequest>): object {
  const invoice = Object.values(desk.state.stripe.invoices).find((one) => intentOf(one) === request.payment_intent)
  if (!invoice) throw missingParam('payment_intent', request.payment_intent, 'payment_intent')
  if (invoice.status !== 'paid') {
    throw new Refusal(400, `This PaymentIntent (${intentOf(invoice)}) does not have a successful charge to refund.`)
  }
  const left = invoice.amount - invoice.refunded
  const amount = request.amount ?? left
  if (left === 0) {
    const words = `Charge ${chargeOf(invoice)} has already been refunded.`
    throw new Refusal(400, words, 'charge_already_refunded')
  }
  if (amount < 1 || amount > left) {
    throw new Refusal(
      400,
      `Refund amount (${amount}) is greater than unrefunded amount on charge.`,
      undefined,
      'amount',
    )
  }
  const { reason = null, metadata: given = {} } = request
  const made: Refund = { id: newId('re_'), amount, created: desk.now(), reason, metadata: given }
  invoice.refunded += amount
  invoice.refunds = [...(invoice.refunds ?? []), made]
  desk.changed()
  emit(desk, 'charge.refunded', chargeWire(desk, invoice))
  return refundWire(invoice, made)
}

export const refundListing = z.strictObject({
  ...listing,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
})

export const listRefunds = (desk: Desk, query: z.infer<typeof refundListing>): object[] =>
  Object.values(desk.state.stripe.invoices)
    .filter((one) => query.payment_intent === undefined || intentOf(one) === query.payment_intent)
    .filter((one) => query.charge === undefined || chargeOf(one) === query.charge)
    .flatMap((one) => (one.refunds ?? []).map((refunded) => refundWire(one, refunded)))
    .toReversed()
