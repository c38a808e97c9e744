import { describe, expect, test } from 'vitest'
import { providers, store, type Subscription } from '@/lib/contract/plan'
import {
  appStoreOf,
  endedWords,
  endingWords,
  noPlan,
  planFacts,
  priceWords,
  storeName,
  trialDaysWords,
} from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'

const factsOf = (change: Partial<Subscription> = {}, isUnSubscribed = false) =>
  planFacts(planWith({ isUnSubscribed }, change))

const charge = (amount: number | null, at: string | null = 'then', currency = 'USD') => ({
  nextCharge: { at, amount, currency: amount === null ? null : currency },
})

test('states nothing about no plan', () => {
  expect(planFacts(noPlan)).toMatchObject({
    name: 'Your plan',
    price: null,
    renewsAt: null,
    lastDay: null,
    charge: { at: null, amount: null, isUnknown: false },
    payment: null,
    neverBegan: null,
  })
})

test.each<[string, Partial<Subscription>, boolean, string | null, boolean]>([
  ['the price by default', {}, false, '$19', false],
  ['nothing if the charge may differ from the price', { adjusted: true }, false, null, true],
  ['the provider’s amount', { adjusted: true, ...charge(950) }, false, '$9.50', false],
  ['the provider’s amount without a price', { price: null, ...charge(3800) }, false, '$38', false],
  ['the provider’s currency', { adjusted: true, price: null, ...charge(2300, 'then', 'EUR') }, false, '€23', false],
  ['nothing to pay', charge(0), false, '$0', false],
  ['nothing if the provider names no amount', charge(null), false, null, true],
  ['nothing without a further charge', { nextCharge: null }, false, null, false],
  ['nothing of a cancelled plan without a preview', {}, true, null, false],
])('states the next charge as %s', (_, change, isUnSubscribed, amount, isUnknown) => {
  expect(factsOf(change, isUnSubscribed).charge).toMatchObject({ amount, isUnknown })
})

test.each<[Partial<Subscription>, string | null]>([
  [{ status: 'trialing', trialEnd: 'trial', currentPeriodEnd: 'period' }, 'trial'],
  [{ status: 'trialing', trialEnd: null, currentPeriodEnd: 'period' }, 'period'],
  [{ status: 'active', trialEnd: 'trial', currentPeriodEnd: 'period' }, 'period'],
  [{ status: 'past_due', trialEnd: 'trial', currentPeriodEnd: null }, null],
  [charge(1, 'day'), 'day'],
  [charge(null, null), null],
  [{ nextCharge: null }, null],
])('dates the next charge of %j at %s', (change, at) => {
  expect(factsOf(change).charge.at).toBe(at)
})

test('gives a later end only to a renewing plan', () => {
  expect(factsOf({ endsAt: 'then' }).lastDay).toBe('then')
  expect(factsOf({ endsAt: 'then' }, true).lastDay).toBeNull()
  expect(factsOf().lastDay).toBeNull()
})

test.each<[Partial<Subscription>, string]>([
  [{ neverBegan: 'incomplete' }, 'was never completed'],
  [{ neverBegan: 'future' }, 'was cancelled before it started'],
  [{}, 'ended on 5 December 2026'],
])('says of an ended plan with %j that it %s', (change, words) => {
  expect(endedWords(factsOf({ status: 'canceled', ...change }), '5 December 2026')).toBe(words)
})

describe('an ending plan', () => {
  test.each(['active', 'trialing'] as const)('that is %s is settled', (status) => {
    const facts = factsOf({ status }, true)
    expect(facts.isSettled).toBe(true)
    expect(endingWords(facts, '5 December 2026')).toEqual({
      until: ' until 5 December 2026',
      earlyEndNote: '',
      charges: 'It will not renew, and nothing more will be charged.',
      chargeException: '',
    })
    expect(endingWords(facts, '').until).toBe('')
  })

  const notes = {
    declined: ' Its last payment was declined, so it may end earlier.',
    confirm: ' Its last payment still needs your confirmation, so it may end earlier.',
    unknown: ' Its last payment failed, so it may end earlier.',
  }
  test.each<[string, Partial<Subscription>, string, string]>([
    ['an open invoice', { openInvoice: true }, '', ''],
    ['a decline', { status: 'past_due' }, ' at the latest', notes.declined],
    ['a missing confirmation', { status: 'past_due', paymentIssue: 'confirm' }, ' at the latest', notes.confirm],
    ['an unknown failure', { status: 'past_due', paymentIssue: 'unknown' }, ' at the latest', notes.unknown],
  ])('with %s may still be charged', (_, change, latest, earlyEndNote) => {
    const facts = factsOf(change, true)
    expect(facts.isSettled).toBe(false)
    expect(endingWords(facts, '5 December 2026')).toEqual({
      until: ` until 5 December 2026${latest}`,
      earlyEndNote,
      charges: 'It will not renew. An invoice that’s already open may still be charged.',
      chargeException: ', except for an invoice that’s already open',
    })
  })

  test.each<[string, Partial<Subscription>, boolean]>([
    ['an adjusted charge', { adjusted: true }, false],
    ['a last charge pending', { adjusted: true, ...charge(700) }, false],
    ['no charges according to the provider', { adjusted: true, nextCharge: null }, true],
    ['no charges but an open invoice', { nextCharge: null, openInvoice: true }, false],
  ])('with %s is settled: %s', (_, change, isSettled) => {
    const facts = factsOf(change, true)
    expect(facts.isSettled).toBe(isSettled)
    const { charges } = endingWords(facts, '5 December 2026')
    expect(charges.includes('nothing more will be charged')).toBe(isSettled)
    if (!isSettled && !change.openInvoice) expect(charges).toContain('If a last invoice follows')
  })
})

test('shows a price with its currency and decimals', () => {
  expect(priceWords({ amount: 1900, currency: 'USD', interval: 'month' })).toBe('$19 a month')
  expect(priceWords({ amount: 18000, currency: 'JPY', interval: 'year' })).toBe('¥18,000 a year')
})

test('names every store, and sells through no app store', () => {
  expect(store.options.map((each) => storeName[each])).toEqual([
    'Stripe',
    'Chargebee',
    'the Play Store',
    'the App Store',
  ])
  const own: readonly string[] = providers.options
  expect(store.options.filter((each) => appStoreOf({ store: each }))).toEqual(
    store.options.filter((each) => !own.includes(each)),
  )
})

test.each([
  ['a whole trial', '2026-12-02T12:00:00Z', '7 days left in your free trial'],
  ['a begun day', '2026-11-27T12:00:01Z', '3 days left in your free trial'],
  ['a moment', '2026-11-25T12:00:01Z', 'Last day of your free trial'],
  ['nothing', '2026-11-25T12:00:00Z', ''],
  ['an unknown end', null, ''],
])('counts the days of a trial with %s left', (_, end, words) => {
  expect(trialDaysWords(end, new Date('2026-11-25T12:00:00Z'))).toBe(words)
})
