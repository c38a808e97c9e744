/** Checkout sessions. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { flag, wholeNumber } from '@/local/vendors/form'
import { type Context, newId } from '@/local/vendors/context'
import { startTerm, trialEndAfter } from '@/local/vendors/term'
import { findOffer, priceWire, getOffer } from './catalogue'
import { createCustomer, findCustomer } from './customers'
import { discountOf } from './discounts'
import { emit } from './events'
import type { Session } from './records'
import { expand, list, listing, metadata, missing, ApiError, type Wire } from './requests'
import { startSubscription } from './subscriptions'

const day = 86_400

export const sessionRequest = z.strictObject({
  mode: z.literal('subscription'),
  line_items: z.tuple([z.strictObject({ price: z.string(), quantity: wholeNumber.default(1) })]),
  ui_mode: z.enum(['hosted_page', 'embedded_page', 'elements', 'form']).default('hosted_page'),
  success_url: z.url({ protocol: /^https?$/ }).optional(),
  cancel_url: z.url({ protocol: /^https?$/ }).optional(),
  return_url: z.url({ protocol: /^https?$/ }).optional(),
  currency: z.string().length(3).optional(),
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  customer: z.string().optional(),
  client_reference_id: z.string().max(200).optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      trial_period_days: wholeNumber.pipe(z.number().min(1).max(730)).optional(),
    })
    .optional(),
  allow_promotion_codes: flag.optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  customer_update: z.strictObject({ address: z.enum(['auto', 'never']).optional() }).optional(),
  expand,
})

type SessionRequest = z.infer<typeof sessionRequest>

export function createSession(context: Context, request: SessionRequest): Session {
  const now = context.now()
  const [item] = request.line_items
  const trial = request.subscription_data
  assertTogether(request)
  if (!findOffer(context, item.price))
    throw new ApiError(400, `No such price: '${item.price}'`, {
      code: 'resource_missing',
      param: 'line_items[0][price]',
    })
  if (request.currency !== undefined) assertPricedIn(context, item.price, request.currency)
  if (request.customer !== undefined) findCustomer(context, request.customer, 'customer')
  const session: Session = {
    id: newId('cs_test_', 58),
    uiMode: request.ui_mode,
    customer: request.customer ?? null,
    clientReferenceId: request.client_reference_id ?? null,
    price: item.price,
    quantity: item.quantity,
    trialDays: trial?.trial_period_days ?? 0,
    successUrl: request.success_url ?? null,
    cancelUrl: request.cancel_url ?? null,
    returnUrl: request.return_url ?? null,
    subscriptionMetadata: trial?.metadata ?? {},
    adaptivePricing: request.adaptive_pricing?.enabled ?? true,
    automaticTax: request.automatic_tax?.enabled ?? false,
    allowsCodes: request.allow_promotion_codes ?? false,
    created: now,
    expiresAt: now + day,
    status: 'open',
    subscription: null,
    invoice: null,
  }
  context.state.stripe.sessions[session.id] = session
  context.changed()
  return session
}

function assertPricedIn(context: Context, price: string, currency: string): void {
  if (getOffer(context, price).currency.toLowerCase() === currency) return
  throw new ApiError(400, `The price \`${price}\` has no currency option for ${currency}.`, { param: 'currency' })
}

function assertTogether(request: SessionRequest): void {
  const hosted = request.ui_mode === 'hosted_page'
  const needed = hosted ? 'success_url' : 'return_url'
  if (request[needed] === undefined)
    throw new ApiError(400, `Missing required param: ${needed}.`, { code: 'parameter_missing', param: needed })
  const excluded = hosted ? (['return_url'] as const) : (['success_url', 'cancel_url'] as const)
  for (const name of excluded) {
    if (request[name] !== undefined) {
      throw new ApiError(400, `${name} cannot be used with ui_mode ${request.ui_mode}.`, { param: name })
    }
  }
  const { customer, customer_update: update, automatic_tax: tax } = request
  if (update && customer === undefined) {
    throw new ApiError(400, '`customer_update` can only be used with `customer`.', { param: 'customer_update' })
  }
  // Customers of the stand-in have no address.
  if (tax?.enabled && customer !== undefined && update?.address !== 'auto') {
    const message =
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the ' +
      "Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save " +
      'the address entered in Checkout to the Customer.'
    throw new ApiError(400, message, { code: 'customer_tax_location_invalid' })
  }
}

export function findSession(context: Context, id: string): Session {
  const session = context.state.stripe.sessions[id]
  if (!session) throw missing('checkout.session', id, 'session')
  return session
}

export const sessionListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})

export function listSessions(context: Context, query: z.infer<typeof sessionListing>): object[] {
  return Object.values(context.state.stripe.sessions)
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.subscription === undefined || one.subscription === query.subscription)
    .filter((one) => query.status === undefined || one.status === query.status)
    .toReversed()
    .map((one) => sessionWire(context, one))
}

export function expireSession(context: Context, id: string): Session {
  const session = findSession(context, id)
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`
    throw new ApiError(400, message)
  }
  expire(context, session)
  return session
}

function expire(context: Context, session: Session): void {
  session.status = 'expired'
  context.changed()
  emit(context, 'checkout.session.expired', sessionWire(context, session))
}

export function expireLateSessions(context: Context): void {
  for (const session of Object.values(context.state.stripe.sessions)) {
    if (session.status === 'open' && session.expiresAt <= context.now()) expire(context, session)
  }
}

export const trialEndOf = ({ trialDays }: Session, now: number) =>
  trialDays > 0 ? trialEndAfter(now, trialDays) : null

/** A deleted customer's session stays open but cannot be paid. */
export const isPayable = (context: Context, { status, customer }: Session) =>
  status === 'open' && context.state.stripe.customers[customer ?? '']?.deleted !== true

/**
 * Has no effect the second time.
 * @param coupon that was entered on the page
 * @returns the id of the event that tells the site, or null if it was paid before
 */
export function completeSession(context: Context, session: Session, coupon?: string): string | null {
  if (!isPayable(context, session)) return null
  const now = context.now()
  session.customer ??= createCustomer(context, {}).id
  const subscription = startSubscription(context, {
    customer: session.customer,
    price: session.price,
    quantity: session.quantity,
    ...(coupon && { discounts: [discountOf(context, { coupon, customer: session.customer, subscription: null })] }),
    metadata: session.subscriptionMetadata,
    term: startTerm(now, getOffer(context, session.price).interval, trialEndOf(session, now)),
  })
  session.status = 'complete'
  session.subscription = subscription.id
  session.invoice = subscription.latestInvoice
  context.changed()
  return emit(context, 'checkout.session.completed', sessionWire(context, session))
}

const taxWire = ({ automaticTax, status }: Session) =>
  automaticTax
    ? {
        enabled: true,
        liability: { type: 'self' as const },
        provider: 'stripe' as const,
        status: status === 'complete' ? ('complete' as const) : ('requires_location_inputs' as const),
      }
    : { enabled: false, liability: null, provider: null, status: null }

export function sessionWire(context: Context, session: Session) {
  const offer = getOffer(context, session.price)
  const trial = session.trialDays > 0
  const total = trial ? 0 : offer.amount * session.quantity
  const customer = session.customer ? context.state.stripe.customers[session.customer] : undefined
  const hosted = session.uiMode === 'hosted_page'
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: session.adaptivePricing ?? true },
    after_expiration: null,
    allow_promotion_codes: session.allowsCodes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: taxWire(session),
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: hosted ? null : `${session.id}_secret_local`,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: offer.currency.toLowerCase(),
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: session.customer,
    customer_account: null,
    customer_creation: session.customer ? null : 'always',
    customer_details: customer?.email
      ? {
          address: null,
          business_name: null,
          email: customer.email,
          individual_name: null,
          name: customer.name,
          phone: null,
          tax_exempt: 'none',
          tax_ids: [],
        }
      : null,
    customer_email: null,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: session.invoice,
    invoice_creation: null,
    line_items: list(`/v1/checkout/sessions/${session.id}/line_items`, [
      {
        id: session.id.replace(/^cs_test_/, 'li_'),
        object: 'item',
        adjustable_quantity: null,
        amount_discount: 0,
        amount_subtotal: total,
        amount_tax: 0,
        amount_total: total,
        currency: offer.currency.toLowerCase(),
        description: offer.name,
        metadata: {},
        price: priceWire(offer),
        quantity: session.quantity,
      },
    ]),
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: {},
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: session.status !== 'complete' ? 'unpaid' : trial ? 'no_payment_required' : 'paid',
    permissions: null,
    recovered_from: null,
    return_url: session.returnUrl ?? undefined,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: session.subscription,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: session.uiMode,
    url: hosted && session.status === 'open' ? `${context.settings.origin}/checkout/stripe/${session.id}` : null,
    wallet_options: null,
  } satisfies Wire<Stripe.Checkout.Session>
}
