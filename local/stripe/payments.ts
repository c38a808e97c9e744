/** Payments of invoices: intents, charges and refunds. */
import type { Stripe } from 'stripe'
import { type Context, newId } from '@/local/vendors/context'
import { emit } from './events'
import type { Invoice, Refund } from './records'
import { ApiError, missingParam, type Wire } from './requests'

export const intentOf = (invoice: Invoice) => invoice.id.replace(/^in_/, 'pi_')
const chargeOf = (invoice: Invoice) => invoice.id.replace(/^in_/, 'ch_')

const paymentStatus = { draft: 'open', open: 'open', paid: 'paid', void: 'canceled' }

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
    payment: { type: 'payment_intent', payment_intent: intentOf(invoice) },
    status: paymentStatus[invoice.status],
  }) satisfies Wire<Stripe.InvoicePayment>

export const paymentsOf = (invoice: Invoice) =>
  invoice.amount > 0 && invoice.status !== 'draft' ? [paymentWire(invoice)] : []

function intentStatus({ status, isPaymentPending, needsConfirmation }: Invoice): Stripe.PaymentIntent.Status {
  if (status === 'paid') return 'succeeded'
  if (status === 'void') return 'canceled'
  return isPaymentPending ? 'processing' : needsConfirmation ? 'requires_action' : 'requires_payment_method'
}

export const intentWire = (invoice: Invoice) =>
  ({
    id: intentOf(invoice),
    object: 'payment_intent',
    amount: invoice.amount,
    customer: invoice.customer,
    last_payment_error: null,
    status: intentStatus(invoice),
  }) satisfies Wire<Stripe.PaymentIntent>

const refundWire = (invoice: Invoice, { id, amount, created }: Refund) =>
  ({
    id,
    object: 'refund',
    amount,
    charge: chargeOf(invoice),
    created,
    currency: invoice.currency.toLowerCase(),
    payment_intent: intentOf(invoice),
    status: 'succeeded',
  }) satisfies Wire<Stripe.Refund>

const chargeWire = (invoice: Invoice) =>
  ({
    id: chargeOf(invoice),
    object: 'charge',
    amount: invoice.amount,
    amount_refunded: invoice.refunded,
    created: invoice.created,
    currency: invoice.currency.toLowerCase(),
    customer: invoice.customer,
    payment_intent: intentOf(invoice),
    status: 'succeeded',
  }) satisfies Wire<Stripe.Charge>

const invoicesOf = (context: Context) => Object.values(context.state.stripe.invoices)

export const listPayments = (context: Context, { invoice, status }: Stripe.InvoicePaymentListParams): object[] =>
  invoicesOf(context)
    .filter((one) => invoice === undefined || one.id === invoice)
    .flatMap(paymentsOf)
    .filter((one) => status === undefined || one.status === status)

/** Newest first; trials and payments in progress have no charge. */
export const listCharges = (context: Context, { customer }: Stripe.ChargeListParams): object[] =>
  invoicesOf(context)
    .filter((one) => one.status === 'paid' && one.amount > 0 && one.customer === customer)
    .toReversed()
    .map(chargeWire)

export function refund(context: Context, request: Stripe.RefundCreateParams): object {
  const { payment_intent: intent = '' } = request
  const invoice = invoicesOf(context).find((one) => intentOf(one) === intent)
  if (invoice?.status !== 'paid') throw missingParam('payment_intent', intent, 'payment_intent')
  const left = invoice.amount - invoice.refunded
  const amount = request.amount ?? left
  if (left === 0) {
    const message = `Charge ${chargeOf(invoice)} has already been refunded.`
    throw new ApiError(400, message, { code: 'charge_already_refunded' })
  }
  if (amount > left) throw new ApiError(400, `Refund amount (${amount}) is greater than unrefunded amount on charge.`)
  const created: Refund = { id: newId('re_'), amount, created: context.now() }
  invoice.refunded += amount
  invoice.refunds = [...(invoice.refunds ?? []), created]
  context.changed()
  emit(context, 'charge.refunded', chargeWire(invoice))
  return refundWire(invoice, created)
}

export const listRefunds = (context: Context, { payment_intent: intent }: Stripe.RefundListParams): object[] =>
  invoicesOf(context)
    .filter((one) => intentOf(one) === intent)
    .flatMap((one) => (one.refunds ?? []).map((refunded) => refundWire(one, refunded)))
    .toReversed()
