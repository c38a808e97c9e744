import { expect, test } from 'vitest'
import {
  changeKind,
  emailKindOf,
  findSurplus,
  type StoredPlanState,
  type SubscriptionRow,
} from '@/lib/server/billing/plan'
import { subscriptionRow } from '@/tests/setup/rows'

const end = new Date('2026-12-01')
const next = new Date('2027-01-01')

const active: StoredPlanState = {
  status: 'active',
  isUnSubscribed: false,
  access: true,
  priceId: 'price_1',
  amount: 1900,
  currency: 'USD',
  interval: 'month',
  currentPeriodEnd: end,
  endsAt: null,
  pausedUntil: null,
}
const trialing: StoredPlanState = { ...active, status: 'trialing' }
const pastDue: StoredPlanState = { ...active, status: 'past_due' }
const cancelling: StoredPlanState = { ...active, isUnSubscribed: true }
const ended: StoredPlanState = { ...active, status: 'canceled', isUnSubscribed: true, access: false }
const incomplete: StoredPlanState = { ...active, status: 'incomplete', isUnSubscribed: true, access: false }
const unpaid: StoredPlanState = { ...active, status: 'unpaid', isUnSubscribed: true, access: false }
const future: StoredPlanState = { ...active, status: 'future', isUnSubscribed: true, access: false }

type Row = [
  string,
  StoredPlanState | null,
  StoredPlanState,
  ReturnType<typeof changeKind>,
  ReturnType<typeof emailKindOf>,
]

const pausing = { ...active, pausedUntil: new Date('2999-01-01') }
const paused = { ...unpaid, status: 'paused', pausedUntil: new Date('2999-01-01') } as const
const rows: Row[] = [
  ['the first state', null, trialing, 'begun', 'begun'],
  ['the first, and already cancelled', null, cancelling, 'begun', null],
  ['the first, and already over', null, ended, 'begun', null],
  ['the first, and its payment not completed', null, incomplete, 'begun', null],
  ['a payment that was completed', incomplete, active, 'recovered', 'begun'],
  ['a plan whose first day has come', future, trialing, 'recovered', 'begun'],
  ['a debt that was paid at last', unpaid, active, 'recovered', null],
  ['nothing', active, { ...active }, null, null],
  ['the same day in another object', active, { ...active, currentPeriodEnd: new Date(end) }, null, null],
  ['a trial that becomes paid', trialing, { ...active, currentPeriodEnd: next }, 'renewed', null],
  ['a renewal', active, { ...active, currentPeriodEnd: next }, 'renewed', null],
  ['a change to yearly', active, { ...active, interval: 'year', currentPeriodEnd: next }, 'switched', 'switched'],
  ['a failed payment', active, pastDue, 'past-due', null],
  ['a failed payment after a trial', trialing, { ...pastDue, currentPeriodEnd: next }, 'past-due', null],
  ['a failed payment that was made good', pastDue, active, 'recovered', null],
  ['a cancellation', active, cancelling, 'cancelled', 'cancelled'],
  ['a cancellation in the trial', trialing, { ...trialing, isUnSubscribed: true }, 'cancelled', 'cancelled'],
  ['a cancellation while past due', pastDue, { ...pastDue, isUnSubscribed: true }, 'cancelled', 'cancelled'],
  [
    'a cancellation with a payment failed at once',
    active,
    { ...pastDue, isUnSubscribed: true },
    'cancelled',
    'cancelled',
  ],
  ['a cancellation taken back', cancelling, active, 'resumed', 'resumed'],
  ['an end that is set for later', active, { ...active, endsAt: next }, 'changed', 'ending'],
  ['a later end that is moved', { ...active, endsAt: next }, { ...active, endsAt: end }, 'changed', 'ending'],
  ['a later end taken back', { ...active, endsAt: next }, active, 'resumed', 'resumed'],
  ['a cancellation put off', { ...cancelling, endsAt: end }, { ...active, endsAt: next }, 'resumed', 'ending'],
  ['a renewal before its end', { ...active, endsAt: next }, { ...active, endsAt: next }, null, null],
  [
    'the last period before an end',
    { ...active, endsAt: next },
    { ...cancelling, endsAt: next },
    'cancelled',
    'cancelled',
  ],
  ['the end of a cancellation that is named only now', cancelling, { ...cancelling, endsAt: end }, null, null],
  ['the end of a cancelled plan', cancelling, ended, 'ended', null],
  ['an end at once', active, ended, 'ended', null],
  ['a plan that is stopped for want of payment', pastDue, unpaid, 'ended', null],
  ['the end of what gave no access', unpaid, ended, 'changed', null],
  ['another price', active, { ...active, priceId: 'price_2', amount: 2500 }, 'changed', null],
  ['an earlier end', active, { ...active, currentPeriodEnd: new Date('2026-11-25') }, 'changed', null],
  ['a pause', active, pausing, 'changed', 'paused'],
  ['a pause that is taken back', pausing, active, 'changed', 'resumed'],
  ['a pause that is cancelled', pausing, cancelling, 'cancelled', 'cancelled'],
  ['the beginning of a pause', pausing, paused, 'ended', null],
  ['a pause that is ended early', paused, active, 'recovered', 'resumed'],
  ['a pause that is over', { ...paused, pausedUntil: new Date() }, active, 'recovered', null],
  ['an end that is not known any more', active, { ...active, currentPeriodEnd: null }, 'changed', null],
]

test.each(rows)('the change between two provider states: %s', (_, before, after, kind, letter) => {
  expect(changeKind(before, after)).toBe(kind)
  expect(kind && emailKindOf(kind, before, after)).toBe(letter)
})

const startedOn = (day: number) => ({ startedAt: new Date(Date.UTC(2026, 10, day)) })
const stopped = { isUnSubscribed: true, access: false } as const
const trial = { status: 'trialing', trialEnd: new Date('2027-01-01') } as const

test.each<[string, Partial<SubscriptionRow>, Partial<SubscriptionRow>, unknown[]]>([
  ['the younger of two running plans', startedOn(1), startedOn(2), ['younger', 'second-plan', false]],
  ['an older past-due one', { ...startedOn(1), status: 'past_due' }, startedOn(2), ['older', 'gave-way', true]],
  ['a younger past-due one', startedOn(1), { ...startedOn(2), status: 'past_due' }, ['younger', 'second-plan', false]],
  ['an unpaid one', { ...startedOn(1), ...stopped, status: 'unpaid' }, startedOn(2), ['older', 'gave-way', true]],
  ['a paused one', startedOn(1), { ...startedOn(2), ...stopped, status: 'paused' }, ['younger', 'gave-way', true]],
  [
    'an earlier future one',
    { ...startedOn(1), ...stopped, status: 'future' },
    startedOn(2),
    ['older', 'gave-way', false],
  ],
  ['no future one that follows', startedOn(1), { ...startedOn(2), ...stopped, status: 'future' }, []],
  ['no cancelled one', { ...startedOn(1), isUnSubscribed: true }, startedOn(2), []],
  [
    'nothing beside a stopped one',
    { ...startedOn(1), ...stopped, status: 'unpaid' },
    { ...startedOn(2), ...stopped },
    [],
  ],
  [
    'a second trial',
    { ...startedOn(1), isUnSubscribed: true },
    { ...startedOn(2), ...trial },
    ['younger', 'second-trial', false],
  ],
])('of two plans, ends %s', (_, older, younger, expected) => {
  const rows = [subscriptionRow({ ...older, id: 'older' }), subscriptionRow({ ...younger, id: 'younger' })]
  const { surplus } = findSurplus(rows)
  expect(surplus.flatMap(({ row, reason, isUsed }) => [row.id, reason, isUsed])).toEqual(expected)
})

test('does not end a second trial that was paid for', () => {
  const rows = [
    subscriptionRow({ ...startedOn(1), isUnSubscribed: true, id: 'older' }),
    subscriptionRow({ ...startedOn(2), ...trial, id: 'younger' }),
  ]
  expect(findSurplus(rows, new Set(['stripe younger'])).surplus).toEqual([])
})
