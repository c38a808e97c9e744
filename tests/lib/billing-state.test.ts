import { expect, test } from 'vitest'
import { chargebeeState, stripeState } from '@/lib/server/billing/state'

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
