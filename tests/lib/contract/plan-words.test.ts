import { expect, test } from 'vitest'
import { providers, store } from '@/lib/contract/plan'
import { appStoreOf, priceWords, storeName, trialDaysWords } from '@/lib/contract/plan-words'

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
  ['a whole trial', '2026-12-02T12:00:00Z', '7 days left in your free trial'],
  ['a begun day', '2026-11-27T12:00:01Z', '3 days left in your free trial'],
  ['a whole day', '2026-11-26T12:00:00Z', 'Last day of your free trial'],
  ['a moment', '2026-11-25T12:00:01Z', 'Last day of your free trial'],
  ['nothing', '2026-11-25T12:00:00Z', ''],
  ['a past end', '2026-11-24T12:00:00Z', ''],
  ['an unknown end', null, ''],
])('counts the days of a trial with %s left', (_, end, words) => {
  expect(trialDaysWords(end, new Date('2026-11-25T12:00:00Z'))).toBe(words)
})
