/** Invoices: billing, receipts, previews. */
import type { Stripe } from 'stripe'
import { receipt } from '@/local/inbox/messages'
import { offerByPrice } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import { promotionPercent } from '@/local/vendors/settings'
import { isTrialing, retrySeconds } from '@/local/vendors/term'
import { getOffer } from './catalogue'
import { emit } from './events'
import type { Invoice, Subscription } from './records'
import { ApiError, matching, missing, missingParam, type Wire } from './requests'

/** In the currency's minor unit. */
function priceOf(context: Context, { price, extraItems = [], isDiscounted }: Subscription): number {
  const full = [{ price }, ...extraItems].reduce((sum, one) => sum + getOffer(context, one.price).amount, 0)
  return isDiscounted ? full - Math.round((full * promotionPercent) / 100) : full
}

export function billInvoice(
  context: Context,
  subscription: Subscription,
  { reason, status, at }: Pick<Invoice, 'reason' | 'status'> & { at: number },
): Invoice {
  const { invoices } = context.state.stripe
  const { term, customer, price } = subscription
  const invoice: Invoice = {
    id: newId('in_'),
    number: `LOCAL-${String(Object.keys(invoices).length + 1).padStart(4, '0')}`,
    customer,
    subscription: subscription.id,
    reason,
    price,
    amount: isTrialing(term, at) ? 0 : priceOf(context, subscription),
    currency: getOffer(context, price).currency,
    created: at,
    periodStart: term.periodStart,
    periodEnd: term.periodEnd,
    status,
    refunded: 0,
  }
  invoices[invoice.id] = invoice
  subscription.latestInvoice = invoice.id
  emitInvoice(context, invoice)
  if (status === 'paid') mailReceipt(context, invoice)
  return invoice
}

const hostedAddress = (context: Context, { id }: Invoice) => `${context.settings.origin}/invoice/stripe/${id}`

/** Only for this site's own plans, because the email is written in its name. */
export function mailReceipt(context: Context, invoice: Invoice): void {
  const plan = offerByPrice(invoice.price)
  const to = context.state.stripe.customers[invoice.customer]?.email
  if (plan && to) context.mail(receipt(to, { ...invoice, plan, address: hostedAddress(context, invoice) }))
}

const eventNames = { draft: 'created', open: 'payment_failed', paid: 'paid', void: 'voided' }

export function emitInvoice(context: Context, invoice: Invoice): void {
  context.changed()
  emit(context, `invoice.${eventNames[invoice.status]}`, invoiceWire(context, invoice))
}

export function findInvoice(context: Context, id: string): Invoice {
  const invoice = context.state.stripe.invoices[id]
  if (!invoice) throw missing('invoice', id)
  return invoice
}

export function previewInvoice(context: Context, { subscription: id = '' }: Stripe.InvoiceCreatePreviewParams): object {
  const subscription = context.state.stripe.subscriptions[id]
  if (!subscription) throw missingParam('subscription', id, 'subscription')
  const { customer, term, price } = subscription
  if (term.endedAt !== null || (term.cancelAt !== null && term.cancelAt <= term.periodEnd)) {
    throw new ApiError(404, `No upcoming invoices for customer: ${customer}`, { code: 'invoice_upcoming_none' })
  }
  return {
    id: newId('upcoming_in_'),
    object: 'invoice',
    amount_due: priceOf(context, subscription),
    currency: getOffer(context, price).currency.toLowerCase(),
    customer,
  } satisfies Wire<Stripe.Invoice>
}

export function finalizeInvoice(context: Context, id: string): Invoice {
  const invoice = findInvoice(context, id)
  if (invoice.status !== 'draft') throw new ApiError(400, 'This invoice is already finalized.')
  invoice.status = 'open'
  context.changed()
  emit(context, 'invoice.finalized', invoiceWire(context, invoice))
  return invoice
}

export function voidInvoice(context: Context, id: string): Invoice {
  const invoice = findInvoice(context, id)
  if (invoice.status !== 'open' || invoice.isPaymentPending) {
    throw new ApiError(400, `You can only pass in open invoices. This invoice isn't open: it is ${invoice.status}.`)
  }
  invoice.status = 'void'
  emitInvoice(context, invoice)
  return invoice
}

/** Newest first. */
export const listInvoices = (context: Context, { customer, subscription }: Stripe.InvoiceListParams): object[] =>
  matching(Object.values(context.state.stripe.invoices), { customer, subscription } as Partial<Invoice>)
    .toReversed()
    .map((one) => invoiceWire(context, one))

export function invoiceWire(context: Context, invoice: Invoice) {
  const { id, amount, status, reason, created } = invoice
  const paid = status === 'paid' ? amount : 0
  const isRetried = status === 'open' && reason === 'subscription_cycle' && !invoice.needsConfirmation
  const { metadata = {} } = context.state.stripe.subscriptions[invoice.subscription] ?? {}
  return {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: paid,
    amount_remaining: status === 'void' ? 0 : amount - paid,
    billing_reason: reason,
    created,
    currency: invoice.currency.toLowerCase(),
    customer: invoice.customer,
    hosted_invoice_url: hostedAddress(context, invoice),
    next_payment_attempt: isRetried ? created + retrySeconds : null,
    number: invoice.number,
    parent: {
      subscription_details: { metadata, subscription: invoice.subscription },
      type: 'subscription_details',
    },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    status,
    total: amount,
    total_taxes: [],
  } satisfies Wire<Stripe.Invoice>
}
