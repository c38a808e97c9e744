import { expect, test } from 'vitest'
import { provider, store } from '@/lib/contract/plan'
import { appStoreOf, endingWords, nextChargeOf, priceWords, storeName } from '@/lib/contract/plan-words'

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

test.each(['active', 'trialing'])('a %s plan that is cancelled is settled', (status) => {
  expect(endingWords({ status }, '5 December 2026')).toEqual({
    isPaid: true,
    until: ' until 5 December 2026',
    early: '',
    charges: 'It will not renew, and nothing more will be charged.',
    save: '',
  })
  expect(endingWords({ status }, '').until).toBe('')
})

test('one whose invoice is still to be charged keeps its day, and is not promised that nothing will be charged', () => {
  expect(endingWords({ status: 'active', openInvoice: true }, '5 December 2026')).toEqual({
    isPaid: false,
    until: ' until 5 December 2026',
    early: '',
    charges: 'It will not renew. An invoice that is already open may still be charged.',
    save: ', save for an invoice that is already open',
  })
})

test('one whose payment was declined is promised no day, and not that nothing will be charged', () => {
  expect(endingWords({ status: 'past_due' }, '5 December 2026')).toEqual({
    isPaid: false,
    until: ' until 5 December 2026 at the latest',
    early: ' Its last payment was declined, so it may end earlier.',
    charges: 'It will not renew. An invoice that is already open may still be charged.',
    save: ', save for an invoice that is already open',
  })
})
