import { expect, test } from 'vitest'
import { provider, store } from '@/lib/contract/plan'
import { appStoreOf, nextChargeOf, priceWords, storeName } from '@/lib/contract/plan-words'

test('a price is said with its unit, whatever the currency’s smallest unit', () => {
  expect(priceWords({ amount: 1900, currency: 'USD', interval: 'month' })).toBe('$19.00 a month')
  expect(priceWords({ amount: 18000, currency: 'JPY', interval: 'year' })).toBe('¥18,000 a year')
})

test('every store has a name, and an app store is one through which this site does not sell', () => {
  expect(store.options.map((each) => storeName[each])).toEqual([
    'Stripe',
    'Chargebee',
    'the Play Store',
    'the App Store',
  ])
  const own: readonly string[] = provider.options
  expect(store.options.filter((each) => appStoreOf({ store: each }))).toEqual(
    store.options.filter((each) => !own.includes(each)),
  )
})

test.each([
  ['trialing', 'trial', 'period', 'trial'],
  ['trialing', null, 'period', 'period'],
  ['active', 'trial', 'period', 'period'],
  ['past_due', 'trial', null, null],
])('%s, with a trial to %s and a period to %s, is charged at %s', (status, trialEnd, currentPeriodEnd, next) => {
  expect(nextChargeOf<string>({ status, trialEnd, currentPeriodEnd })).toBe(next)
})
