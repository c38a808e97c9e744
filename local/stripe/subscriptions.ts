/** Subscriptions through time: billing, payment, changes, end. */
import * as z from 'zod'
import { type Desk, newId } from '@/local/vendors/context'
import { advance, isTrialing } from '@/local/vendors/term'
import { offerAt } from './catalogue'
import { discountOf, findTaxRate } from './discounts'
import { emit } from './events'
import { billInvoice, mailReceipt, tellOfInvoice } from './invoices'
import type { Invoice, Subscription } from './records'
import { expand, flag, listing, merged, metadata, missing, missingParam, Refusal, whole } from './requests'
import { itemsOf, statusOf, subscriptionWire } from './subscription-wire'

export function findSubscription(desk: Desk, id: string): Subscription {
  const found = desk.state.stripe.subscriptions[id]
  if (!found) throw missing('subscription', id, 'id')
  return found
}

type Told = 'created' | 'updated' | 'paused' | 'deleted'

export function tellOfSubscription(desk: Desk, type: Told, subscription: Subscription) {
  emit(desk, `customer.subscription.${type}`, subscriptionWire(desk, subscription))
}

type Start = Pick<Subscription, 'customer' | 'price' | 'quantity' | 'metadata' | 'term' | 'others' | 'daysUntilDue'>

/** @param paid what becomes of the first invoice */
export function startSubscription(desk: Desk, start: Start, paid: 'paid' | 'open' = 'paid'): Subscription {
  const subscription: Subscription = {
    ...start,
    id: newId('sub_'),
    itemId: newId('si_', 14),
    created: desk.now(),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    latestInvoice: null,
  }
  desk.state.stripe.subscriptions[subscription.id] = subscription
  const status = isTrialing(start.term, desk.now()) ? 'paid' : paid
  billInvoice(desk, subscription, 'subscription_create', status, desk.now())
  tellOfSubscription(desk, 'created', subscription)
  return subscription
}

/** Brings every subscription up to the present; what happened meanwhile is billed and told. */
export function advanceSubscriptions(desk: Desk): void {
  for (const subscription of Object.values(desk.state.stripe.subscriptions)) {
    for (const step of advance(subscription.term, desk.now())) {
      desk.changed()
      if (subscription.pause?.resumesAt && subscription.pause.resumesAt <= step.at) subscription.pause = null
      if (step.kind === 'ended') {
        tellOfSubscription(desk, 'deleted', subscription)
      } else {
        billInvoice(desk, subscription, 'subscription_cycle', renewalStatus(subscription), step.at)
        tellOfSubscription(desk, 'updated', subscription)
      }
    }
  }
}

/** What becomes of the invoice of a renewal. */
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

/** Newest first. Without a status Stripe leaves out those that have ended. */
export function listSubscriptions(desk: Desk, query: z.infer<typeof subscriptionListing>): object[] {
  const now = desk.now()
  return Object.values(desk.state.stripe.subscriptions)
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.price === undefined || itemsOf(one).some(({ price }) => price === query.price))
    .filter((one) => matches(statusOf(one, now), query.status))
    .toReversed()
    .map((one) => subscriptionWire(desk, one))
}

function matches(status: string, wanted: string | undefined): boolean {
  if (wanted === 'all') return true
  if (wanted === 'ended') return status === 'canceled'
  return wanted === undefined ? status !== 'canceled' : status === wanted
}

export const subscriptionUpdate = z.strictObject({
  cancel_at_period_end: flag.optional(),
  cancel_at: whole.or(z.literal('')).optional(),
  cancellation_details: z.record(z.string(), z.string()).optional(),
  metadata: metadata.optional(),
  proration_behavior: z.string().optional(),
  trial_end: whole.or(z.literal('now')).optional(),
  pause_collection: z
    .strictObject({ behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']), resumes_at: whole.optional() })
    .or(z.literal(''))
    .optional(),
  coupon: z.string().optional(),
  discounts: z
    .array(z.strictObject({ coupon: z.string().optional(), discount: z.string().optional() }))
    .or(z.literal('').transform(() => []))
    .optional(),
  quantity: whole.optional(),
  items: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        price: z.string().optional(),
        quantity: whole.optional(),
        deleted: flag.optional(),
        metadata: metadata.optional(),
      }),
    )
    .optional(),
  default_tax_rates: z
    .array(z.string())
    .or(z.literal('').transform(() => []))
    .optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: whole.optional(),
  payment_behavior: z.string().optional(),
  expand,
})

type Update = z.infer<typeof subscriptionUpdate>

/** Changes what the next invoices come to. Nothing is charged or credited for the period that runs. */
function adjust(desk: Desk, subscription: Subscription, change: Update): void {
  const { id, customer } = subscription
  const { pause_collection: pause, coupon, discounts, items = [], collection_method: method } = change
  if (pause === '') subscription.pause = null
  else if (pause) subscription.pause = { behavior: pause.behavior, resumesAt: pause.resumes_at ?? null }
  const given = coupon === undefined ? discounts : coupon ? [{ coupon }] : []
  if (given !== undefined) {
    const kept = subscription.discounts ?? []
    subscription.discounts = given.flatMap((one) =>
      one.coupon ? [discountOf(desk, one.coupon, customer, id)] : kept.filter((old) => old.id === one.discount),
    )
  }
  if (change.quantity !== undefined) subscription.quantity = change.quantity
  for (const item of items) changeItem(desk, subscription, item)
  if (change.default_tax_rates) subscription.taxRates = change.default_tax_rates.map((rate) => findTaxRate(desk, rate))
  if (method === 'send_invoice') subscription.daysUntilDue = change.days_until_due ?? 30
  if (method === 'charge_automatically') subscription.daysUntilDue = undefined
}

type ItemChange = NonNullable<Update['items']>[number]

function changeItem(desk: Desk, subscription: Subscription, { id, price, quantity, deleted }: ItemChange): void {
  const extras = (subscription.others ??= [])
  if (price !== undefined && !offerAt(desk, price)) throw missingParam('price', price, 'items[0][price]')
  if (id === undefined) {
    if (price === undefined) throw new Refusal(400, 'Missing required param: items[0][price].', 'parameter_missing')
    extras.push({ itemId: newId('si_', 14), price, quantity: quantity ?? 1 })
    return
  }
  const extra = extras.find((one) => one.itemId === id)
  if (!extra && id !== subscription.itemId) throw missingParam('subscription_item', id, 'items[0][id]')
  if (deleted && extra) extras.splice(extras.indexOf(extra), 1)
  else if (deleted) throw new Refusal(400, 'A subscription must have at least one active plan.')
  else if (extra) Object.assign(extra, { price: price ?? extra.price, quantity: quantity ?? extra.quantity })
  else Object.assign(subscription, { price: price ?? subscription.price, quantity: quantity ?? subscription.quantity })
}

export function updateSubscription(desk: Desk, id: string, change: z.infer<typeof subscriptionUpdate>): object {
  const subscription = findSubscription(desk, id)
  const { cancel_at_period_end: atPeriodEnd, cancel_at: at, trial_end: trialEnd } = change
  const { term } = subscription
  if (term.endedAt !== null && (atPeriodEnd ?? at ?? trialEnd) !== undefined) {
    const words = 'A canceled subscription can only update its cancellation_details and metadata.'
    throw new Refusal(400, words, 'invalid_canceled_subscription_fields')
  }
  if (term.held === 'incomplete' && (atPeriodEnd ?? at ?? trialEnd) !== undefined) {
    throw new Refusal(400, 'An incomplete subscription can only update its metadata and default_source.')
  }
  if (atPeriodEnd !== undefined && at !== undefined) {
    const words = 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.'
    throw new Refusal(400, words, 'parameters_exclusive')
  }
  if (subscription.schedule && (atPeriodEnd ?? at) !== undefined) {
    const words =
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any ` +
      'cancelation behavior directly is not allowed. Please update the schedule instead.'
    throw new Refusal(400, words)
  }
  adjust(desk, subscription, change)
  if (atPeriodEnd === true) scheduleEnd(desk, subscription, term.periodEnd, true)
  // An end that was set by date alone is taken back by `cancel_at`, not by the flag that was never set.
  if (atPeriodEnd === false && subscription.cancelAtPeriodEnd) keep(subscription)
  if (at === '') keep(subscription)
  else if (at !== undefined) scheduleEnd(desk, subscription, at, false)
  if (trialEnd === 'now' && term.trialEnd !== null && term.trialEnd > desk.now()) {
    Object.assign(term, { trialEnd: desk.now(), periodEnd: desk.now(), anchor: desk.now() })
  }
  if (typeof trialEnd === 'number') giveTrial(desk, subscription, trialEnd)
  subscription.metadata = merged(subscription.metadata, change.metadata)
  desk.changed()
  tellOfSubscription(desk, 'updated', subscription)
  advanceSubscriptions(desk)
  return subscriptionWire(desk, subscription)
}

/** A trial until a moment, also for a plan that was paid for before: free days are given so. */
function giveTrial(desk: Desk, { term }: Subscription, trialEnd: number): void {
  if (trialEnd <= desk.now())
    throw new Refusal(400, 'Invalid timestamp: must be in the future.', undefined, 'trial_end')
  const trialStart = isTrialing(term, desk.now()) ? term.trialStart : desk.now()
  Object.assign(term, { trialStart, trialEnd, periodStart: desk.now(), periodEnd: trialEnd, anchor: trialEnd })
}

export function scheduleEnd(desk: Desk, subscription: Subscription, at: number, byFlag: boolean): void {
  subscription.term.cancelAt = at
  subscription.cancelAtPeriodEnd = byFlag
  subscription.canceledAt = desk.now()
}

export function keep(subscription: Subscription): void {
  subscription.term.cancelAt = null
  subscription.cancelAtPeriodEnd = false
  subscription.canceledAt = null
}

export const subscriptionEnd = z.strictObject({
  cancellation_details: z.record(z.string(), z.string()).optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
  expand,
})

/** Ends one at once. One that has ended already is not found any more, as with Stripe. */
export function endSubscription(desk: Desk, id: string): object {
  const subscription = findSubscription(desk, id)
  if (subscription.term.endedAt !== null) throw missing('subscription', id)
  subscription.term.endedAt = desk.now()
  subscription.canceledAt ??= desk.now()
  desk.changed()
  tellOfSubscription(desk, 'deleted', subscription)
  return subscriptionWire(desk, subscription)
}

/** Whether the person can pay it: its payment is not under way already. */
export const awaitsPayment = ({ status, underWay }: Invoice) => status === 'open' && !underWay

/** What is not paid of a plan, oldest first. */
export const openInvoicesOf = (desk: Desk, { id }: Subscription): Invoice[] =>
  Object.values(desk.state.stripe.invoices).filter((one) => one.subscription === id && one.status === 'open')

/** The person pays an invoice; with the last that was open its plan goes on. What cannot be paid stays as it is. */
export function payInvoice(desk: Desk, invoice: Invoice): void {
  if (!awaitsPayment(invoice)) return
  invoice.status = 'paid'
  tellOfInvoice(desk, invoice)
  mailReceipt(desk, invoice)
  const subscription = desk.state.stripe.subscriptions[invoice.subscription]
  if (subscription && openInvoicesOf(desk, subscription).length === 0) goOn(desk, subscription)
}

/** A plan that somebody has paused waits for more than a payment. */
function goOn(desk: Desk, subscription: Subscription): void {
  const { term } = subscription
  if (term.endedAt !== null) return
  term.pastDue = false
  if (term.held === 'unpaid' || term.held === 'incomplete') term.held = undefined
  desk.changed()
  tellOfSubscription(desk, 'updated', subscription)
}
