import type { CreditNote as SdkCreditNote, Invoice as SdkInvoice, Transaction as SdkTransaction } from 'chargebee'
import type { Context } from '@/local/vendors/context'
import { retrySeconds } from '@/local/vendors/term'
import { getOffer, typeOf } from './wire'
import type { CreditNote, Invoice } from './records'

export const amountPaid = ({ status, writtenOff, amount }: Invoice) => (status === 'paid' && !writtenOff ? amount : 0)

function lineWire(context: Context, invoice: Invoice, { itemPrice, amount, quantity }: Line, place: number) {
  const offer = getOffer(context, itemPrice)
  return {
    id: place === 0 ? `li_${invoice.id}` : `li_${invoice.id}_${place}`,
    date_from: invoice.periodStart,
    date_to: invoice.periodEnd,
    unit_amount: amount / quantity,
    quantity,
    amount,
    pricing_model: 'flat_fee' as const,
    is_taxed: false,
    tax_amount: 0,
    subscription_id: invoice.subscription,
    customer_id: invoice.customer,
    description: offer.name,
    entity_type: `${typeOf(offer)}_item_price` as const,
    entity_id: itemPrice,
    discount_amount: 0,
    item_level_discount_amount: 0,
  }
}

type Line = { itemPrice: string; amount: number; quantity: number }

function linesOf(context: Context, { itemPrice, amount, extraItems = [] }: Invoice): Line[] {
  const extraLines = extraItems.map((one) => ({
    ...one,
    amount: getOffer(context, one.itemPrice).amount * one.quantity,
  }))
  const rest = extraLines.reduce((sum, one) => sum + one.amount, 0)
  return [{ itemPrice, amount: amount - rest, quantity: 1 }, ...extraLines]
}

export const invoiceWire = (context: Context, invoice: Invoice) =>
  ({
    id: invoice.id,
    customer_id: invoice.customer,
    subscription_id: invoice.subscription,
    recurring: true,
    status: invoice.status,
    price_type: 'tax_inclusive',
    date: invoice.date,
    due_date: invoice.date,
    net_term_days: 0,
    currency_code: invoice.currency,
    tax: 0,
    sub_total: invoice.bill?.subTotal ?? invoice.amount,
    total: invoice.bill?.total ?? invoice.amount,
    amount_due: invoice.status === 'paid' ? 0 : invoice.amount,
    amount_adjusted: 0,
    ...(invoice.status === 'payment_due' &&
      !invoice.first && { dunning_status: 'in_progress' as const, next_retry_at: invoice.date + retrySeconds }),
    amount_paid: amountPaid(invoice),
    ...(invoice.status === 'paid' && { paid_at: invoice.date }),
    write_off_amount: invoice.writtenOff ? invoice.amount : 0,
    credits_applied: invoice.bill?.creditsApplied ?? 0,
    resource_version: invoice.version,
    updated_at: Math.floor(invoice.version / 1000),
    first_invoice: invoice.first,
    has_advance_charges: false,
    term_finalized: true,
    is_gifted: false,
    channel: 'web',
    line_items: linesOf(context, invoice).map((line, place) => lineWire(context, invoice, line, place)),
    ...(invoice.isPaymentPending && {
      linked_payments: [
        {
          txn_id: `txn_${invoice.id}`,
          applied_amount: invoice.amount,
          applied_at: invoice.date,
          txn_status: 'in_progress' as const,
          txn_date: invoice.date,
          txn_amount: invoice.amount,
        },
      ],
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
    deleted: false,
  }) satisfies Partial<SdkInvoice>

export const refundWire = (invoice: Invoice, note: CreditNote) =>
  ({
    id: note.transaction,
    customer_id: invoice.customer,
    subscription_id: invoice.subscription,
    payment_method: 'card',
    gateway: 'chargebee',
    type: 'refund',
    date: note.date,
    currency_code: invoice.currency,
    amount: note.total,
    status: 'success',
    deleted: false,
  }) satisfies Partial<SdkTransaction>

export const creditNoteWire = (invoice: Invoice, note: CreditNote) =>
  ({
    id: note.id,
    customer_id: invoice.customer,
    subscription_id: invoice.subscription,
    reference_invoice_id: invoice.id,
    type: 'refundable',
    create_reason_code: note.reason,
    status: 'refunded',
    date: note.date,
    price_type: 'tax_inclusive',
    currency_code: invoice.currency,
    total: note.total,
    amount_allocated: 0,
    amount_refunded: note.total,
    amount_available: 0,
    refunded_at: note.date,
    sub_total: note.total,
    deleted: false,
  }) satisfies Partial<SdkCreditNote>

export const writeOffWire = (invoice: Invoice, date: number) =>
  ({
    id: `CN-${invoice.id}`,
    customer_id: invoice.customer,
    subscription_id: invoice.subscription,
    reference_invoice_id: invoice.id,
    type: 'adjustment',
    create_reason_code: 'Write Off',
    status: 'adjusted',
    date,
    price_type: 'tax_inclusive',
    currency_code: invoice.currency,
    total: invoice.amount,
    amount_allocated: invoice.amount,
    amount_refunded: 0,
    amount_available: 0,
    sub_total: invoice.amount,
    deleted: false,
  }) satisfies Partial<SdkCreditNote>
