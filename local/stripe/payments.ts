/** Payments of invoices: intents, charges and refunds. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { wholeNumber } from '@/local/vendors/form'
import { type Context, newId } from '@/local/vendors/context'
import { emit } from './events'
import type { Invoice, Refund } from './records'
import { listing, metadata, missingParam, ApiError, type Wire } from './requests'

export const intentOf = (invoice: Invoice) => invoice.id.replace(/^in_/, 'pi_')
const chargeOf = (invoice: Invoice) => invoice.id.replace(/^in_/, 'ch_')

const paymentStatus = { draft: 'open', open: 'open', paid: 'paid', void: 'canceled', uncollectible: 'open' }

const paymentWire = (invoice: Invoice) =>
  ({
    id: invoice.id.replace(/^in_/, 'inpay_'),
    object: 'invoice_payment',
    amount_paid: invoice.status === 'paid' ? invoice.amount : null,
    amount_requested: invoice.amount,
    created: invoice.created,
    currency: invoice.currency.toLowerCase(),
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentOf(invoice) },
    status: paymentStatus[invoice.status],
    status_transitions: {
      canceled_at: invoice.status === 'void' ? invoice.created : null,
      paid_at: invoice.status === 'paid' ? invoice.created : null,
    },
  }) satisfies Wire<Stripe.InvoicePayment>

export const paymentsOf = (invoice: Invoice) =>
  invoice.amount > 0 && invoice.status !== 'draft' ? [paymentWire(invoice)] : []

const intentStatus = {
  draft: 'requires_payment_method',
  open: 'requires_payment_method',
  paid: 'succeeded',
  void: 'canceled',
  uncollectible: 'requires_payment_method',
} as const

function openIntentStatus({ status, isPaymentPending, needsConfirmation }: Invoice) {
  if (status !== 'open') return null
  return isPaymentPending ? ('processing' as const) : needsConfirmation ? ('requires_action' as const) : null
}

export const intentWire = (invoice: Invoice) =>
  ({
    id: intentOf(invoice),
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount,
    amount_capturable: 0,
    amount_received: invoice.status === 'paid' ? invoice.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: invoice.status === 'void' ? invoice.created : null,
    cancellation_reason: invoice.status === 'void' ? 'void_invoice' : null,
    capture_method: 'automatic',
    client_secret: null,
    confirmation_method: 'automatic',
    created: invoice.created,
    currency: invoice.currency.toLowerCase(),
    customer: invoice.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: invoice.status === 'paid' ? chargeOf(invoice) : null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: openIntentStatus(invoice) ?? intentStatus[invoice.status],
    transfer_group: null,
  }) satisfies Wire<Stripe.PaymentIntent>

const refundWire = (invoice: Invoice, refund: Refund) =>
  ({
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: chargeOf(invoice),
    created: refund.created,
    currency: invoice.currency.toLowerCase(),
    customer: invoice.customer,
    customer_account: null,
    metadata: refund.metadata,
    payment_intent: intentOf(invoice),
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }) satisfies Wire<Stripe.Refund>

const chargeWire = (context: Context, invoice: Invoice) =>
  ({
    id: chargeOf(invoice),
    object: 'charge',
    amount: invoice.amount,
    amount_captured: invoice.amount,
    amount_refunded: invoice.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: invoice.created,
    currency: invoice.currency.toLowerCase(),
    customer: invoice.customer,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intentOf(invoice),
    payment_method: null,
    payment_method_details: null,
    receipt_email: context.state.stripe.customers[invoice.customer]?.email ?? null,
    receipt_number: null,
    receipt_url: null,
    refunded: invoice.refunded === invoice.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }) satisfies Wire<Stripe.Charge>

export const paymentListing = z.strictObject({
  ...listing,
  invoice: z.string().optional(),
  status: z.string().optional(),
})

export function listPayments(context: Context, query: z.infer<typeof paymentListing>): object[] {
  return Object.values(context.state.stripe.invoices)
    .filter((one) => query.invoice === undefined || one.id === query.invoice)
    .flatMap(paymentsOf)
    .filter(({ status }) => query.status === undefined || status === query.status)
}

export const chargeListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
})

/** Newest first; trials and payments in progress have no charge. */
export const listCharges = (context: Context, query: z.infer<typeof chargeListing>): object[] =>
  Object.values(context.state.stripe.invoices)
    .filter((one) => one.status === 'paid' && one.amount > 0)
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.payment_intent === undefined || intentOf(one) === query.payment_intent)
    .toReversed()
    .map((one) => chargeWire(context, one))

export const refundRequest = z.strictObject({
  payment_intent: z.string(),
  amount: wholeNumber.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
})

export function refund(context: Context, request: z.infer<typeof refundRequest>): object {
  const invoice = Object.values(context.state.stripe.invoices).find((one) => intentOf(one) === request.payment_intent)
  if (!invoice) throw missingParam('payment_intent', request.payment_intent, 'payment_intent')
  if (invoice.status !== 'paid') {
    throw new ApiError(400, `This PaymentIntent (${intentOf(invoice)}) does not have a successful charge to refund.`)
  }
  const left = invoice.amount - invoice.refunded
  const amount = request.amount ?? left
  if (left === 0) {
    const message = `Charge ${chargeOf(invoice)} has already been refunded.`
    throw new ApiError(400, message, { code: 'charge_already_refunded' })
  }
  if (amount < 1 || amount > left) {
    throw new ApiError(400, `Refund amount (${amount}) is greater than unrefunded amount on charge.`, {
      param: 'amount',
    })
  }
  const { reason = null, metadata: requestedMetadata = {} } = request
  const created: Refund = { id: newId('re_'), amount, created: context.now(), reason, metadata: requestedMetadata }
  invoice.refunded += amount
  invoice.refunds = [...(invoice.refunds ?? []), created]
  context.changed()
  emit(context, 'charge.refunded', chargeWire(context, invoice))
  return refundWire(invoice, created)
}

export const refundListing = z.strictObject({
  ...listing,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
})

export const listRefunds = (context: Context, query: z.infer<typeof refundListing>): object[] =>
  Object.values(context.state.stripe.invoices)
    .filter((one) => query.payment_intent === undefined || intentOf(one) === query.payment_intent)
    .filter((one) => query.charge === undefined || chargeOf(one) === query.charge)
    .flatMap((one) => (one.refunds ?? []).map((refunded) => refundWire(one, refunded)))
    .toReversed()
