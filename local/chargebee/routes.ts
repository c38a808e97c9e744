/** Every call that the product or its tests make, by method and path. */
import type { ItemPrice, Subscription as SdkSubscription } from 'chargebee'
import { ApiError, type Api, type Call } from '@/local/vendors/api'
import { amountPaid, amountRefunded, awaitsPayment, pageLife, type Billing } from '@/local/vendors/billing'
import type { Invoice, Subscription } from '@/local/vendors/records'
import { offers, trialDays } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import { addInterval, trialEndAfter } from '@/local/vendors/term'
import {
  cardWire,
  chargebeeStatus,
  customerWire,
  eventWire,
  invoiceWire,
  itemPriceWire,
  pageWire,
  subscriptionWire,
} from './wire'

const codes: Record<number, string> = {
  401: 'api_authentication_failed',
  403: 'api_authorization_failed',
  404: 'resource_not_found',
  409: 'invalid_state_for_request',
  422: 'unable_to_process_request',
  429: 'api_request_limit_exceeded',
  503: 'internal_temporary_error',
}

function refusal(status: number, message: string, given?: string): object {
  const code = given ?? codes[status] ?? (status < 500 ? 'param_wrong_value' : 'internal_error')
  return { message, type: 'invalid_request', api_error_code: code, error_code: code, http_status_code: status }
}

const refuse = (status: number, message: string, code?: string) => new ApiError(status, refusal(status, message, code))

const missing = (what: string, id: string) => refuse(404, `${what} ${id} not found`)

/** `customer_id[is]=x`, or its opposite. */
type Filter = { is?: string; is_not?: string } | undefined

const matches = ({ is, is_not: isNot }: Filter = {}, value: string) =>
  (is === undefined || value === is) && (isNot === undefined || value !== isNot)

type Listing = { limit?: number; offset?: string }

function paged<T>(all: readonly T[], { limit = 10, offset = '0' }: Listing) {
  const start = Number(String(offset).replace(/\D/g, ''))
  const list = all.slice(start, start + limit)
  const next = start + list.length
  return { list, ...(next < all.length && { next_offset: JSON.stringify([String(next)]) }) }
}

type PageRequest = {
  subscription_items: { item_price_id: [string] }
  customer?: { id?: string; locale?: string }
  subscription?: { id?: string; trial_end?: number }
  redirect_url?: string
  cancel_url?: string
  pass_thru_content?: string
}

type StartRequest = {
  subscription_items: { item_price_id: string[] }
  trial_end?: number
  auto_collection?: 'on' | 'off'
}

type ChangeRequest = { subscription_items: { item_price_id: string[] } }

type CancelRequest = {
  end_of_term?: boolean
  cancel_option?: 'end_of_term' | 'specific_date'
  cancel_at?: number
  account_receivables_handling?: 'write_off'
}

export function chargebeeApi(context: Context, billing: Billing): Api {
  const { state, now, findOffer } = billing
  const get = <T>(records: Record<string, T>, what: string, id: string): T => {
    const found = records[id]
    if (!found) throw missing(what, id)
    return found
  }
  const subscriptionOf = (id: string) => get(state.subscriptions, 'subscription', id)
  const invoiceOf = (id: string) => get(state.invoices, 'invoice', id)
  const offerOf = (id: string) => {
    const offer = findOffer(id)
    if (!offer) throw missing('item_price', id)
    return offer
  }
  /** Deleted customers can only be read. */
  function activeCustomer(id: string) {
    const customer = get(state.customers, 'customer', id)
    if (customer.deleted) throw missing('customer', id)
    return customer
  }
  const planWire = (id: string) => ({
    subscription: subscriptionWire(billing, subscriptionOf(id)),
    customer: customerWire(get(state.customers, 'customer', subscriptionOf(id).customer)),
    card: cardWire(subscriptionOf(id)),
  })

  function createPage(request: PageRequest) {
    const [price] = request.subscription_items.item_price_id
    const offer = offerOf(price)
    const { id, trial_end: trialEnd } = request.subscription ?? {}
    const fields = {
      customer: request.customer?.id ?? null,
      price,
      trialDays: trialEnd === 0 || offer.product !== undefined ? 0 : trialDays,
      plan: { id, metadata: {} },
      successUrl: request.redirect_url ?? '',
      cancelUrl: request.cancel_url ?? null,
      isEmbedded: false,
      allowsCodes: false,
      hasTax: false,
      note: request.pass_thru_content ?? null,
    }
    return { hosted_page: pageWire(context, billing.createCheckout(fields, pageLife.chargebee)) }
  }

  function createSubscription(request: StartRequest, { id: customerId }: Call) {
    const { id: customer } = activeCustomer(customerId)
    const [plan = ''] = request.subscription_items.item_price_id
    const days = offerOf(plan).product === undefined ? trialDays : 0
    const wanted = request.trial_end ?? (days > 0 ? trialEndAfter(now(), days) : 0)
    const start = { customer, price: plan, metadata: {}, isUnpaid: request.auto_collection === 'off' }
    const { id } = billing.startSubscription(start, wanted > now() ? wanted : null)
    return planWire(id)
  }

  function cancel(request: CancelRequest, { id }: Call) {
    const subscription = subscriptionOf(id)
    const { term } = subscription
    if (term.endedAt !== null) throw refuse(409, 'The subscription is already cancelled.')
    if (request.end_of_term === true || request.cancel_option !== undefined) {
      billing.scheduleEnd(subscription, request.cancel_at ?? term.periodEnd)
    } else {
      billing.end(subscription)
      const isWrittenOff = request.account_receivables_handling === 'write_off'
      for (const invoice of isWrittenOff ? billing.openInvoicesOf(subscription).filter(awaitsPayment) : [])
        writeOff(invoice)
    }
    return planWire(id)
  }

  function removeScheduledEnd(id: string) {
    const subscription = subscriptionOf(id)
    const { endedAt, cancelAt } = subscription.term
    if (endedAt !== null || cancelAt === null) throw refuse(409, 'The subscription has no scheduled cancellation.')
    billing.removeScheduledEnd(subscription)
    return planWire(id)
  }

  function changePause(id: string, isAllowed: (subscription: Subscription) => boolean, resumesAt?: number) {
    const subscription = subscriptionOf(id)
    if (!isAllowed(subscription)) throw refuse(409, 'The pause cannot be changed like this.', 'invalid_state_for_pause')
    subscription.term.resumesAt = resumesAt
    billing.tell('changed', { subscription })
    billing.advanceAll()
    return planWire(id)
  }
  const hasStatus = (status: string) => (found: Subscription) => chargebeeStatus(found, now()) === status

  function estimate(id: string) {
    const subscription = subscriptionOf(id)
    const { cancelAt, periodEnd } = subscription.term
    const status = chargebeeStatus(subscription, now())
    if (status === 'cancelled' || status === 'paused') throw refuse(409, `The subscription is ${status}.`)
    if (cancelAt !== null && cancelAt <= periodEnd) throw refuse(409, 'The subscription does not renew.')
    return { estimate: { invoice_estimate: invoiceEstimate(subscription) } }
  }

  function invoiceEstimate(subscription: Subscription, unused = 0) {
    const total = billing.priceOf(subscription)
    const { amount } = billing.settle(subscription, total, unused)
    const currency = offerOf(subscription.price).currency
    return { amount_due: amount, credits_applied: total - amount, currency_code: currency, total }
  }

  /** Counted in whole days. */
  function unusedOf(subscription: Subscription) {
    const { periodStart } = subscription.term
    return billing.unusedAt(subscription, Math.max(periodStart, now() - ((now() - periodStart) % 86_400)))
  }

  function estimateChange({
    subscription: { id },
    subscription_items: items,
  }: ChangeRequest & { subscription: { id: string } }) {
    const [price = ''] = items.item_price_id
    const offer = offerOf(price)
    const subscription = subscriptionOf(id)
    const changed = { ...subscription, price }
    if (chargebeeStatus(subscription, now()) === 'in_trial') {
      const due = { next_billing_at: subscription.term.periodEnd }
      return { estimate: { subscription_estimate: due, next_invoice_estimate: invoiceEstimate(changed) } }
    }
    const unused = unusedOf(subscription)
    const { left } = billing.settle(changed, billing.priceOf(changed), unused)
    return {
      estimate: {
        subscription_estimate: { next_billing_at: addInterval(now(), offer.interval, 1) },
        invoice_estimate: invoiceEstimate(changed, unused),
        credit_note_estimates: [{ total: unused, amount_allocated: unused - left, amount_available: left }],
      },
    }
  }

  function changePrice({ subscription_items: items }: ChangeRequest, { id }: Call) {
    const [price = ''] = items.item_price_id
    offerOf(price)
    const subscription = subscriptionOf(id)
    if (subscription.term.endedAt !== null) throw refuse(409, 'The subscription is cancelled.')
    billing.changePrice(subscription, price, unusedOf(subscription))
    return planWire(id)
  }

  function refund({ refund_amount: wanted }: { refund_amount?: number }, { id }: Call) {
    const invoice = invoiceOf(id)
    const left = amountPaid(invoice) - amountRefunded(invoice)
    const amount = wanted ?? left
    if (amount < 1 || amount > left) {
      throw refuse(400, `The refund amount cannot exceed the refundable amount of ${left}.`, 'invalid_request')
    }
    billing.refund(invoice, amount)
    return {
      invoice: invoiceWire(invoice),
      transaction: { id: newId('txn_', 16), type: 'refund', status: 'success', amount },
    }
  }

  function writeOff(invoice: Invoice) {
    if (invoice.status === 'paid') throw refuse(409, 'The invoice is paid already.')
    if (invoice.isPaymentPending) throw refuse(409, 'A payment of the invoice is in progress.')
    Object.assign(invoice, { status: 'paid', writtenOff: true })
    context.changed()
    return { invoice: invoiceWire(invoice) }
  }

  function createPrice({ id, name, item_id: product, currency_code: currency, price, period_unit: unit }: ItemPrice) {
    const interval = unit === 'year' ? ('year' as const) : ('month' as const)
    const priceIds = { stripe: id, chargebee: id }
    state.prices[id] = { key: id, name, interval, amount: price ?? 0, currency, priceIds, product: product ?? id }
    context.changed()
    return { item_price: itemPriceWire(state.prices[id]) }
  }

  function openPortal(given: { customer: { id: string }; redirect_url?: string }) {
    const { id: customer } = activeCustomer(given.customer.id)
    const id = newId('', 40)
    state.portals[id] = { id, customer, returnUrl: given.redirect_url ?? null }
    context.changed()
    const access = `${context.settings.origin}/portal/chargebee/${id}`
    return { portal_session: { id, token: id, access_url: access, status: 'created', customer_id: customer } }
  }

  const one =
    <P>(run: (params: P, call: Call) => object) =>
    (call: Call): object =>
      run(call.form as P, call)
  const many = <P>(run: (query: P) => object[]) => one((query: P & Listing) => paged(run(query), query))

  const routes: Api['routes'] = {
    'GET /api/v2/item_prices': many(() =>
      [...offers, ...Object.values(state.prices)].map((offer) => ({ item_price: itemPriceWire(offer) })),
    ),
    'POST /api/v2/item_prices': one(createPrice),
    'GET /api/v2/item_prices/:id': one((_, { id }) => ({ item_price: itemPriceWire(offerOf(id)) })),
    'POST /api/v2/customers': one((fields: { id?: string; email?: string }) => {
      if (state.customers[fields.id ?? '']) throw refuse(400, 'The id is already present.', 'duplicate_entry')
      return { customer: customerWire(billing.createCustomer(fields)) }
    }),
    'GET /api/v2/customers/:id': one((_, { id }) => ({ customer: customerWire(get(state.customers, 'customer', id)) })),
    'POST /api/v2/customers/:id': one(({ email }: { email?: string }, { id }) => {
      const customer = activeCustomer(id)
      customer.email = email ?? customer.email
      context.changed()
      return { customer: customerWire(customer) }
    }),
    'POST /api/v2/customers/:id/subscription_for_items': one(createSubscription),
    'POST /api/v2/hosted_pages/checkout_new_for_items': one(createPage),
    'GET /api/v2/hosted_pages/:id': one((_, { id }) => ({
      hosted_page: pageWire(context, get(state.checkouts, 'hosted_page', id)),
    })),
    'GET /api/v2/subscriptions': many(({ customer_id: customer }: { customer_id?: Filter }) =>
      Object.values(state.subscriptions)
        .filter((found) => matches(customer, found.customer))
        .toReversed()
        .map(({ id }) => planWire(id)),
    ),
    'GET /api/v2/subscriptions/:id': one((_, { id }) => planWire(id)),
    'POST /api/v2/subscriptions/:id/cancel_for_items': one(cancel),
    'POST /api/v2/subscriptions/:id/remove_scheduled_cancellation': one((_, { id }) => removeScheduledEnd(id)),
    'POST /api/v2/subscriptions/:id/pause': one(({ resume_date: at }: SdkSubscription.PauseInputParam, { id }) =>
      changePause(id, hasStatus('active'), at),
    ),
    'POST /api/v2/subscriptions/:id/resume': one((_, { id }) => changePause(id, hasStatus('paused'), now())),
    'POST /api/v2/subscriptions/:id/remove_scheduled_pause': one((_, { id }) =>
      changePause(id, ({ term }) => term.resumesAt !== undefined),
    ),
    'GET /api/v2/subscriptions/:id/renewal_estimate': one((_, { id }) => estimate(id)),
    'POST /api/v2/subscriptions/:id/update_for_items': one(changePrice),
    'POST /api/v2/estimates/update_subscription_for_items': one(estimateChange),
    'POST /api/v2/portal_sessions': one(openPortal),
    'GET /api/v2/invoices': many((query: { customer_id?: Filter; subscription_id?: Filter }) =>
      Object.values(state.invoices)
        .filter((found) => matches(query.customer_id, found.customer))
        .filter((found) => matches(query.subscription_id, found.subscription))
        .toReversed()
        .map((invoice) => ({ invoice: invoiceWire(invoice) })),
    ),
    'GET /api/v2/invoices/:id': one((_, { id }) => ({ invoice: invoiceWire(invoiceOf(id)) })),
    'POST /api/v2/invoices/:id/refund': one(refund),
    'POST /api/v2/invoices/:id/write_off': one((_, { id }) => writeOff(invoiceOf(id))),
    'POST /api/v2/invoices/:id/pdf': one((_, { id }) => ({
      download: { download_url: `${context.settings.origin}/invoice/chargebee/${id}`, valid_till: now() + 3600 },
    })),
    'GET /api/v2/events': many((query: { webhook_status?: Filter; occurred_at?: { after: number } }) =>
      billing
        .events()
        .map((event) => eventWire(event, event.delivery))
        .filter((event) => event.occurred_at > (query.occurred_at?.after ?? 0))
        .filter((event) => matches(query.webhook_status, event.webhook_status))
        .map((event) => ({ event })),
    ),
    'GET /api/v2/webhook_endpoints': many(() => {
      const url = `${context.settings.siteOrigin}/api/chargebee/webhook`
      return [{ webhook_endpoint: { id: 'wh_local', url, disabled: false, enabled_events: [] } }]
    }),
  }
  const expected = `Basic ${Buffer.from(`${context.settings.chargebee.apiKey}:`).toString('base64')}`
  const isAuthorized = (authorization: string) => authorization === expected
  const keys = { keyHeader: 'chargebee-idempotency-key', refusesParallel: false }
  return { name: 'chargebee', ...keys, isAuthorized, refusal, routes, advance: billing.advanceAll }
}
