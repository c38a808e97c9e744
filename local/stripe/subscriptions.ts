/** Subscriptions through time: start, billing, payment, changes, end. */
import type { Stripe } from 'stripe'
import { type Context, newId } from '@/local/vendors/context'
import { advance, isTrialing, startTerm, trialEndAfter } from '@/local/vendors/term'
import { findOffer, getOffer, priceWire } from './catalogue'
import { assertCustomer, customerWire, findCustomer } from './customers'
import { emit } from './events'
import { billInvoice, emitInvoice, mailReceipt } from './invoices'
import type { Customer, Invoice, Item, Subscription } from './records'
import { ApiError, list, merged, missing, missingParam, type Wire } from './requests'

export function findSubscription(context: Context, id: string): Subscription {
  const subscription = context.state.stripe.subscriptions[id]
  if (!subscription) throw missing('subscription', id)
  return subscription
}

export function emitSubscription(context: Context, type: string, subscription: Subscription): void {
  context.changed()
  emit(context, `customer.subscription.${type}`, subscriptionWire(context, subscription))
}

type Start = Omit<Subscription, 'id' | 'itemId' | 'created' | 'cancelAtPeriodEnd' | 'canceledAt' | 'latestInvoice'>

export function startSubscription(context: Context, start: Start): Subscription {
  const subscription: Subscription = {
    ...start,
    id: newId('sub_'),
    itemId: newId('si_', 14),
    created: context.now(),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    latestInvoice: null,
  }
  context.state.stripe.subscriptions[subscription.id] = subscription
  const isPaid = isTrialing(start.term, context.now()) || !start.isSent
  billInvoice(context, subscription, {
    reason: 'subscription_create',
    status: isPaid ? 'paid' : 'open',
    at: context.now(),
  })
  emitSubscription(context, 'created', subscription)
  return subscription
}

/** By a call, as other products do. Every customer has a working card; an invoice that is sent stays open. */
export function createSubscription(context: Context, request: Stripe.SubscriptionCreateParams): Subscription {
  const { customer = '', items = [], trial_period_days: days, collection_method: method, metadata } = request
  assertCustomer(context, customer)
  const [first, ...extraItems] = items.map(({ price = '' }, place): Item => {
    if (!findOffer(context, price)) throw missingParam('price', price, `items[${place}][price]`)
    return { itemId: newId('si_', 14), price }
  })
  if (!first) throw new ApiError(400, 'Missing required param: items.', { code: 'parameter_missing', param: 'items' })
  const now = context.now()
  return startSubscription(context, {
    customer,
    price: first.price,
    ...(extraItems.length > 0 && { extraItems }),
    isSent: method === 'send_invoice',
    metadata: merged({}, metadata),
    term: startTerm(now, getOffer(context, first.price).interval, days ? trialEndAfter(now, days) : null),
  })
}

/** Applies what has become due since the last call. */
export function advanceSubscriptions(context: Context): void {
  for (const subscription of Object.values(context.state.stripe.subscriptions)) {
    for (const step of advance(subscription.term, context.now())) {
      if (step.kind === 'ended') emitSubscription(context, 'deleted', subscription)
      else {
        const status = subscription.isSent ? 'open' : 'paid'
        billInvoice(context, subscription, { reason: 'subscription_cycle', status, at: step.at })
        emitSubscription(context, 'updated', subscription)
      }
    }
  }
}

/** Newest first. Without a status Stripe leaves out ended ones. */
export const listSubscriptions = (context: Context, { customer, status }: Stripe.SubscriptionListParams): object[] =>
  Object.values(context.state.stripe.subscriptions)
    .filter((one) => customer === undefined || one.customer === customer)
    .map((one) => subscriptionWire(context, one))
    .filter((one) => status === 'all' || one.status !== 'canceled')
    .toReversed()

export function updateSubscription(
  context: Context,
  id: string,
  change: Stripe.SubscriptionUpdateParams,
): Subscription {
  const subscription = findSubscription(context, id)
  const { cancel_at_period_end: atPeriodEnd, cancel_at: at, trial_end: trialEnd } = change
  const { term } = subscription
  if (term.endedAt !== null) {
    const message = 'A canceled subscription can only update its cancellation_details and metadata.'
    throw new ApiError(400, message, { code: 'invalid_canceled_subscription_fields' })
  }
  if (term.suspension === 'incomplete') {
    throw new ApiError(400, 'An incomplete subscription can only update its metadata and default_source.')
  }
  if (atPeriodEnd) scheduleEnd(context, subscription, { at: term.periodEnd, byFlag: true })
  // The flag only undoes an end that was scheduled by the flag.
  if (atPeriodEnd === false && subscription.cancelAtPeriodEnd) removeScheduledEnd(subscription)
  if (at === '') removeScheduledEnd(subscription)
  if (typeof at === 'number') scheduleEnd(context, subscription, { at, byFlag: false })
  if (typeof trialEnd === 'number') giveTrial(context, subscription, trialEnd)
  emitSubscription(context, 'updated', subscription)
  advanceSubscriptions(context)
  return subscription
}

function giveTrial(context: Context, { term }: Subscription, trialEnd: number): void {
  const trialStart = isTrialing(term, context.now()) ? term.trialStart : context.now()
  Object.assign(term, { trialStart, trialEnd, periodStart: context.now(), periodEnd: trialEnd, anchor: trialEnd })
}

type ScheduledEnd = { at: number; byFlag: boolean }

export function scheduleEnd(context: Context, subscription: Subscription, { at, byFlag }: ScheduledEnd): void {
  subscription.term.cancelAt = at
  subscription.cancelAtPeriodEnd = byFlag
  subscription.canceledAt = context.now()
}

export function removeScheduledEnd(subscription: Subscription): void {
  subscription.term.cancelAt = null
  subscription.cancelAtPeriodEnd = false
  subscription.canceledAt = null
}

/** Like Stripe, does not find one that has ended. */
export function endSubscription(context: Context, id: string): Subscription {
  const subscription = findSubscription(context, id)
  if (subscription.term.endedAt !== null) throw missing('subscription', id)
  subscription.term.endedAt = context.now()
  subscription.canceledAt ??= context.now()
  emitSubscription(context, 'deleted', subscription)
  return subscription
}

export function deleteCustomer(context: Context, id: string): Customer {
  const customer = findCustomer(context, id)
  for (const one of Object.values(context.state.stripe.subscriptions)) {
    if (one.customer === id && one.term.endedAt === null) endSubscription(context, one.id)
  }
  customer.deleted = true
  context.changed()
  emit(context, 'customer.deleted', customerWire({ ...customer, deleted: false }))
  return customer
}

export const awaitsPayment = ({ status, isPaymentPending }: Invoice) => status === 'open' && !isPaymentPending

export const openInvoicesOf = (context: Context, { id }: Subscription): Invoice[] =>
  Object.values(context.state.stripe.invoices).filter((one) => one.subscription === id && one.status === 'open')

/** Payment of the last open invoice settles the subscription. Has no effect while a payment is in progress. */
export function payInvoice(context: Context, invoice: Invoice): void {
  if (!awaitsPayment(invoice)) return
  invoice.status = 'paid'
  emitInvoice(context, invoice)
  mailReceipt(context, invoice)
  const subscription = findSubscription(context, invoice.subscription)
  const { term } = subscription
  if (term.endedAt !== null || openInvoicesOf(context, subscription).length > 0) return
  term.pastDue = false
  if (term.suspension === 'unpaid' || term.suspension === 'incomplete') term.suspension = undefined
  emitSubscription(context, 'updated', subscription)
}

export function statusOf({ term }: Subscription, now: number): Stripe.Subscription.Status {
  if (term.endedAt !== null) return 'canceled'
  if (term.suspension && term.suspension !== 'future') return term.suspension
  if (term.pastDue) return 'past_due'
  return isTrialing(term, now) ? 'trialing' : 'active'
}

const itemWire = (context: Context, { term }: Subscription, { itemId, price }: Item) =>
  ({
    id: itemId,
    object: 'subscription_item',
    current_period_end: term.periodEnd,
    current_period_start: term.periodStart,
    price: priceWire(getOffer(context, price)),
    quantity: 1,
  }) satisfies Wire<Stripe.SubscriptionItem>

export function subscriptionWire(context: Context, subscription: Subscription) {
  const { id, term, created, itemId, price, extraItems = [] } = subscription
  const items = [{ itemId, price }, ...extraItems].map((item) => itemWire(context, subscription, item))
  return {
    id,
    object: 'subscription',
    billing_cycle_anchor: term.anchor,
    cancel_at: term.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    collection_method: subscription.isSent ? 'send_invoice' : 'charge_automatically',
    created,
    currency: getOffer(context, price).currency.toLowerCase(),
    customer: subscription.customer,
    discounts: subscription.isDiscounted ? [`di_${id}`] : [],
    ended_at: term.endedAt,
    items: list(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: subscription.latestInvoice,
    metadata: subscription.metadata,
    pause_collection: null,
    schedule: null,
    status: statusOf(subscription, context.now()),
    trial_end: term.trialEnd,
    trial_start: term.trialStart,
  } satisfies Wire<Stripe.Subscription>
}
