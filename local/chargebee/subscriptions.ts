/** Subscriptions through time: start, billing, payment, cancellation. */
import type { Estimate, Subscription as SdkSubscription } from 'chargebee'
import { receipt } from '@/local/inbox/messages'
import { offerByItemPrice } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import { advance, isTrialing, startTerm } from '@/local/vendors/term'
import { getOffer, trialEndOf, typeOf } from './catalogue'
import { activeCustomer, customerWire } from './customers'
import { emit, nextVersion } from './events'
import { fullPriceOf, invoiceWire, priceOf, writeOff } from './invoices'
import type { Customer, Invoice, Subscription } from './records'
import { invalidState, matches, missing, type Filter } from './requests'

export function findSubscription(context: Context, id: string): Subscription {
  const subscription = context.state.chargebee.subscriptions[id]
  if (!subscription) throw missing('subscription', id)
  return subscription
}

/** Stores a change and tells the site. */
export function changed(context: Context, event: string, subscription: Subscription, invoice?: Invoice): void {
  subscription.version = nextVersion(context)
  context.changed()
  tell(context, event, subscription, invoice)
}

export function tell(context: Context, event: string, subscription: Subscription, invoice?: Invoice): void {
  const customer = context.state.chargebee.customers[subscription.customer]
  emit(context, event, {
    subscription: subscriptionWire(context, subscription),
    ...(customer && { customer: customerWire(customer) }),
    ...(invoice && { invoice: invoiceWire(invoice) }),
  })
}

type Start = Omit<Subscription, 'id' | 'created' | 'cancelScheduledAt' | 'version'> & { id?: string }

export function startSubscription(context: Context, start: Start, status: Invoice['status'] = 'paid'): Subscription {
  const created = context.now()
  const { id = newId('', 16) } = start
  const subscription: Subscription = { ...start, id, created, cancelScheduledAt: null, version: 0 }
  context.state.chargebee.subscriptions[id] = subscription
  const isTrial = isTrialing(start.term, created)
  const invoice = isTrial ? undefined : bill(context, subscription, { status, at: created })
  if (!invoice) mailReceipt(context, subscription, { amount: 0, id, periodEnd: start.term.periodEnd })
  changed(context, 'subscription_created', subscription, invoice)
  if (invoice?.status === 'paid') tell(context, 'payment_succeeded', subscription, invoice)
  return subscription
}

type StartRequest = {
  subscription_items: { item_price_id: string[] }
  trial_end?: number
  auto_collection?: 'on' | 'off'
  meta_data?: string
}

/** By a call, as other products do. Every customer has a working card; without collection the invoice stays open. */
export function createSubscription(context: Context, customerId: string, request: StartRequest): Subscription {
  const customer = activeCustomer(context, customerId)
  const ids = request.subscription_items.item_price_id
  const itemPrice = ids.find((id) => typeOf(getOffer(context, id)) === 'plan') ?? ''
  const { interval } = getOffer(context, itemPrice)
  const trialEnd = trialEndOf(context, itemPrice, request.trial_end ?? null)
  const isUnpaid = request.auto_collection === 'off'
  const term = { ...startTerm(context.now(), interval, trialEnd), pastDue: isUnpaid && trialEnd === null }
  const extraItems = ids.filter((id) => id !== itemPrice).map((id) => ({ itemPrice: id }))
  const metaData: unknown = request.meta_data && JSON.parse(request.meta_data)
  const start = { customer: customer.id, itemPrice, extraItems, metaData, term }
  return startSubscription(context, start, isUnpaid ? 'payment_due' : 'paid')
}

type Billing = { status: Invoice['status']; at: number }

export function bill(context: Context, subscription: Subscription, { status, at }: Billing): Invoice {
  const { invoices } = context.state.chargebee
  const { term, itemPrice, customer } = subscription
  const invoice: Invoice = {
    id: String(Object.keys(invoices).length + 1),
    customer,
    subscription: subscription.id,
    itemPrice,
    amount: priceOf(context, subscription),
    currency: getOffer(context, itemPrice).currency,
    date: at,
    periodEnd: term.periodEnd,
    status,
    first: !Object.values(invoices).some((one) => one.subscription === subscription.id),
  }
  invoices[invoice.id] = invoice
  context.changed()
  if (status === 'paid') mailReceipt(context, subscription, invoice)
  return invoice
}

type Bill = Pick<Invoice, 'id' | 'amount' | 'periodEnd'>

/** Only for this site's own plans, because the email is written in its name. */
function mailReceipt(context: Context, { customer, itemPrice }: Subscription, { id, amount, periodEnd }: Bill): void {
  const plan = offerByItemPrice(itemPrice)
  const to = context.state.chargebee.customers[customer]?.email
  if (plan && to) {
    context.mail(receipt(to, { plan, amount, currency: plan.currency, periodEnd, number: id, address: null }))
  }
}

/** Applies what has become due since the last call. */
export function advanceChargebee(context: Context): void {
  for (const subscription of Object.values(context.state.chargebee.subscriptions)) {
    for (const step of advance(subscription.term, context.now())) {
      if (step.kind === 'ended') changed(context, 'subscription_cancelled', subscription)
      else {
        const invoice = bill(context, subscription, { status: 'paid', at: step.at })
        changed(context, `subscription_${step.kind}`, subscription, invoice)
        tell(context, 'payment_succeeded', subscription, invoice)
      }
    }
  }
}

export function deleteCustomer(context: Context, id: string): Customer {
  const customer = activeCustomer(context, id)
  for (const subscription of Object.values(context.state.chargebee.subscriptions)) {
    if (subscription.customer === id) removeSubscription(context, subscription)
  }
  customer.deleted = true
  customer.version = nextVersion(context)
  context.changed()
  emit(context, 'customer_deleted', { customer: customerWire(customer) })
  return customer
}

function removeSubscription(context: Context, subscription: Subscription): void {
  if (subscription.term.endedAt === null) cancel(context, subscription, {})
  subscription.deleted = true
  changed(context, 'subscription_deleted', subscription)
}

type Query = { customer_id?: Filter; include_deleted?: boolean }

/** Newest first. */
export const listSubscriptions = (context: Context, query: Query) =>
  Object.values(context.state.chargebee.subscriptions)
    .filter((one) => !one.deleted || query.include_deleted === true)
    .filter((one) => matches(query.customer_id, one.customer))
    .toReversed()

type CancelRequest = {
  end_of_term?: boolean
  cancel_option?: 'end_of_term' | 'specific_date'
  cancel_at?: number
  account_receivables_handling?: 'write_off'
}

export function cancel(context: Context, subscription: Subscription, request: CancelRequest): void {
  const { term } = subscription
  if (term.endedAt !== null) throw invalidState('The subscription is already cancelled.')
  if (request.end_of_term === true || request.cancel_option !== undefined) {
    scheduleEnd(context, subscription, request.cancel_at ?? term.periodEnd)
    return
  }
  term.endedAt = context.now()
  term.cancelAt = null
  subscription.cancelScheduledAt = null
  changed(context, 'subscription_cancelled', subscription)
  if (request.account_receivables_handling !== 'write_off') return
  for (const invoice of dueInvoicesOf(context, subscription)) if (awaitsPayment(invoice)) writeOff(context, invoice)
}

export function scheduleEnd(context: Context, subscription: Subscription, at: number): void {
  subscription.term.cancelAt = at
  subscription.cancelScheduledAt = context.now()
  changed(context, 'subscription_cancellation_scheduled', subscription)
}

export function removeScheduledEnd(context: Context, subscription: Subscription): void {
  if (subscription.term.endedAt !== null || subscription.term.cancelAt === null) {
    throw invalidState('The subscription has no scheduled cancellation.')
  }
  subscription.term.cancelAt = null
  subscription.cancelScheduledAt = null
  changed(context, 'subscription_scheduled_cancellation_removed', subscription)
}

export function renewalEstimate(context: Context, subscription: Subscription) {
  const { term, itemPrice } = subscription
  const status = statusOf(subscription, context.now())
  if (status === 'cancelled' || status === 'paused') throw invalidState(`The subscription is ${status}.`)
  if (term.cancelAt !== null && term.cancelAt <= term.periodEnd) {
    throw invalidState('The subscription does not renew.')
  }
  const invoice = { amount_due: priceOf(context, subscription), currency_code: getOffer(context, itemPrice).currency }
  return { invoice_estimate: invoice } satisfies { invoice_estimate: Partial<Estimate['invoice_estimate']> }
}

export const awaitsPayment = ({ status, isPaymentPending }: Invoice) => status === 'payment_due' && !isPaymentPending

export const dueInvoicesOf = (context: Context, { id }: Subscription): Invoice[] =>
  Object.values(context.state.chargebee.invoices).filter(
    (one) => one.subscription === id && one.status === 'payment_due',
  )

/** Payment of the last due invoice settles the subscription. Has no effect while a payment is in progress. */
export function payInvoice(context: Context, invoice: Invoice): void {
  const subscription = context.state.chargebee.subscriptions[invoice.subscription]
  if (!subscription || !awaitsPayment(invoice)) return
  invoice.status = 'paid'
  if (dueInvoicesOf(context, subscription).length === 0) subscription.term.pastDue = false
  mailReceipt(context, subscription, invoice)
  changed(context, 'payment_succeeded', subscription, invoice)
}

export function statusOf({ term }: Subscription, now: number): SdkSubscription['status'] {
  if (term.endedAt !== null) return 'cancelled'
  if (term.suspension === 'paused' || term.suspension === 'future') return term.suspension
  if (isTrialing(term, now)) return 'in_trial'
  // A later end still renews until then.
  return term.cancelAt === null || term.cancelAt > term.periodEnd ? 'active' : 'non_renewing'
}

function itemWire(context: Context, { term }: Subscription, itemPrice: string) {
  const offer = getOffer(context, itemPrice)
  const type = typeOf(offer)
  return {
    item_price_id: itemPrice,
    item_type: type,
    quantity: 1,
    unit_price: offer.amount,
    amount: offer.amount,
    ...(type === 'plan' && term.trialEnd !== null && { trial_end: term.trialEnd }),
  }
}

/** What depends on the status. */
function datesOf({ term, created, cancelScheduledAt, version }: Subscription, status: SdkSubscription['status']) {
  const runs = status !== 'cancelled'
  const begun = status !== 'future'
  const end = term.endedAt ?? term.cancelAt
  return {
    ...(begun ? { started_at: created } : { start_date: term.periodEnd }),
    ...(begun &&
      status !== 'in_trial' && {
        current_term_start: term.periodStart,
        current_term_end: term.periodEnd,
        activated_at: term.trialEnd ?? created,
      }),
    ...(runs && (term.cancelAt === null || term.cancelAt > term.periodEnd) && { next_billing_at: term.periodEnd }),
    ...(status === 'paused' && { pause_date: Math.floor(version / 1000) }),
    ...(end !== null && { cancelled_at: end }),
    ...(runs && cancelScheduledAt !== null && { cancel_schedule_created_at: cancelScheduledAt }),
  }
}

export function subscriptionWire(context: Context, subscription: Subscription) {
  const { id, term, itemPrice, extraItems = [], metaData } = subscription
  const offer = getOffer(context, itemPrice)
  const status = statusOf(subscription, context.now())
  const dues = term.pastDue && status !== 'cancelled' ? fullPriceOf(context, subscription) : 0
  return {
    id,
    billing_period: 1,
    billing_period_unit: offer.interval,
    customer_id: subscription.customer,
    status,
    currency_code: offer.currency,
    auto_collection: 'on',
    ...(subscription.isDiscounted && { coupons: [{ coupon_id: `coupon-${id}`, applied_count: 0 }] }),
    ...(term.trialStart !== null && { trial_start: term.trialStart }),
    ...(term.trialEnd !== null && { trial_end: term.trialEnd }),
    ...datesOf(subscription, status),
    created_at: subscription.created,
    has_scheduled_advance_invoices: false,
    has_scheduled_changes: false,
    resource_version: subscription.version,
    deleted: subscription.deleted ?? false,
    due_invoices_count: dues > 0 ? 1 : 0,
    ...(dues > 0 && { due_since: term.periodStart, total_dues: dues }),
    subscription_items: [{ itemPrice }, ...extraItems].map((item) => itemWire(context, subscription, item.itemPrice)),
    ...(metaData !== undefined && { meta_data: metaData }),
  } satisfies Partial<SdkSubscription>
}
