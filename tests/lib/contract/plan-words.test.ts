import { expect, test } from 'vitest'
import { providers, store } from '@/lib/contract/plan'
import {
  appStoreOf,
  chargeWords,
  endingWords,
  laterEndOf,
  nextChargeOf,
  priceWords,
  storeName,
  trialDaysWords,
} from '@/lib/contract/plan-words'

test('shows a price with its currency and decimals', () => {
  expect(priceWords({ amount: 1900, currency: 'USD', interval: 'month' })).toBe('$19.00 a month')
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
  ['trialing', 'trial', 'period', 'trial'],
  ['trialing', null, 'period', 'period'],
  ['active', 'trial', 'period', 'period'],
  ['past_due', 'trial', null, null],
])('for %s, trial until %s, period until %s, charges at %s', (status, trialEnd, currentPeriodEnd, next) => {
  expect(nextChargeOf<string>({ status, trialEnd, currentPeriodEnd })).toBe(next)
})

test.each(['active', 'trialing'])('treats a cancelled %s plan as settled', (status) => {
  expect(endingWords({ status }, '5 December 2026')).toEqual({
    isPaid: true,
    until: ' until 5 December 2026',
    earlyEndNote: '',
    charges: 'It won’t renew, and nothing more will be charged.',
    chargeException: '',
  })
  expect(endingWords({ status }, '').until).toBe('')
})

test.each([
  ['an open invoice', { status: 'active', openInvoice: true as const }, '', ''],
  [
    'a confirmation that is missing',
    { status: 'past_due', paymentIssue: 'confirm' as const },
    ' at the latest',
    ' Its last payment still needs your confirmation, so it may end earlier.',
  ],
  [
    'a failure for unknown reasons',
    { status: 'past_due', paymentIssue: 'unknown' as const },
    ' at the latest',
    ' Its last payment didn’t go through, so it may end earlier.',
  ],
  ['a decline', { status: 'past_due' }, ' at the latest', ' Its last payment was declined, so it may end earlier.'],
])('says after %s that charges are possible', (_, plan, latest, earlyEndNote) => {
  expect(endingWords(plan, '5 December 2026')).toEqual({
    isPaid: false,
    until: ` until 5 December 2026${latest}`,
    earlyEndNote,
    charges: 'It won’t renew. An invoice that’s already open may still be charged.',
    chargeException: ', except for an invoice that’s already open',
  })
})

const price = { amount: 1900, currency: 'USD' }
const charge = (amount: number | null, at: string | null = 'then') => ({
  at,
  amount,
  currency: amount === null ? null : 'USD',
})

test.each([
  ['the price by default', { price }, '$19.00'],
  ['nothing if the charge may differ from the price', { price, adjusted: true }, null],
  ['the provider’s amount', { price, adjusted: true, nextCharge: charge(950) }, '$9.50'],
  ['the provider’s amount without a price', { price: null, nextCharge: charge(3800) }, '$38.00'],
  ['nothing without price and charge', { price, nextCharge: charge(0) }, '$0.00'],
  ['nothing if the provider names no amount', { price, nextCharge: charge(null) }, null],
  ['nothing without a further charge', { price, nextCharge: null }, null],
])('describes the next charge as %s', (_, plan, words) => {
  expect(chargeWords(plan)).toBe(words)
})

test('dates a charge only if it is certain', () => {
  const plan = { status: 'active', trialEnd: null, currentPeriodEnd: 'period' }
  expect(nextChargeOf<string>({ ...plan, nextCharge: charge(1, 'day') })).toBe('day')
  expect(nextChargeOf<string>({ ...plan, nextCharge: charge(null, null) })).toBeNull()
  expect(nextChargeOf<string>({ ...plan, nextCharge: null })).toBeNull()
})

test('gives a later end only to a renewing plan', () => {
  expect(laterEndOf({ isUnSubscribed: false, endsAt: 'then' })).toBe('then')
  expect(laterEndOf({ isUnSubscribed: true, endsAt: 'then' })).toBeNull()
  expect(laterEndOf({ isUnSubscribed: false })).toBeNull()
})

test.each([
  ['with an adjusted charge', { adjusted: true }, false],
  ['with a last charge pending', { adjusted: true, nextCharge: charge(700) }, false],
  ['with no charges according to the provider', { adjusted: true, nextCharge: null }, true],
  ['with no charges but an open invoice', { nextCharge: null, openInvoice: true }, false],
])('treats a plan cancelled %s as settled: %s', (_, change, isPaid) => {
  const words = endingWords({ status: 'active', ...change }, '5 December 2026')
  expect(words.isPaid).toBe(isPaid)
  expect(words.charges.includes('nothing more will be charged')).toBe(isPaid)
  if (!isPaid && !('openInvoice' in change)) expect(words.charges).toContain('If a last invoice follows')
})

test.each([
  ['a whole trial', '2026-12-02T12:00:00Z', '7 days left in your free trial'],
  ['a begun day', '2026-11-27T12:00:01Z', '3 days left in your free trial'],
  ['two whole days', '2026-11-27T12:00:00Z', '2 days left in your free trial'],
  ['a day and a moment', '2026-11-26T12:00:01Z', '2 days left in your free trial'],
  ['a whole day', '2026-11-26T12:00:00Z', 'Last day of your free trial'],
  ['a moment', '2026-11-25T12:00:01Z', 'Last day of your free trial'],
  ['nothing', '2026-11-25T12:00:00Z', ''],
  ['a past end', '2026-11-24T12:00:00Z', ''],
  ['an unknown end', null, ''],
  ['an unreadable end', 'soon', ''],
])('counts the days of a trial with %s left', (_, end, words) => {
  expect(trialDaysWords(end, new Date('2026-11-25T12:00:00Z'))).toBe(words)
})
