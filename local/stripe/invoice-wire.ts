import type { Stripe } from 'stripe'
import type { Desk } from '@/local/vendors/desk'
import { productId, soldOffer } from './catalogue-wire'
import type { Invoice } from './records'
import { list, type Wire } from './wire'

export function invoiceWire(desk: Desk, invoice: Invoice) {
  const paid = invoice.status === 'paid' ? invoice.amount : 0
  const customer = desk.state.stripe.customers[invoice.customer]
  const subscription = desk.state.stripe.subscriptions[invoice.subscription]
  const period = { start: invoice.periodStart, end: invoice.periodEnd }
  return {
    id: invoice.id,
    object: 'invoice',
    amount_due: invoice.amount,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: invoice.amount - paid,
    amount_shipping: 0,
    attempt_count: 1,
    attempted: true,
    auto_advance: false,
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    created: invoice.created,
    currency: invoice.currency.toLowerCase(),
    customer: invoice.customer,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    description: null,
    due_date: null,
    ending_balance: 0,
    hosted_invoice_url: `${desk.settings.origin}/invoice/stripe/${invoice.id}`,
    invoice_pdf: null,
    lines: list(`/v1/invoices/${invoice.id}/lines`, [
      {
        id: invoice.id.replace(/^in_/, 'il_'),
        object: 'line_item',
        amount: invoice.amount,
        currency: invoice.currency.toLowerCase(),
        description: soldOffer(invoice.price).name,
        invoice: invoice.id,
        livemode: false,
        metadata: {},
        period,
        pricing: {
          price_details: { price: invoice.price, product: productId(soldOffer(invoice.price)) },
          type: 'price_details',
          unit_amount_decimal: String(soldOffer(invoice.price).amount),
        },
        quantity: invoice.quantity,
        subscription: invoice.subscription,
      },
    ]),
    livemode: false,
    metadata: {},
    number: invoice.number,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription?.metadata ?? {}, subscription: invoice.subscription },
      type: 'subscription_details',
    },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    starting_balance: 0,
    status: invoice.status,
    subtotal: invoice.amount,
    total: invoice.amount,
  } satisfies Wire<Stripe.Invoice>
}
