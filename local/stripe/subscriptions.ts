/** Subscriptions through time: billing, payment, changes, end. */
import * as z from 'zod'
import { flag, wholeNumber } from '@/local/vendors/form'
import { type Context, newId } from '@/local/vendors/context'
import { advance, isTrialing } from '@/local/vendors/term'
import { findOffer } from './catalogue'
import { discountOf, findTaxRate } from './discounts'
import { emit } from './events'
import { billInvoice, mailReceipt, emitInvoice } from './invoices'
import type { Invoice, Subscription } from './records'
import { expand, listing, merged, metadata, missing, missingParam, ApiError } from './requests'
import { itemsOf, statusOf, subscriptionWire } from './subscription-wire'

export function findSubscription(context: Context, id: string): Subscription {
  const subscription = context.state.stripe.subscriptions[id]
  if (!subscription) throw missing('subscription', id, 'id')
  return subscription
}

type SubscriptionChange = 'created' | 'updated' | 'paused' | 'deleted'

export function emitSubscription(context: Context, type: SubscriptionChange, subscription: Subscription) {
  emit(context, `customer.subscription.${type}`, subscriptionWire(context, subscription))
}

type Start = Pick<
  Subscription,
  'customer' | 'price' | 'quantity' | 'metadata' | 'term' | 'extraItems' | 'daysUntilDue' | 'discounts'
>

/** @param paid status of the first invoice */
export function startSubscription(context: Context, start: Start, paid: 'paid' | 'open' = 'paid'): Subscription {
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
  const status = isTrialing(start.term, context.now()) ? 'paid' : paid
  billInvoice(context, subscription, { reason: 'subscription_create', status, at: context.now() })
  emitSubscription(context, 'created', subscription)
  return subscription
}

/** Applies what has become due since the last call. */
export function advanceSubscriptions(context: Context): void {
  for (const subscription of Object.values(context.state.stripe.subscriptions)) {
    for (const step of advance(subscription.term, context.now())) {
      context.changed()
      if (subscription.pause?.resumesAt && subscription.pause.resumesAt <= step.at) subscription.pause = null
      if (step.kind === 'ended') {
        emitSubscription(context, 'deleted', subscription)
      } else {
        billInvoice(context, subscription, {
          reason: 'subscription_cycle',
          status: renewalStatus(subscription),
          at: step.at,
        })
        emitSubscription(context, 'updated', subscription)
      }
    }
  }
}

function renewalStatus({ pause, daysUntilDue }: Subscription): Invoice['status'] {
  if (!pause) return daysUntilDue === undefined ? 'paid' : 'open'
  const paused = { keep_as_draft: 'draft', void: 'void', mark_uncollectible: 'uncollectible' } as const
  return paused[pause.behavior]
}

export const subscriptionListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  price: z.string().optional(),
  status: z
    .enum([
      'all',
      'ended',
      'active',
      'trialing',
      'past_due',
      'canceled',
      'unpaid',
      'incomplete',
      'incomplete_expired',
      'paused',
    ])
    .optional(),
})

/** Newest first. Without a status Stripe leaves out ended ones. */
export function listSubscriptions(context: Context, query: z.infer<typeof subscriptionListing>): object[] {
  const now = context.now()
  return Object.values(context.state.stripe.subscriptions)
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.price === undefined || itemsOf(one).some(({ price }) => price === query.price))
    .filter((one) => matches(statusOf(one, now), query.status))
    .toReversed()
    .map((one) => subscriptionWire(context, one))
}

function matches(status: string, wanted: string | undefined): boolean {
  if (wanted === 'all') return true
  if (wanted === 'ended') return status === 'canceled'
  return wanted === undefined ? status !== 'canceled' : status === wanted
}

export const subscriptionUpdate = z.strictObject({
  cancel_at_period_end: flag.optional(),
  cancel_at: wholeNumber.or(z.literal('')).optional(),
  metadata: metadata.optional(),
  trial_end: wholeNumber.optional(),
  pause_collection: z
    .strictObject({
      behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']),
      resumes_at: wholeNumber.optional(),
    })
    .or(z.literal(''))
    .optional(),
  discounts: z
    .array(z.strictObject({ coupon: z.string() }))
    .or(z.literal('').transform(() => []))
    .optional(),
  quantity: wholeNumber.optional(),
  items: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        price: z.string().optional(),
        quantity: wholeNumber.optional(),
      }),
    )
    .optional(),
  default_tax_rates: z
    .array(z.string())
    .or(z.literal('').transform(() => []))
    .optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: wholeNumber.optional(),
  expand,
})

type Update = z.infer<typeof subscriptionUpdate>

/** Affects the next invoices; the current period is not charged or credited. */
function adjust(context: Context, subscription: Subscription, change: Update): void {
  const { id, customer } = subscription
  const { pause_collection: pause, discounts, items = [], collection_method: method } = change
  if (pause === '') subscription.pause = null
  else if (pause) subscription.pause = { behavior: pause.behavior, resumesAt: pause.resumes_at ?? null }
  if (discounts) {
    subscription.discounts = discounts.map(({ coupon }) => discountOf(context, { coupon, customer, subscription: id }))
  }
  if (change.quantity !== undefined) subscription.quantity = change.quantity
  for (const item of items) changeItem(context, subscription, item)
  if (change.default_tax_rates)
    subscription.taxRates = change.default_tax_rates.map((rate) => findTaxRate(context, rate))
  if (method === 'send_invoice') subscription.daysUntilDue = change.days_until_due ?? 30
  if (method === 'charge_automatically') subscription.daysUntilDue = undefined
}

type ItemChange = NonNullable<Update['items']>[number]

function changeItem(context: Context, subscription: Subscription, { id, price, quantity }: ItemChange): void {
  const extras = (subscription.extraItems ??= [])
  if (price !== undefined && !findOffer(context, price)) throw missingParam('price', price, 'items[0][price]')
  if (id === undefined) {
    if (price === undefined)
      throw new ApiError(400, 'Missing required param: items[0][price].', { code: 'parameter_missing' })
    extras.push({ itemId: newId('si_', 14), price, quantity: quantity ?? 1 })
    return
  }
  const extra = extras.find((one) => one.itemId === id)
  if (!extra && id !== subscription.itemId) throw missingParam('subscription_item', id, 'items[0][id]')
  if (extra) Object.assign(extra, { price: price ?? extra.price, quantity: quantity ?? extra.quantity })
  else Object.assign(subscription, { price: price ?? subscription.price, quantity: quantity ?? subscription.quantity })
}

export function updateSubscription(context: Context, id: string, change: z.infer<typeof subscriptionUpdate>): object {
  const subscription = findSubscription(context, id)
  const { cancel_at_period_end: atPeriodEnd, cancel_at: at, trial_end: trialEnd } = change
  const { term } = subscription
  if (term.endedAt !== null && (atPeriodEnd ?? at ?? trialEnd) !== undefined) {
    const message = 'A canceled subscription can only update its cancellation_details and metadata.'
    throw new ApiError(400, message, { code: 'invalid_canceled_subscription_fields' })
  }
  if (term.suspension === 'incomplete' && (atPeriodEnd ?? at ?? trialEnd) !== undefined) {
    throw new ApiError(400, 'An incomplete subscription can only update its metadata and default_source.')
  }
  if (atPeriodEnd !== undefined && at !== undefined) {
    const message = 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.'
    throw new ApiError(400, message, { code: 'parameters_exclusive' })
  }
  if (subscription.schedule && (atPeriodEnd ?? at) !== undefined) {
    const message =
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any ` +
      'cancelation behavior directly is not allowed. Please update the schedule instead.'
    throw new ApiError(400, message)
  }
  adjust(context, subscription, change)
  if (atPeriodEnd === true) scheduleEnd(context, subscription, { at: term.periodEnd, byFlag: true })
  // The flag only undoes an end that was scheduled by the flag.
  if (atPeriodEnd === false && subscription.cancelAtPeriodEnd) removeScheduledEnd(subscription)
  if (at === '') removeScheduledEnd(subscription)
  else if (at !== undefined) scheduleEnd(context, subscription, { at, byFlag: false })
  if (trialEnd !== undefined) giveTrial(context, subscription, trialEnd)
  subscription.metadata = merged(subscription.metadata, change.metadata)
  context.changed()
  emitSubscription(context, 'updated', subscription)
  advanceSubscriptions(context)
  return subscriptionWire(context, subscription)
}

function giveTrial(context: Context, { term }: Subscription, trialEnd: number): void {
  if (trialEnd <= context.now())
    throw new ApiError(400, 'Invalid timestamp: must be in the future.', { param: 'trial_end' })
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

export const subscriptionEnd = z.strictObject({
  prorate: flag.optional(),
  expand,
})

/** Like Stripe, does not find one that has ended. */
export function endSubscription(context: Context, id: string): object {
  const subscription = findSubscription(context, id)
  if (subscription.term.endedAt !== null) throw missing('subscription', id)
  subscription.term.endedAt = context.now()
  subscription.canceledAt ??= context.now()
  context.changed()
  emitSubscription(context, 'deleted', subscription)
  return subscriptionWire(context, subscription)
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
  const subscription = context.state.stripe.subscriptions[invoice.subscription]
  if (subscription && openInvoicesOf(context, subscription).length === 0) resumeAfterPayment(context, subscription)
}

function resumeAfterPayment(context: Context, subscription: Subscription): void {
  const { term } = subscription
  if (term.endedAt !== null) return
  term.pastDue = false
  if (term.suspension === 'unpaid' || term.suspension === 'incomplete') term.suspension = undefined
  context.changed()
  emitSubscription(context, 'updated', subscription)
}
