/** Stripe's objects, as its SDK types them. */
import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import { plans, trialDays, type Offer } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import { retrySeconds, isTrialing } from '@/local/vendors/term'
import { amountPaid, amountRefunded, type Billing, type Dialect, type Happening } from '@/local/vendors/billing'
import {
  cardOf,
  type Checkout,
  type Customer,
  type Event,
  type Invoice,
  type Refund,
  type Subscription,
} from '@/local/vendors/records'

/** An SDK type as JSON: field names and plain values are checked, nested objects are not. */
type Wire<T> = { [K in keyof T]?: Extract<T[K], object> extends never ? T[K] : unknown }

/** The version of the SDK that the product uses. */
const apiVersion = '2026-10-28.endive'

export const list = (data: object[], hasMore = false) => ({ object: 'list', data, has_more: hasMore })

const currencyOf = ({ currency }: { currency: string }) => currency.toLowerCase()

const productOf = (offer: Offer) => offer.product ?? `prod_${offer.key}`

export function productWire({ state }: Billing, id: string) {
  const found = [...Object.values(state.prices), ...plans.map((plan) => ({ ...plan, product: `prod_${plan.key}` }))]
  const name = found.find(({ product }) => product === id)?.name
  return name === undefined ? undefined : ({ id, object: 'product', active: true, name } satisfies Wire<Stripe.Product>)
}

export const priceWire = (offer: Offer) =>
  ({
    id: offer.priceIds.stripe,
    object: 'price',
    active: true,
    currency: currencyOf(offer),
    metadata: offer.product === undefined ? { trial_days: String(trialDays) } : {},
    product: productOf(offer),
    recurring: { interval: offer.interval, interval_count: 1, usage_type: 'licensed' },
    tax_behavior: offer.product === undefined ? 'inclusive' : 'unspecified',
    type: 'recurring',
    unit_amount: offer.amount,
  }) satisfies Wire<Stripe.Price>

export const customerWire = ({ id, email, metadata, created, deleted }: Customer): object =>
  deleted
    ? { id, object: 'customer', deleted }
    : ({ id, object: 'customer', balance: 0, created, discount: null, email, metadata } satisfies Wire<Stripe.Customer>)

export const checkoutWire = ({ offerOf }: Pick<Billing, 'offerOf'>, { settings }: Context, checkout: Checkout) => {
  const { id, isEmbedded, status, created } = checkout
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: checkout.hasTax },
    client_reference_id: checkout.note,
    client_secret: isEmbedded ? `${id}_secret_local` : null,
    created,
    currency: currencyOf(offerOf(checkout)),
    customer: checkout.customer,
    expires_at: checkout.expiresAt,
    locale: checkout.locale ?? null,
    mode: 'subscription',
    status: status === 'cancelled' ? 'open' : status,
    subscription: checkout.subscription,
    ui_mode: isEmbedded ? 'embedded_page' : 'hosted_page',
    url: !isEmbedded && status === 'open' ? `${settings.origin}/checkout/stripe/${id}` : null,
  } satisfies Wire<Stripe.Checkout.Session>
}

export function stripeStatus({ term }: Subscription, now: number): Stripe.Subscription.Status {
  if (term.endedAt !== null) return 'canceled'
  if (term.suspension && term.suspension !== 'future') return term.suspension
  if (term.pastDue) return 'past_due'
  return isTrialing(term, now) ? 'trialing' : 'active'
}

export function subscriptionWire({ offerOf, now }: Pick<Billing, 'offerOf' | 'now'>, subscription: Subscription) {
  const { id, term, created } = subscription
  const offer = offerOf(subscription)
  const { voidUntil = 0 } = term
  const item = {
    id: id.replace(/^sub_/, 'si_'),
    object: 'subscription_item',
    current_period_end: term.periodEnd,
    current_period_start: term.periodStart,
    price: priceWire(offer),
    quantity: 1,
  } satisfies Wire<Stripe.SubscriptionItem>
  return {
    id,
    object: 'subscription',
    cancel_at: term.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    collection_method: subscription.isUnpaid ? 'send_invoice' : 'charge_automatically',
    created,
    currency: currencyOf(offer),
    customer: subscription.customer,
    default_payment_method: id.replace(/^sub_/, 'pm_'),
    ended_at: term.endedAt,
    items: list([item]),
    latest_invoice: subscription.latestInvoice,
    metadata: subscription.metadata,
    pause_collection: voidUntil > now() ? { behavior: 'void', resumes_at: voidUntil } : null,
    schedule: null,
    status: stripeStatus(subscription, now()),
    trial_end: term.trialEnd,
  } satisfies Wire<Stripe.Subscription>
}

/** The unused time is a line below zero. */
export const linesWire = (full: number, unused: number, end: number) =>
  list(
    [full, -unused]
      .filter((amount) => amount !== 0)
      .map(
        (amount) => ({ object: 'line_item', amount, period: { start: 0, end } }) satisfies Wire<Stripe.InvoiceLineItem>,
      ),
  )

export function invoiceWire({ settings }: Context, invoice: Invoice) {
  const { id, amount, status, created, currency, customer, number, subscription } = invoice
  const { full = amount, unused = 0 } = invoice
  const paid = amountPaid(invoice)
  const isRetried = status === 'open' && !invoice.isFirst && !invoice.isPaymentPending && !invoice.needsConfirmation
  return {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: paid,
    amount_remaining: status === 'void' ? 0 : amount - paid,
    billing_reason: unused > 0 ? 'subscription_update' : 'subscription_cycle',
    created,
    currency: currency.toLowerCase(),
    customer,
    lines: linesWire(full, unused, invoice.periodEnd),
    hosted_invoice_url: `${settings.origin}/invoice/stripe/${id}`,
    next_payment_attempt: isRetried ? created + retrySeconds : null,
    number,
    parent: { subscription_details: { metadata: {}, subscription }, type: 'subscription_details' },
    status,
    total: full - unused,
    total_taxes: [],
  } satisfies Wire<Stripe.Invoice>
}

export const intentOf = ({ id }: Invoice) => id.replace(/^in_/, 'pi_')
const chargeOf = ({ id }: Invoice) => id.replace(/^in_/, 'ch_')

const paymentStatus = { draft: 'open', open: 'open', paid: 'paid', void: 'canceled' }

export const paymentWires = (invoice: Invoice) =>
  invoice.amount > 0 && invoice.status !== 'draft'
    ? [
        {
          id: invoice.id.replace(/^in_/, 'inpay_'),
          object: 'invoice_payment',
          amount_paid: invoice.status === 'paid' ? invoice.amount : null,
          created: invoice.created,
          currency: currencyOf(invoice),
          invoice: invoice.id,
          is_default: true,
          payment: { type: 'payment_intent', payment_intent: intentOf(invoice) },
          status: paymentStatus[invoice.status],
        } satisfies Wire<Stripe.InvoicePayment>,
      ]
    : []

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

export const paymentMethodWire = (subscription: Subscription) => {
  const { year, month } = cardOf(subscription)
  return {
    id: subscription.id.replace(/^sub_/, 'pm_'),
    object: 'payment_method',
    card: { exp_month: month, exp_year: year },
    customer: subscription.customer,
    type: 'card',
  } satisfies Wire<Stripe.PaymentMethod>
}

export const chargeWire = (invoice: Invoice) =>
  ({
    id: chargeOf(invoice),
    object: 'charge',
    amount: invoice.amount,
    amount_refunded: amountRefunded(invoice),
    created: invoice.created,
    currency: currencyOf(invoice),
    customer: invoice.customer,
    payment_intent: intentOf(invoice),
    status: 'succeeded',
  }) satisfies Wire<Stripe.Charge>

export const refundWire = (invoice: Invoice, { id, amount, created }: Refund) =>
  ({
    id,
    object: 'refund',
    amount,
    charge: chargeOf(invoice),
    created,
    currency: currencyOf(invoice),
    payment_intent: intentOf(invoice),
    status: 'succeeded',
  }) satisfies Wire<Stripe.Refund>

export const eventWire = ({ id, created, body, type }: Event, isPending: boolean) => ({
  id,
  object: 'event',
  api_version: apiVersion,
  created,
  data: { object: body },
  pending_webhooks: isPending ? 1 : 0,
  type,
})

export function signature(body: string, secret: string, seconds: number): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}

/** @param billing the billing that uses this dialect */
export const stripeDialect = (billing: () => Billing): Dialect => ({
  name: 'stripe',
  newIds: {
    customer: () => newId('cus_', 14),
    checkout: () => newId('cs_test_', 58),
    subscription: () => newId('sub_'),
    invoice: () => newId('in_'),
  },
  billsTrials: true,
  isPastDueUnpaid: false,
  eventText: (event) => JSON.stringify(eventWire(event, true)),
  event(context, happening, { customer, subscription, invoice, checkout }) {
    const plan = subscription && subscriptionWire(billing(), subscription)
    const bill = invoice && invoiceWire(context, invoice)
    const page = checkout && checkoutWire(billing(), context, checkout)
    const failed = invoice?.needsConfirmation ? 'payment_action_required' : 'payment_failed'
    const events: Record<Happening, [type: string, body: object | undefined | false]> = {
      created: ['customer.subscription.created', plan],
      changed: ['customer.subscription.updated', plan],
      ended: ['customer.subscription.deleted', plan],
      paid: ['invoice.paid', bill],
      unpaid: [`invoice.${failed}`, bill],
      refunded: ['charge.refunded', invoice && chargeWire(invoice)],
      bought: ['checkout.session.completed', page],
      'page-expired': ['checkout.session.expired', page],
      'customer-deleted': ['customer.deleted', customer && customerWire({ ...customer, deleted: false })],
    }
    const [type, body] = events[happening]
    return body ? { type, body } : null
  },
})
