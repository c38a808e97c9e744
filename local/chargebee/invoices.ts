/** Invoices: amounts, refunds and write-offs. */
import type { Invoice as SdkInvoice, Transaction } from 'chargebee'
import { type Context, newId } from '@/local/vendors/context'
import { promotionPercent } from '@/local/vendors/settings'
import { retrySeconds } from '@/local/vendors/term'
import { getOffer } from './catalogue'
import { customerWire } from './customers'
import { emit } from './events'
import type { CreditNote, Invoice, Subscription } from './records'
import { ApiError, invalidState, matches, missing, type Filter } from './requests'

/** In hundredths, before any discount. */
export const fullPriceOf = (context: Context, { itemPrice, extraItems = [] }: Subscription): number =>
  [{ itemPrice }, ...extraItems].reduce((sum, item) => sum + getOffer(context, item.itemPrice).amount, 0)

/** In hundredths. */
export function priceOf(context: Context, subscription: Subscription): number {
  const full = fullPriceOf(context, subscription)
  return subscription.isDiscounted ? full - Math.round((full * promotionPercent) / 100) : full
}

export function findInvoice(context: Context, id: string): Invoice {
  const invoice = context.state.chargebee.invoices[id]
  if (!invoice) throw missing('invoice', id)
  return invoice
}

type Query = { customer_id?: Filter; subscription_id?: Filter }

/** Newest first. */
export const listInvoices = (context: Context, query: Query) =>
  Object.values(context.state.chargebee.invoices)
    .filter((one) => matches(query.customer_id, one.customer) && matches(query.subscription_id, one.subscription))
    .toReversed()
    .map((one) => ({ invoice: invoiceWire(one) }))

type RefundRequest = { refund_amount?: number; credit_note?: { reason_code?: string } }

export function refund(context: Context, invoice: Invoice, request: RefundRequest): object {
  const left = amountPaid(invoice) - amountRefunded(invoice)
  const amount = request.refund_amount ?? left
  if (amount < 1 || amount > left) {
    throw new ApiError(400, 'invalid_request', `The refund amount cannot exceed the refundable amount of ${left}.`)
  }
  const note: CreditNote = {
    id: `CN-${invoice.id}-${(invoice.creditNotes?.length ?? 0) + 1}`,
    total: amount,
    date: context.now(),
    transaction: newId('txn_', 16),
    reason: request.credit_note?.reason_code ?? 'Other',
  }
  invoice.creditNotes = [...(invoice.creditNotes ?? []), note]
  const transaction = { id: note.transaction, type: 'refund', status: 'success', amount } satisfies Partial<Transaction>
  return settled(context, 'payment_refunded', invoice, { transaction })
}

export function writeOff(context: Context, invoice: Invoice): object {
  if (invoice.status === 'paid') throw invalidState('The invoice is paid already.')
  if (invoice.isPaymentPending) throw invalidState('A payment of the invoice is in progress.')
  Object.assign(invoice, { status: 'paid', writtenOff: true })
  return settled(context, 'invoice_updated', invoice, {})
}

function settled(context: Context, event: string, invoice: Invoice, more: object): object {
  context.changed()
  const customer = context.state.chargebee.customers[invoice.customer]
  const done = { invoice: invoiceWire(invoice), ...more }
  emit(context, event, { ...(customer && { customer: customerWire(customer) }), ...done })
  return done
}

export const amountPaid = ({ status, writtenOff, amount }: Invoice) => (status === 'paid' && !writtenOff ? amount : 0)

export const amountRefunded = ({ creditNotes = [] }: Invoice) => creditNotes.reduce((sum, { total }) => sum + total, 0)

export const documentOf = (context: Context, { id }: Invoice) => ({
  download_url: `${context.settings.origin}/invoice/chargebee/${id}`,
  valid_till: context.now() + 3600,
})

export const invoiceWire = (invoice: Invoice) =>
  ({
    id: invoice.id,
    customer_id: invoice.customer,
    subscription_id: invoice.subscription,
    status: invoice.status,
    date: invoice.date,
    currency_code: invoice.currency,
    tax: 0,
    total: invoice.amount,
    amount_due: invoice.status === 'paid' ? 0 : invoice.amount,
    amount_adjusted: 0,
    ...(invoice.status === 'payment_due' &&
      !invoice.first && { dunning_status: 'in_progress' as const, next_retry_at: invoice.date + retrySeconds }),
    amount_paid: amountPaid(invoice),
    write_off_amount: invoice.writtenOff ? invoice.amount : 0,
    credits_applied: 0,
    line_items: [
      {
        id: `li_${invoice.id}`,
        date_from: invoice.date,
        date_to: invoice.periodEnd,
        unit_amount: invoice.amount,
        amount: invoice.amount,
        subscription_id: invoice.subscription,
        description: invoice.itemPrice,
        is_taxed: false,
        entity_type: 'plan_item_price' as const,
        entity_id: invoice.itemPrice,
      },
    ],
    ...(invoice.isPaymentPending && {
      linked_payments: [
        { txn_id: `txn_${invoice.id}`, txn_status: 'in_progress' as const, applied_at: invoice.date },
      ] as SdkInvoice['linked_payments'],
    }),
    ...(invoice.creditNotes && {
      issued_credit_notes: invoice.creditNotes.map(({ id, date, total, reason }) => ({
        cn_id: id,
        cn_create_reason_code: reason,
        cn_date: date,
        cn_total: total,
        cn_status: 'refunded' as const,
      })),
    }),
  }) satisfies Partial<SdkInvoice>
