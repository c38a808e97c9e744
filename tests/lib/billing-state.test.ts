import type { Subscription } from 'chargebee'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { toSubscription as chargebeeShape } from '@/lib/server/billing/chargebee-shapes'
import { chargebeeState, stripeState } from '@/lib/server/billing/state'
import { toSubscription as stripeShape } from '@/lib/server/billing/stripe-shapes'

test.each([
  ['trialing', false, 'trialing', false, true],
  ['trialing', true, 'trialing', true, true],
  ['active', false, 'active', false, true],
  ['active', true, 'active', true, true],
  ['past_due', false, 'past_due', false, true],
  ['past_due', true, 'past_due', true, true],
  ['unpaid', false, 'unpaid', true, false],
  ['paused', false, 'paused', true, false],
  ['incomplete', false, 'incomplete', true, false],
  ['incomplete_expired', false, 'canceled', true, false],
  ['canceled', false, 'canceled', true, false],
  ['something_new', false, 'canceled', true, false],
])('stripe: %s, end scheduled %s → %s, unsubscribed %s, access %s', (told, end, status, isUnSubscribed, access) => {
  expect(stripeState(told, end)).toEqual({ status, isUnSubscribed, access })
})

test.each([
  ['in_trial', false, 0, 'trialing', false, true],
  ['in_trial', true, 0, 'trialing', true, true],
  ['active', false, 0, 'active', false, true],
  ['active', true, 0, 'active', true, true],
  ['active', false, 1, 'past_due', false, true],
  ['non_renewing', false, 0, 'active', true, true],
  ['paused', false, 0, 'paused', true, false],
  ['future', false, 0, 'future', true, false],
  ['cancelled', false, 0, 'canceled', true, false],
  ['transferred', false, 0, 'canceled', true, false],
  ['deleted', false, 0, 'canceled', true, false],
])(
  'chargebee: %s, end scheduled %s, %i due → %s, unsubscribed %s, access %s',
  (told, end, due, status, isUnSubscribed, access) => {
    expect(chargebeeState(told, end, due)).toEqual({ status, isUnSubscribed, access })
  },
)

const stripeSubscription = (change: object): Stripe.Subscription =>
  ({
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    trial_end: null,
    created: 1_790_000_000,
    items: { data: [{ current_period_end: 1_800_000_000 }] },
    ...change,
  }) as unknown as Stripe.Subscription

test('bug 7: the period’s end is that of the items, whatever stands on the subscription itself', () => {
  const old = stripeSubscription({ current_period_end: 1_700_000_000 })
  expect(stripeShape(old).currentPeriodEnd).toEqual(new Date(1_800_000_000_000))
  const two = [{ current_period_end: 1_800_000_000 }, { current_period_end: 1_810_000_000 }]
  expect(stripeShape(stripeSubscription({ items: { data: two } })).currentPeriodEnd).toEqual(
    new Date(1_810_000_000_000),
  )
  expect(stripeShape(stripeSubscription({ items: { data: [] } })).currentPeriodEnd).toBeNull()
})

test('bug 8: an end that was set by date alone, as in the portal, is a cancellation, and its date is the end', () => {
  const told = stripeShape(stripeSubscription({ cancel_at: 1_795_000_000 }))
  expect(told).toMatchObject({ status: 'active', isUnSubscribed: true, access: true })
  expect(told.currentPeriodEnd).toEqual(new Date(1_795_000_000_000))
})

test.each(['incomplete', 'incomplete_expired', 'unpaid', 'paused', 'canceled'])(
  'bug 10: %s gives no access, though a period seems to run',
  (status) => {
    expect(stripeShape(stripeSubscription({ status }))).toMatchObject({ access: false, isUnSubscribed: true })
  },
)

const chargebeeSubscription = (change: object): Subscription =>
  ({
    id: 'sub_1',
    customer_id: 'u-1',
    status: 'active',
    created_at: 1_790_000_000,
    current_term_end: 1_800_000_000,
    deleted: false,
    ...change,
  }) as unknown as Subscription

test('Chargebee: the end of the term, before that the trial’s, and of one that ended the day it did', () => {
  const end = (change: object) => chargebeeShape(chargebeeSubscription(change)).currentPeriodEnd?.getTime()
  expect(end({})).toBe(1_800_000_000_000)
  expect(end({ status: 'in_trial', current_term_end: undefined, trial_end: 1_791_000_000 })).toBe(1_791_000_000_000)
  expect(end({ status: 'cancelled', cancelled_at: 1_792_000_000 })).toBe(1_792_000_000_000)
})

test('Chargebee: a cancellation that is to come is one, that of a life before is none', () => {
  const soon = Math.floor(Date.now() / 1000) + 86_400
  const of = (change: object) => chargebeeShape(chargebeeSubscription(change)).isUnSubscribed
  expect(of({ cancelled_at: soon })).toBe(true)
  expect(of({ cancel_schedule_created_at: 1 })).toBe(true)
  expect(of({ cancelled_at: soon - 10 * 86_400 })).toBe(false)
})

test('Chargebee: a deleted subscription gives no access, whatever its status says', () => {
  expect(chargebeeShape(chargebeeSubscription({ deleted: true }))).toMatchObject({ status: 'canceled', access: false })
})
