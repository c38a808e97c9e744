import type { Stripe } from 'stripe'
import { catalogueMade, offerByPrice, offers, plans, trialDays, type Offer, type Plan } from '@/local/vendors/catalogue'
import type { Desk } from '@/local/vendors/desk'
import { isTrialing } from '@/local/vendors/term'
import type { Customer, Invoice, PortalSession, Session, Subscription } from './records'

/** An SDK type as it travels: its field names and plain values are checked, nested objects are not. */
type Wire<T> = { [K in keyof T]?: Extract<T[K], object> extends never ? T[K] : unknown }

export const productId = (plan: Plan) => `prod_${plan.key}`

export const productWire = (plan: Plan) =>
  ({
    id: productId(plan),
    object: 'product',
    active: true,
    created: catalogueMade,
    default_price: offers.find((offer) => offer.key === plan.key)?.stripePriceId ?? null,
    description: 'A sample plan of the stand-in.',
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: plan.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: catalogueMade,
    url: null,
  }) satisfies Wire<Stripe.Product>

export const priceWire = (offer: Offer) =>
  ({
    id: offer.stripePriceId,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: catalogueMade,
    currency: offer.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: `${offer.key}_${offer.currency.toLowerCase()}`,
    metadata: { trial_days: String(trialDays) },
    nickname: null,
    product: productId(offer),
    recurring: {
      interval: offer.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'inclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: offer.amount,
    unit_amount_decimal: String(offer.amount),
  }) satisfies Wire<Stripe.Price>

export const customerWire = (customer: Customer) =>
  customer.deleted
    ? { id: customer.id, object: 'customer', deleted: true }
    : ({
        id: customer.id,
        object: 'customer',
        address: null,
        balance: 0,
        created: customer.created,
        currency: null,
        default_source: null,
        delinquent: false,
        description: customer.description,
        discount: null,
        email: customer.email,
        invoice_prefix: customer.id.slice(-8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: customer.metadata,
        name: customer.name,
        next_invoice_sequence: 1,
        phone: customer.phone,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      } satisfies Wire<Stripe.Customer>)

const list = (url: string, data: object[]) => ({ object: 'list', data, has_more: false, url })

/** An offer that the stand-in itself took into a record; prices are never removed from the catalogue. */
export function soldOffer(price: string): Offer {
  const offer = offerByPrice(price)
  if (!offer) throw new Error(`The catalogue has no price ${price}.`)
  return offer
}

export function statusOf({ term }: Subscription, now: number): Stripe.Subscription.Status {
  if (term.endedAt !== null) return 'canceled'
  if (term.pastDue) return 'past_due'
  return isTrialing(term, now) ? 'trialing' : 'active'
}

export function subscriptionWire(subscription: Subscription, now: number) {
  const offer = soldOffer(subscription.price)
  const { id, term, created, quantity } = subscription
  const item = {
    id: subscription.itemId,
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: term.periodEnd,
    current_period_start: term.periodStart,
    discounts: [],
    metadata: {},
    price: priceWire(offer),
    quantity,
    subscription: id,
    tax_rates: [],
  } satisfies Wire<Stripe.SubscriptionItem>
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: term.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_thresholds: null,
    cancel_at: term.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: null,
      feedback: null,
      reason: subscription.canceledAt === null ? null : 'cancellation_requested',
    },
    collection_method: 'charge_automatically',
    created,
    currency: offer.currency.toLowerCase(),
    customer: subscription.customer,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: term.endedAt,
    items: list(`/v1/subscription_items?subscription=${id}`, [item]),
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: statusOf(subscription, now),
    test_clock: null,
    transfer_data: null,
    trial_end: term.trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: term.trialStart,
  } satisfies Wire<Stripe.Subscription>
}

export function sessionWire(desk: Desk, session: Session) {
  const offer = soldOffer(session.price)
  const trial = session.trialDays > 0 || session.trialEnd !== null
  const total = trial ? 0 : offer.amount * session.quantity
  const customer = session.customer ? desk.state.stripe.customers[session.customer] : undefined
  const email = customer?.email ?? session.customerEmail
  const hosted = session.uiMode === 'hosted_page'
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: hosted ? null : `${session.id}_secret_local`,
    created: session.created,
    currency: offer.currency.toLowerCase(),
    custom_fields: [],
    customer: session.customer,
    customer_creation: session.customer ? null : 'always',
    customer_details: email
      ? { email, name: customer?.name ?? null, phone: null, tax_exempt: 'none', tax_ids: [] }
      : null,
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    invoice: session.invoice,
    line_items: list(`/v1/checkout/sessions/${session.id}/line_items`, [
      {
        id: session.id.replace(/^cs_test_/, 'li_'),
        object: 'item',
        amount_subtotal: total,
        amount_total: total,
        currency: offer.currency.toLowerCase(),
        description: offer.name,
        price: priceWire(offer),
        quantity: session.quantity,
      },
    ]),
    livemode: false,
    locale: null,
    metadata: session.metadata,
    mode: 'subscription',
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: session.status !== 'complete' ? 'unpaid' : trial ? 'no_payment_required' : 'paid',
    recovered_from: null,
    return_url: session.returnUrl ?? undefined,
    setup_intent: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: session.subscription,
    success_url: session.successUrl,
    ui_mode: session.uiMode,
    url: hosted && session.status === 'open' ? `${desk.settings.origin}/checkout/stripe/${session.id}` : null,
  } satisfies Wire<Stripe.Checkout.Session>
}

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

export const portalWire = (desk: Desk, portal: PortalSession) =>
  ({
    id: portal.id,
    object: 'billing_portal.session',
    configuration: 'bpc_local',
    created: portal.created,
    customer: portal.customer,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: portal.returnUrl,
    url: `${desk.settings.origin}/portal/stripe/${portal.id}`,
  }) satisfies Wire<Stripe.BillingPortal.Session>

/** Products in the catalogue's order. */
export const productWires = () => plans.map(productWire)
