import type { Stripe } from 'stripe'
import type { Context } from '@/local/vendors/context'
import { retrySeconds } from '@/local/vendors/term'
import { productId, getOffer } from './catalogue'
import type { BillLine, Invoice } from './records'
import { list, type Wire } from './requests'

/** Invoices of older state files have no bill. */
const linesOf = (
  context: Context,
  { bill, price, quantity, extraItems = [], amount }: Invoice,
  itemId: string,
): BillLine[] =>
  bill?.lines ??
  [{ itemId, price, quantity }, ...extraItems].map((item) => ({
    item: item.itemId,
    price: item.price,
    quantity: item.quantity,
    amount: amount === 0 ? 0 : getOffer(context, item.price).amount * item.quantity,
  }))

function lineWire(context: Context, invoice: Invoice, line: BillLine, place: number) {
  const offer = getOffer(context, line.price ?? invoice.price)
  const id = invoice.id.replace(/^(upcoming_)?in_/, 'il_')
  const pending = {
    invoice_item_details: {
      invoice_item: line.item,
      proration: false,
      proration_details: null,
      subscription: invoice.subscription,
    },
    subscription_item_details: null,
    type: 'invoice_item_details',
  }
  const own = {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: false,
      proration_details: null,
      subscription: invoice.subscription,
      subscription_item: line.item,
    },
    type: 'subscription_item_details',
  }
  return {
    id: place === 0 ? id : `${id}_${place}`,
    object: 'line_item',
    amount: line.amount,
    currency: invoice.currency.toLowerCase(),
    description: offer.name,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: line.price === null ? pending : own,
    period: { start: invoice.periodStart, end: invoice.periodEnd },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price ?? invoice.price, product: productId(offer) },
      type: 'price_details',
      unit_amount_decimal: String(offer.amount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: invoice.subscription,
    subtotal: line.amount,
    taxes: [],
  }
}

const taxesOf = ({ bill }: Invoice) =>
  bill && bill.tax > 0
    ? [
        {
          amount: bill.tax,
          tax_behavior: 'exclusive' as const,
          tax_rate_details: null,
          taxability_reason: 'not_available' as const,
          taxable_amount: bill.total - bill.tax,
          type: 'tax_rate_details' as const,
        },
      ]
    : []

export function invoiceWire(context: Context, invoice: Invoice) {
  const isPaid = invoice.status === 'paid'
  const paid = isPaid ? invoice.amount : 0
  const customer = context.state.stripe.customers[invoice.customer]
  const subscription = context.state.stripe.subscriptions[invoice.subscription]
  return {
    id: invoice.id,
    object: 'invoice',
    account_country: null,
    account_name: null,
    account_tax_ids: null,
    amount_due: invoice.amount,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: invoice.status === 'void' ? 0 : invoice.amount - paid,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: invoice.reason,
    collection_method: invoice.dueDate === undefined ? 'charge_automatically' : 'send_invoice',
    created: invoice.created,
    currency: invoice.currency.toLowerCase(),
    custom_fields: null,
    customer: invoice.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: invoice.dueDate ?? null,
    effective_at: invoice.created,
    ending_balance: invoice.bill?.endingBalance ?? 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${context.settings.origin}/invoice/stripe/${invoice.id}`,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: list(
      `/v1/invoices/${invoice.id}/lines`,
      linesOf(context, invoice, subscription?.itemId ?? '').map((line, place) =>
        lineWire(context, invoice, line, place),
      ),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt:
      invoice.status === 'open' && invoice.reason === 'subscription_cycle' && !invoice.needsConfirmation
        ? invoice.created + retrySeconds
        : null,
    number: invoice.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription?.metadata ?? {}, subscription: invoice.subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: invoice.bill?.startingBalance ?? 0,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.created,
      marked_uncollectible_at: null,
      paid_at: isPaid ? invoice.created : null,
      voided_at: invoice.status === 'void' ? invoice.created : null,
    },
    subtotal: invoice.bill?.subtotal ?? invoice.amount,
    subtotal_excluding_tax: invoice.bill?.subtotal ?? invoice.amount,
    test_clock: null,
    total: invoice.bill?.total ?? invoice.amount,
    total_discount_amounts: [],
    total_excluding_tax: invoice.bill ? invoice.bill.total - invoice.bill.tax : invoice.amount,
    total_pretax_credit_amounts: [],
    total_taxes: taxesOf(invoice),
    webhooks_delivered_at: null,
  } satisfies Wire<Stripe.Invoice>
}
