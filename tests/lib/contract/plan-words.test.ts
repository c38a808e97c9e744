import { describe, expect, test } from 'vitest'
import { providers, store, type Subscription } from '@/lib/contract/plan'
import {
  appStoreOf,
  daysUntil,
  endedValues,
  endingValues,
  lastCharges,
  noPlan,
  planFacts,
  planTexts,
} from '@/lib/contract/plan-words'
import { translatorOf } from '@/lib/i18n/messages'
import { planWith } from '@/tests/components/session/gate-table'

const t = await translatorOf('en', 'plan')
const thankYou = await translatorOf('en', 'thankYou')
const factsOf = (change: Partial<Subscription> = {}, isUnSubscribed = false) =>
  planFacts(planWith({ isUnSubscribed }, change))

const charge = (amount: number | null, at: string | null = 'then', currency = 'USD') => ({
  nextCharge: { at, amount, currency: amount === null ? null : currency },
})

test('states nothing about no plan', () => {
  const facts = planFacts(noPlan)
  expect(facts).toMatchObject({
    renewsAt: null,
    lastDay: null,
    charge: { at: null, isUnknown: false },
    payment: null,
    neverBegan: null,
  })
  expect(planTexts(facts, t, 'en')).toEqual({ name: 'Your plan', price: null, amount: null })
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
  const facts = factsOf(change, isUnSubscribed)
  expect(facts.charge.isUnknown).toBe(isUnknown)
  expect(planTexts(facts, t, 'en').amount).toBe(amount)
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
  [{ neverBegan: 'incomplete' }, 'It was never completed.'],
  [{ neverBegan: 'future' }, 'It was cancelled before it started.'],
  [{}, 'It ended on 5 December 2026.'],
])('says of an ended plan with %j: %s', (change, words) => {
  const facts = factsOf({ status: 'canceled', ...change })
  expect(thankYou('ended.how', endedValues(facts, '5 December 2026'))).toBe(words)
})

describe('an ending plan', () => {
  const date = '5 December 2026'

  test.each(['active', 'trialing'] as const)('that is %s is settled', (status) => {
    const facts = factsOf({ status }, true)
    expect(facts.isSettled).toBe(true)
    expect(t('keepUntil', endingValues(facts, date))).toBe(`You keep your plan until ${date}.`)
    expect(t('keepUntil', endingValues(facts, ''))).toBe('You keep your plan for now.')
    expect(lastCharges(facts)).toBe('settled')
  })

  test.each<[string, Partial<Subscription>, string]>([
    ['an open invoice', { openInvoice: true }, ''],
    ['a decline', { status: 'past_due' }, ' at the latest'],
    ['a missing confirmation', { status: 'past_due', paymentIssue: 'confirm' }, ' at the latest'],
  ])('with %s may still be charged', (_, change, latest) => {
    const facts = factsOf(change, true)
    expect(facts.isSettled).toBe(false)
    expect(t('keepUntil', endingValues(facts, date))).toBe(`You keep your plan until ${date}${latest}.`)
    expect(lastCharges(facts)).toBe('openInvoice')
  })

  test.each<[string, Partial<Subscription>, boolean]>([
    ['an adjusted charge', { adjusted: true }, false],
    ['a last charge pending', { adjusted: true, ...charge(700) }, false],
    ['no charges according to the provider', { adjusted: true, nextCharge: null }, true],
    ['no charges but an open invoice', { nextCharge: null, openInvoice: true }, false],
  ])('with %s is settled: %s', (_, change, isSettled) => {
    const facts = factsOf(change, true)
    expect(facts.isSettled).toBe(isSettled)
    expect(lastCharges(facts)).toBe(isSettled ? 'settled' : change.openInvoice ? 'openInvoice' : 'lastInvoice')
  })
})

test.each([
  ['month', 1900, 'USD', 'Monthly', '$19 a month'],
  ['year', 18_000, 'JPY', 'Yearly', '¥18,000 a year'],
] as const)('names a plan by the %s', (interval, amount, currency, name, price) => {
  const facts = factsOf({ price: { id: 'p', interval, amount, currency } })
  expect(planTexts(facts, t, 'en')).toMatchObject({ name, price })
})

test('manages no plan of an app store', () => {
  const own: readonly string[] = providers.options
  expect(store.options.filter((each) => appStoreOf({ store: each }))).toEqual(
    store.options.filter((each) => !own.includes(each)),
  )
})

test.each([
  ['a whole trial', '2026-12-02T12:00:00Z', 7],
  ['a begun day', '2026-11-27T12:00:01Z', 3],
  ['a moment', '2026-11-25T12:00:01Z', 1],
  ['nothing', '2026-11-25T12:00:00Z', 0],
  ['an unknown end', null, 0],
])('counts the days of a trial with %s left', (_, end, days) => {
  expect(daysUntil(end, new Date('2026-11-25T12:00:00Z'))).toBe(days)
})
