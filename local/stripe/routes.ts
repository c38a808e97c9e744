/** Every call that the product or its tests make, by method and path. */
import type { Stripe } from 'stripe'
import { ApiError, type Api, type Call } from '@/local/vendors/api'
import { amountRefunded, pageLife, type Billing } from '@/local/vendors/billing'
import type { Invoice, Subscription } from '@/local/vendors/records'
import { offers } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import { addInterval, endPeriodNow, isTrialing, trialEndAfter } from '@/local/vendors/term'
import {
  chargeWire,
  checkoutWire,
  customerWire,
  eventWire,
  intentOf,
  intentWire,
  invoiceWire,
  linesWire,
  list,
  paymentMethodWire,
  paymentWires,
  priceWire,
  productWire,
  refundWire,
  subscriptionWire,
} from './wire'

const codes: Record<number, string> = { 402: 'card_declined', 429: 'rate_limit' }

const refusal = (status: number, message: string, code = codes[status]): object => ({
  error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message, ...(code && { code }) },
})

const refuse = (status: number, message: string, code?: string, param?: string) =>
  new ApiError(status, { error: { type: 'invalid_request_error', message, code, param } })

const missing = (what: string, id: string) => refuse(404, `No such ${what}: '${id}'`, 'resource_missing', 'id')

/** For an id in a parameter Stripe answers 400 instead of 404. */
const missingParam = (param: string, id: string) => refuse(400, `No such ${param}: '${id}'`, 'resource_missing', param)

type Listing = { limit?: number; starting_after?: string; created?: number | { gte?: number; lte?: number } }

/** @param all newest first */
function paged(all: { id?: unknown; created?: unknown }[], { limit = 10, starting_after: last, created }: Listing) {
  const { gte = 0, lte = Infinity } = typeof created === 'object' ? created : {}
  const within = all.filter((one) => typeof one.created !== 'number' || (one.created >= gte && one.created <= lte))
  const start = within.findIndex((one) => one.id === last) + 1
  return list(within.slice(start, start + limit), start + limit < within.length)
}

/** Unnamed keys stay, an empty text removes. */
const merged = (old: Record<string, string>, change: unknown = {}) =>
  Object.fromEntries(
    Object.entries({ ...old, ...(change as Record<string, string>) }).filter(([, value]) => value !== ''),
  )

export function stripeApi(context: Context, billing: Billing): Api {
  const { state, now, findOffer } = billing
  const newest = <T>(records: Record<string, T>): T[] => Object.values(records).toReversed()
  const get = <T>(records: Record<string, T>, what: string, id: string): T => {
    const found = records[id]
    if (!found) throw missing(what, id)
    return found
  }
  const planWire = (subscription: Subscription) => subscriptionWire(billing, subscription)
  const billWire = (invoice: Invoice) => invoiceWire(context, invoice)

  /** Stripe refuses parameters that name no customer, or a deleted one. */
  function assertCustomer(id = '', allowsDeleted = false) {
    if (!(allowsDeleted ? state.customers[id] : billing.isKnown(id))) throw missingParam('customer', id)
  }

  /** Replaces ids by objects, as for `product` or `data.payment.payment_intent`. */
  function expand(at: unknown, [name = '', ...rest]: string[]): void {
    if (Array.isArray(at)) return at.forEach((each) => expand(each, [name, ...rest]))
    if (typeof at !== 'object' || at === null) return
    const fields = at as Record<string, unknown>
    const invoice = name === 'payments' && state.invoices[String(fields.id)]
    if (invoice) fields.payments = list(paymentWires(invoice))
    if (typeof fields[name] === 'string') fields[name] = lookUp(fields[name]) ?? fields[name]
    if (rest.length > 0) expand(fields[name], rest)
  }

  function lookUp(id: string): object | undefined {
    if (state.customers[id]) return customerWire(state.customers[id])
    if (state.invoices[id]) return billWire(state.invoices[id])
    const paidWith = id.startsWith('pm_') && state.subscriptions[id.replace(/^pm_/, 'sub_')]
    if (paidWith) return paymentMethodWire(paidWith)
    const paidBy = newest(state.invoices).find((invoice) => intentOf(invoice) === id)
    return paidBy ? intentWire(paidBy) : productWire(billing, id)
  }

  const one =
    <P>(run: (params: P, call: Call) => object) =>
    (call: Call): object => {
      const params = call.form as P & { expand?: string[] }
      const found = structuredClone(run(params, call))
      for (const path of params.expand ?? []) expand(found, path.split('.'))
      return found
    }
  const many = <P>(run: (params: P) => object[]) => one<P & Listing>((params) => paged(run(params), params))

  function createCheckout(params: Stripe.Checkout.SessionCreateParams) {
    const { price = '' } = params.line_items?.[0] ?? {}
    const offer = findOffer(price)
    if (!offer) throw missingParam('line_items[0][price]', price)
    const { currency = offer.currency, customer, subscription_data: data } = params
    if (currency.toUpperCase() !== offer.currency) {
      throw refuse(400, `The price \`${price}\` has no currency option for ${currency}.`, undefined, 'currency')
    }
    if (customer !== undefined) assertCustomer(customer)
    const fields = {
      customer: customer ?? null,
      price,
      trialDays: data?.trial_period_days ?? 0,
      plan: { metadata: merged({}, data?.metadata) },
      successUrl: params.success_url ?? params.return_url ?? '',
      cancelUrl: params.cancel_url ?? null,
      isEmbedded: params.ui_mode === 'embedded_page',
      allowsCodes: params.allow_promotion_codes ?? false,
      hasTax: params.automatic_tax?.enabled ?? false,
      note: params.client_reference_id ?? null,
      locale: params.locale,
    }
    return checkoutWire(billing, context, billing.createCheckout(fields, pageLife.stripe))
  }

  function createSubscription(params: Stripe.SubscriptionCreateParams) {
    const { customer = '', items = [], trial_period_days: days, metadata } = params
    assertCustomer(customer)
    const { price = '' } = items[0] ?? {}
    if (!findOffer(price)) throw missingParam('items[0][price]', price)
    const isUnpaid = params.collection_method === 'send_invoice'
    const start = { customer, price, metadata: merged({}, metadata), isUnpaid }
    return planWire(billing.startSubscription(start, days ? trialEndAfter(now(), days) : null))
  }

  function updateSubscription(change: Stripe.SubscriptionUpdateParams, { id }: Call) {
    const subscription = get(state.subscriptions, 'subscription', id)
    const { cancel_at_period_end: atPeriodEnd, cancel_at: at, trial_end: trialEnd, pause_collection: pause } = change
    const { term } = subscription
    if (term.endedAt !== null) {
      const message = 'A canceled subscription can only update its cancellation_details and metadata.'
      throw refuse(400, message, 'invalid_canceled_subscription_fields')
    }
    if (term.suspension === 'incomplete') throw refuse(400, 'An incomplete subscription can only update its metadata.')
    if (atPeriodEnd) billing.scheduleEnd(subscription, term.periodEnd, true)
    // The flag only undoes an end that was scheduled by the flag.
    if (at === '' || (atPeriodEnd === false && subscription.cancelAtPeriodEnd)) billing.removeScheduledEnd(subscription)
    if (typeof at === 'number') billing.scheduleEnd(subscription, at)
    if (typeof trialEnd === 'number' && trialEnd !== term.trialEnd) {
      const trialStart = isTrialing(term, now()) ? term.trialStart : now()
      Object.assign(term, { trialStart, trialEnd, periodStart: now(), periodEnd: trialEnd, anchor: trialEnd })
      billing.tell('changed', { subscription })
    }
    const { price } = change.items?.[0] ?? {}
    if (price !== undefined) {
      if (!findOffer(price)) throw missingParam('items[0][price]', price)
      billing.changePrice(subscription, price, unused(subscription, change.proration_date))
    }
    if (pause !== undefined) {
      term.voidUntil = pause ? pause.resumes_at : undefined
      billing.tell('changed', { subscription })
    }
    if (change.billing_cycle_anchor?.type === 'now') endPeriodNow(term, now())
    billing.advanceAll()
    return planWire(subscription)
  }

  const unused = (subscription: Subscription, prorationDate: number | undefined) =>
    billing.unusedAt(subscription, prorationDate ?? now())

  function preview({ subscription: id = '', subscription_details: change }: Stripe.InvoiceCreatePreviewParams) {
    const subscription = state.subscriptions[id]
    if (!subscription) throw missingParam('subscription', id)
    const { customer, term } = subscription
    if (term.endedAt !== null || (term.cancelAt !== null && term.cancelAt <= term.periodEnd)) {
      throw refuse(404, `No upcoming invoices for customer: ${customer}`, 'invoice_upcoming_none')
    }
    const { price = subscription.price } = change?.items?.[0] ?? {}
    const offer = findOffer(price)
    if (!offer) throw missingParam('subscription_details[items][0][price]', price)
    const full = billing.priceOf({ ...subscription, price })
    const credit = change ? unused(subscription, change.proration_date) : 0
    return {
      id: newId('upcoming_in_'),
      object: 'invoice',
      amount_due: billing.settle(subscription, full, credit).amount,
      currency: offer.currency.toLowerCase(),
      customer,
      lines: linesWire(full, credit, addInterval(now(), offer.interval, 1)),
      starting_balance: -(state.customers[customer]?.credit ?? 0),
      total: full - credit,
    }
  }

  function closeInvoice(id: string, isVoid: boolean) {
    const invoice = get(state.invoices, 'invoice', id)
    const mayClose = isVoid ? invoice.status === 'open' && !invoice.isPaymentPending : invoice.status === 'draft'
    if (!mayClose) throw refuse(400, `This invoice is ${invoice.status} and cannot be changed like this.`)
    invoice.status = isVoid ? 'void' : 'open'
    context.changed()
    return billWire(invoice)
  }

  function refund({ payment_intent: intent = '', amount: wanted }: Stripe.RefundCreateParams) {
    const invoice = newest(state.invoices).find((found) => intentOf(found) === intent)
    if (invoice?.status !== 'paid') throw missingParam('payment_intent', intent)
    const left = invoice.amount - amountRefunded(invoice)
    if (left === 0) throw refuse(400, 'The charge has already been refunded.', 'charge_already_refunded')
    const amount = wanted ?? left
    if (amount > left) throw refuse(400, `Refund amount (${amount}) is greater than unrefunded amount on charge.`)
    return refundWire(invoice, billing.refund(invoice, amount))
  }

  function createPrice(params: Stripe.PriceCreateParams) {
    const { product_data: data, currency, recurring, unit_amount: amount = 0, product: wanted } = params
    const id = newId('price_')
    const product = wanted ?? newId('prod_', 14)
    const interval = recurring?.interval === 'year' ? ('year' as const) : ('month' as const)
    const priceIds = { stripe: id, chargebee: id }
    const name = data?.name ?? product
    state.prices[id] = { key: id, name, interval, amount, currency: currency.toUpperCase(), priceIds, product }
    context.changed()
    return priceWire(state.prices[id])
  }

  function createEphemeralKey({ customer }: { customer: string }, { version }: Call) {
    if (!version) throw refuse(400, 'This method requires an API version to be set with the Stripe-Version header.')
    assertCustomer(customer)
    const associated = [{ id: customer, type: 'customer' }]
    const times = { created: now(), expires: now() + 3600 }
    const id = newId('ephkey_')
    const secret = newId('ek_test_', 64)
    return { id, object: 'ephemeral_key', associated_objects: associated, ...times, livemode: false, secret }
  }

  function openPortal({ customer = '', return_url: returnUrl }: Stripe.BillingPortal.SessionCreateParams) {
    assertCustomer(customer)
    const id = newId('bps_')
    state.portals[id] = { id, customer, returnUrl: returnUrl ?? null }
    context.changed()
    const url = `${context.settings.origin}/portal/stripe/${id}`
    return { id, object: 'billing_portal.session', customer, return_url: returnUrl, url }
  }

  const routes: Api['routes'] = {
    'GET /v1/prices': many(() => [...Object.values(state.prices).toReversed(), ...offers].map(priceWire)),
    'POST /v1/prices': one(createPrice),
    'GET /v1/prices/:id': one((_, { id }) => {
      const offer = findOffer(id)
      if (!offer) throw missing('price', id)
      return priceWire(offer)
    }),
    'POST /v1/customers': one(({ email, metadata }: Stripe.CustomerCreateParams) =>
      customerWire(billing.createCustomer({ email, metadata: merged({}, metadata) })),
    ),
    'GET /v1/customers/:id': one((_, { id }) => customerWire(get(state.customers, 'customer', id))),
    'POST /v1/customers/:id': one(({ email, metadata }: Stripe.CustomerUpdateParams, { id }) => {
      const customer = get(state.customers, 'customer', id)
      if (customer.deleted) throw missing('customer', id)
      if (email !== undefined) customer.email = email || null
      customer.metadata = merged(customer.metadata, metadata)
      context.changed()
      return customerWire(customer)
    }),
    'GET /v1/checkout/sessions': many(({ customer }: { customer?: string }) =>
      newest(state.checkouts)
        .filter((found) => found.customer === customer)
        .map((found) => checkoutWire(billing, context, found)),
    ),
    'POST /v1/checkout/sessions': one(createCheckout),
    'GET /v1/checkout/sessions/:id': one((_, { id }) =>
      checkoutWire(billing, context, get(state.checkouts, 'checkout.session', id)),
    ),
    'POST /v1/checkout/sessions/:id/expire': one((_, { id }) => {
      const found = get(state.checkouts, 'checkout.session', id)
      if (!billing.isOpen(found)) throw refuse(400, `Only open sessions can be expired. This one is ${found.status}.`)
      billing.closeCheckout(found, 'expired')
      return checkoutWire(billing, context, found)
    }),
    'GET /v1/subscriptions': many(({ customer, status }: Stripe.SubscriptionListParams) => {
      if (customer !== undefined) assertCustomer(customer, true)
      return newest(state.subscriptions)
        .filter((found) => customer === undefined || found.customer === customer)
        .map(planWire)
        .filter((found) => status === 'all' || found.status !== 'canceled')
    }),
    'POST /v1/subscriptions': one(createSubscription),
    'GET /v1/subscriptions/:id': one((_, { id }) => planWire(get(state.subscriptions, 'subscription', id))),
    'POST /v1/subscriptions/:id': one(updateSubscription),
    'DELETE /v1/subscriptions/:id': one((_, { id }) => {
      const found = get(state.subscriptions, 'subscription', id)
      if (found.term.endedAt !== null) throw missing('subscription', id)
      billing.end(found)
      return planWire(found)
    }),
    'POST /v1/ephemeral_keys': one(createEphemeralKey),
    'POST /v1/billing_portal/sessions': one(openPortal),
    'GET /v1/invoices': many(({ customer, subscription }: { customer?: string; subscription?: string }) => {
      if (customer !== undefined) assertCustomer(customer)
      return newest(state.invoices)
        .filter((found) => customer === undefined || found.customer === customer)
        .filter((found) => subscription === undefined || found.subscription === subscription)
        .map(billWire)
    }),
    'POST /v1/invoices/create_preview': one(preview),
    'GET /v1/invoices/:id': one((_, { id }) => billWire(get(state.invoices, 'invoice', id))),
    'POST /v1/invoices/:id/finalize': one((_, { id }) => closeInvoice(id, false)),
    'POST /v1/invoices/:id/void': one((_, { id }) => closeInvoice(id, true)),
    'GET /v1/invoice_payments': many(({ invoice, status }: Stripe.InvoicePaymentListParams) =>
      Object.values(state.invoices)
        .filter(({ id }) => invoice === undefined || id === invoice)
        .flatMap(paymentWires)
        .filter((found) => status === undefined || found.status === status),
    ),
    'GET /v1/charges': many(({ customer }: Stripe.ChargeListParams) => {
      assertCustomer(customer, true)
      const isCharged = (found: Invoice) => found.status === 'paid' && found.amount > 0 && found.customer === customer
      return newest(state.invoices).filter(isCharged).map(chargeWire)
    }),
    'GET /v1/refunds': many(({ payment_intent: intent }: Stripe.RefundListParams) =>
      newest(state.invoices)
        .filter((found) => intentOf(found) === intent)
        .flatMap((found) => found.refunds.map((made) => refundWire(found, made)))
        .toReversed(),
    ),
    'POST /v1/refunds': one(refund),
    'GET /v1/events': many(({ delivery_success: isDelivered }: Stripe.EventListParams) =>
      billing
        .events()
        .filter(({ delivery }) => isDelivered === undefined || (delivery === 'arrived') === isDelivered)
        .map((event) => eventWire(event, event.delivery !== 'arrived')),
    ),
    'GET /v1/webhook_endpoints': many(() => [
      {
        id: 'we_local',
        enabled_events: ['*'],
        status: 'enabled',
        url: `${context.settings.siteOrigin}/api/stripe/webhook`,
      },
    ]),
  }
  const isAuthorized = (authorization: string) => authorization === `Bearer ${context.settings.stripe.secretKey}`
  const keys = { keyHeader: 'idempotency-key', refusesParallel: true }
  return { name: 'stripe', ...keys, isAuthorized, refusal, routes, advance: billing.advanceAll }
}
