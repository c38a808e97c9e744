import * as z from 'zod'
import type { Desk } from '@/local/vendors/desk'
import { newId } from '@/local/vendors/ids'
import { advance, isTrialing } from '@/local/vendors/term'
import { emit } from './events'
import { billInvoice } from './invoices'
import { expand, flag, listing, metadata, whole } from './params'
import { missing, Refusal } from './refusal'
import type { Metadata, Subscription } from './records'
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
      if (step.kind === 'ended') {
        tellOfSubscription(desk, 'deleted', subscription)
      } else {
        const status = subscription.daysUntilDue === undefined ? 'paid' : 'open'
        billInvoice(desk, subscription, 'subscription_cycle', status, step.at)
        tellOfSubscription(desk, 'updated', subscription)
      }
    }
  }
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
  expand,
})

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

/** Stripe's way with metadata: what is not named stays, an empty text removes. */
export function merged(old: Metadata, change: Metadata | undefined): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''))
}
