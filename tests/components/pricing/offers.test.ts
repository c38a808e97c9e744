import { expect, test } from 'vitest'
import { choicesOf, initialCurrency, requiredCurrency } from '@/components/pricing/offers'
import { currencyOfLanguage } from '@/lib/contract/format'
import type { Subscription } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'
import { offer, offers } from './samples'

test.each([
  ['en-GB', 'GBP'],
  ['de-DE', 'EUR'],
  ['en-US', 'USD'],
  ['', 'USD'],
])('chooses the currency for %j: %s', (language, currency) => {
  expect(currencyOfLanguage(language)).toBe(currency)
})

test('prefers the chosen price, then the local currency, USD, any other', () => {
  expect(initialCurrency(offers, 'en-US', 'stripe-year-GBP')).toBe('GBP')
  expect(initialCurrency(offers, 'en-GB', null)).toBe('GBP')
  expect(initialCurrency(offers, 'de-DE', 'gone')).toBe('USD')
  expect(initialCurrency([offer({ currency: 'EUR' })], 'en-US', null)).toBe('EUR')
})

const priceIn = (currency: string) => ({
  price: { id: 'price_1', amount: 1900, currency, interval: 'month' as const },
})
const planOf = (change: Partial<Subscription>) => planWith({ isUnSubscribed: true }, { ...priceIn('GBP'), ...change })
const past = { currentPeriodEnd: '2020-12-05T12:00:00.000Z' }

test.each([
  ['a running Stripe plan', planOf({}), 'GBP'],
  ['an unpaid plan', planOf({ status: 'unpaid' }), 'GBP'],
  ['a paused plan', planOf({ status: 'paused' }), 'GBP'],
  ['a plan without its first payment', planOf({ status: 'incomplete' }), null],
  ['an ended plan', planOf({ status: 'canceled', ...past }), null],
  ['a plan in a withdrawn currency', planOf(priceIn('EUR')), null],
  ['a plan without a known price', planOf({ price: null }), null],
  ['a Chargebee plan', planOf({ store: 'chargebee' }), null],
  ['no plan', noPlan, null],
])('restricts the next currency after %s', (_, plan, currency) => {
  expect(requiredCurrency(plan, offers)).toBe(currency)
})

test('has one offer per provider and interval, monthly first', () => {
  const choices = choicesOf(offers, 'GBP')
  expect(choices.map(({ interval }) => interval)).toEqual(['month', 'year'])
  expect(choices[1]?.offers.map(({ priceId }) => priceId)).toEqual(['stripe-year-GBP', 'chargebee-year-GBP'])
  expect(choices.map(({ shown }) => shown.provider)).toEqual(['stripe', 'stripe'])
  expect(choicesOf([offer({ provider: 'chargebee' })], 'USD')).toMatchObject([{ shown: { provider: 'chargebee' } }])
  expect(choicesOf(offers, 'JPY')).toEqual([])
})
