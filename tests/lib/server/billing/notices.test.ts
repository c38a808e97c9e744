/** Histories of plans, hour by hour: which notice is sent when, with which amount. */
import { describe, expect, test } from 'vitest'
import { noticeEmail } from '@/lib/server/billing/notice-texts'
import { isDue, noticesOf, type Change } from '@/lib/server/billing/notices'
import { changeKind, emailFacts, emailKindOf, type SubscriptionRow } from '@/lib/server/billing/plan'
import { addPeriod } from '@/lib/contract/format'
import type { Interval } from '@/lib/contract/plan'
import { emailSender, subscriptionRow } from '@/tests/setup/rows'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const startedAt = new Date('2026-11-22T09:00:00Z')
const on = (day: number) => new Date(startedAt.getTime() + day * dayMs)

type State = Partial<SubscriptionRow>

const renewing = (at: Date, amount: number | null = 1900): State => ({
  currentPeriodEnd: at,
  nextChargeAt: at,
  nextChargeAmount: amount,
  nextChargeCurrency: 'USD',
})

const trial = (days: number): State => ({ status: 'trialing', trialEnd: on(days), ...renewing(on(days)) })

const active = (at: Date, amount = 1900): State => ({
  status: 'active',
  isUnSubscribed: false,
  retryAt: null,
  ...renewing(at, amount),
})

const cancelled: State = { isUnSubscribed: true, charges: false, nextChargeAt: null, nextChargeAmount: null }

const resumed = (at: Date): State => ({ isUnSubscribed: false, charges: true, ...renewing(at) })

const pastDue = (retryAt: Date | null): State => ({ status: 'past_due', retryAt, openInvoice: true })

const ended: State = { status: 'canceled', access: false, ...cancelled }

const yearly: State = { interval: 'year', amount: 18000 }

const month = (count: number, first = 0) => addPeriod(on(first), 'month', count)
const year = (count: number, first = 0) => addPeriod(on(first), 'year', count)

type Case = {
  name: string
  /** Days since the purchase, and what the provider reports from then on. */
  states: Record<number, State>
  /** Days of charges at the provider. */
  charges?: number[]
  until: number
  /** Day, kind and what the email says. */
  sent: [day: number, kind: string, words?: string][]
  renewalNoticeDays?: number
}

const cases: Case[] = [
  {
    name: 'a trial that is kept',
    states: { 0: trial(7), 7: active(month(1, 7)), 37: active(month(2, 7)) },
    charges: [7, 37],
    until: 60,
    sent: [[4, 'trial-ending', 'First charge: 29 November 2026, 09:00 UTC, $19.']],
  },
  {
    name: 'a trial without a known amount',
    states: { 0: { ...trial(7), nextChargeAmount: null, nextChargeCurrency: null } },
    until: 6,
    sent: [[4, 'trial-ending', 'First charge: 29 November 2026, 09:00 UTC. Your receipt will show the amount.']],
  },
  { name: 'a trial shorter than a week', states: { 0: trial(5) }, until: 5, sent: [[4, 'trial-ending']] },
  { name: 'a trial of two days', states: { 0: trial(2) }, until: 2, sent: [[1, 'trial-ending']] },
  { name: 'a trial of a day', states: { 0: trial(1), 1: active(month(1, 1)) }, charges: [1], until: 10, sent: [] },
  { name: 'a cancelled trial', states: { 0: trial(7), 2: cancelled }, until: 7, sent: [] },
  {
    name: 'a trial that is cancelled after the reminder',
    states: { 0: trial(7), 5: cancelled, 7: ended },
    until: 20,
    sent: [
      [4, 'trial-ending'],
      [7, 'plan-ended', 'You’ve had your free trial'],
    ],
  },
  {
    name: 'a cancelled trial that is resumed in time',
    states: { 0: trial(7), 2: cancelled, 5: resumed(on(7)), 7: active(month(1, 7)) },
    charges: [7],
    until: 20,
    sent: [[5, 'trial-ending']],
  },
  {
    name: 'a cancelled trial that is resumed on the last day',
    states: { 0: trial(7), 2: cancelled, 6.5: resumed(on(7)), 7: active(month(1, 7)) },
    charges: [7],
    until: 20,
    sent: [],
  },
  {
    name: 'a trial that staff prolong after the reminder',
    states: { 0: trial(7), 5: trial(14), 14: active(month(1, 14)) },
    charges: [14],
    until: 30,
    sent: [
      [4, 'trial-ending', 'ends on 29 November'],
      [11, 'trial-ending', 'ends on 6 December'],
    ],
  },
  {
    name: 'a monthly plan',
    states: { 0: active(month(1)), 30: active(month(2)) },
    charges: [0, 30],
    until: 60,
    sent: [],
  },
  {
    name: 'a yearly plan',
    states: { 0: { ...yearly, ...active(year(1), 18000) }, 365: active(year(2), 18000) },
    charges: [0, 365],
    until: 400,
    sent: [[335, 'renewal', 'Next charge: 22 November 2027, 09:00 UTC, $180.']],
  },
  {
    name: 'a yearly plan with a later notice',
    states: { 0: { ...yearly, ...active(year(1), 18000) } },
    until: 364,
    renewalNoticeDays: 15,
    sent: [[350, 'renewal']],
  },
  {
    name: 'a yearly plan that is cancelled',
    states: { 0: { ...yearly, ...active(year(1), 18000) }, 300: cancelled, 365: ended },
    until: 380,
    sent: [[365, 'plan-ended', 'Nothing more will be charged.']],
  },
  {
    name: 'a monthly plan whose price changes',
    states: { 0: active(month(1)), 10: { amount: 2500, ...active(month(1), 2500) }, 30: active(month(2), 2500) },
    charges: [0, 30],
    until: 59,
    sent: [[10, 'price-change', 'Until then: $19 a month\nFrom then on: $25 a month']],
  },
  {
    name: 'a price that changes in a trial',
    states: { 0: trial(7), 1: { amount: 2500, ...renewing(on(7), 2500) }, 7: active(month(1, 7), 2500) },
    charges: [7],
    until: 20,
    sent: [
      [1, 'price-change', 'From then on: $25 a month'],
      [4, 'trial-ending', '$25'],
    ],
  },
  {
    name: 'a trial that becomes yearly, and monthly after its first charge',
    states: {
      0: trial(7),
      1: { ...yearly, ...renewing(on(7), 18000) },
      7: active(year(1, 7), 18000),
      20: { interval: 'month', amount: 1900, ...active(month(1, 20), 0) },
    },
    charges: [7],
    until: 60,
    sent: [[4, 'trial-ending', '$180']],
  },
  {
    name: 'a failed payment that is fixed after the first email',
    states: { 0: trial(7), 7: { ...pastDue(on(10)), ...renewing(month(1, 7)) }, 8: active(month(1, 7)) },
    charges: [8],
    until: 20,
    sent: [
      [4, 'trial-ending'],
      [7, 'payment-failed', 'Stripe tries again on 2 December 2026, 09:00 UTC.'],
    ],
  },
  {
    name: 'a payment that fails until the plan ends',
    states: { 0: active(month(1)), 30: pastDue(on(33)), 33: pastDue(on(38)), 38: ended },
    charges: [0],
    until: 60,
    sent: [
      [30, 'payment-failed', 'You keep everything in your plan at least until 25 December 2026, 09:00 UTC.'],
      [32, 'payment-reminder', 'If that fails too, your access may end.'],
      [38, 'plan-ended'],
    ],
  },
  {
    name: 'a payment of which the provider does not tell the next attempt',
    states: { 0: active(month(1)), 30: pastDue(null), 45: { ...ended, status: 'unpaid' } },
    charges: [0],
    until: 60,
    sent: [
      [30, 'payment-failed', 'Stripe may try again.'],
      [31, 'payment-reminder', 'Your access may end at any time.'],
      [45, 'plan-ended', 'Your plan has stopped because the payment failed.'],
    ],
  },
  {
    name: 'a paused plan',
    states: {
      0: active(month(1)),
      10: { pausedUntil: month(3), nextChargeAt: month(3), cardExpires: '2027-01' },
      30: { status: 'paused', access: false, isUnSubscribed: true },
      92: { ...active(month(4)), access: true, pausedUntil: null, cardExpires: null },
    },
    charges: [0, 92],
    until: 110,
    sent: [[89, 'pause-ending', 'Next charge: 22 February 2027, 09:00 UTC, $19.']],
  },
  {
    name: 'a card that expires next month',
    states: { 0: { ...active(month(1)), cardExpires: '2026-12' }, 30: active(month(2)) },
    charges: [0, 30],
    until: 45,
    sent: [[0, 'card-expires', 'expires at the end of December 2026']],
  },
  {
    name: 'a card that expires later and is changed in time',
    states: {
      0: { ...active(month(1)), cardExpires: '2027-02' },
      20: { cardExpires: '2031-01' },
      30: active(month(2)),
    },
    charges: [0, 30],
    until: 100,
    sent: [],
  },
  { name: 'a payment that never began', states: { 0: { ...ended, neverBegan: 'incomplete' } }, until: 10, sent: [] },
]

type Sent = { day: number; kind: string; text: string }

function play({ states, until, renewalNoticeDays = 30 }: Case) {
  let row = subscriptionRow({
    amount: 1900,
    currency: 'USD',
    interval: 'month',
    priceId: 'price_1',
    charges: true,
    startedAt,
  })
  const changes: Change[] = []
  const sent = new Map<string, Sent>()
  const told: number[] = []
  for (let hour = 0; hour <= until * 24; hour++) {
    const [day, now] = [hour / 24, on(hour / 24)]
    const state = states[day]
    if (state) {
      const before = changes.length > 0 ? row : null
      row = Object.assign(structuredClone(row), state)
      const kind = changeKind(before, row)
      if (kind) changes.unshift({ ...row, stamp: changes.length + 1, at: now })
      if (kind && emailKindOf(kind, before, row) === 'resumed') told.push(day)
    }
    for (const notice of noticesOf(row, changes, renewalNoticeDays).filter((one) => isDue(one, now))) {
      if (sent.has(notice.id)) continue
      const { kind, priceBefore } = notice
      const { text } = noticeEmail(kind, { ...emailFacts(row), priceBefore }, emailSender)
      sent.set(notice.id, { day, kind, text })
    }
  }
  return { sent: [...sent.values()], told, interval: row.interval as Interval }
}

describe('notices', () => {
  test.each(cases)('of $name', (history) => {
    const { sent } = play(history)
    expect(sent.map(({ day, kind }) => [day, kind])).toEqual(history.sent.map(([day, kind]) => [day, kind]))
    for (const [place, [, , words]] of history.sent.entries()) if (words) expect(sent[place]?.text).toContain(words)
  })

  test.each(cases)('leave no charge a surprise: $name', (history) => {
    const { sent, told, interval } = play(history)
    for (const [place, charge] of (history.charges ?? []).entries()) {
      const isPurchase = charge <= 3
      const isAnnounced = [
        ...sent.filter(({ kind }) => /trial|renewal|price|pause/.test(kind)).map(({ day }) => day),
        ...told,
      ].some((day) => day < charge && day >= charge - 45)
      const isMonthly = interval === 'month' && place > 0
      expect(isPurchase || isAnnounced || isMonthly, `the charge of day ${charge}`).toBe(true)
    }
  })

  test.each([
    [-3 * dayMs - 1000, false],
    [-3 * dayMs, true],
    [-dayMs - 1000, true],
    [-dayMs, false],
  ])('of a trial are due from three days until one day before: %i ms', (ms, isExpected) => {
    const row = subscriptionRow({ ...trial(7), charges: true, startedAt })
    const [notice] = noticesOf(row, [], 30)
    expect(notice && isDue(notice, new Date(on(7).getTime() + ms))).toBe(isExpected)
  })
})

test('no notice names the service’s purpose, and unknown details are left out', () => {
  const facts = { ...emailFacts(subscriptionRow()), hadTrial: true }
  for (const kind of [
    'trial-ending',
    'renewal',
    'payment-failed',
    'payment-reminder',
    'card-expires',
    'plan-ended',
  ] as const) {
    const { subject, text, html } = noticeEmail(kind, facts, emailSender)
    expect(`${subject} ${text} ${html}`).not.toMatch(/stutter|stammer|speech|therap|null|undefined|NaN|Invalid/i)
  }
})
