import { expect, test } from 'vitest'
import { isSubscriber, type PlanState, planStateOf } from '@/components/session/plan-state'
import type { CurrentPlan, PlanStatus } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from './gate-table'

const now = new Date('2026-11-21T00:00:00Z')

test.each<[PlanStatus, boolean, string | null, PlanState]>([
  ['trialing', false, '2026-12-05T00:00:00Z', 'trialing'],
  ['active', false, '2026-12-05T00:00:00Z', 'active'],
  ['past_due', false, '2026-11-05T00:00:00Z', 'past-due'],
  ['trialing', true, '2026-12-05T00:00:00Z', 'cancelling'],
  ['active', true, '2026-12-05T00:00:00Z', 'cancelling'],
  ['active', true, '2026-11-20T00:00:00Z', 'ended'],
  ['canceled', true, '2026-11-20T00:00:00Z', 'ended'],
  ['unpaid', true, null, 'stopped'],
  ['paused', true, null, 'stopped'],
  ['incomplete', true, null, 'stopped'],
  ['future', true, null, 'stopped'],
])('for status %s, unsubscribed %s, until %s: %s', (status, isUnSubscribed, currentPeriodEnd, state) => {
  expect(planStateOf(planWith({ isUnSubscribed }, { status, currentPeriodEnd }), now)).toBe(state)
})

test('has no state and no subscriber without a plan', () => {
  expect(planStateOf(noPlan)).toBe('none')
  expect(isSubscriber('none')).toBe(false)
  expect((['trialing', 'active', 'past-due'] as const).every(isSubscriber)).toBe(true)
  expect((['cancelling', 'ended', 'stopped'] as const).some(isSubscriber)).toBe(false)
})

test.each([
  [false, 'active'],
  [true, 'cancelling'],
] as const)('for a plan without status, unsubscribed %s: %s', (isUnSubscribed, state) => {
  const storedPlan = { productIdentifier: 'p', isUnSubscribed, subscription: { id: 'sub_1' } } as unknown as CurrentPlan
  expect(planStateOf(storedPlan, now)).toBe(state)
})
