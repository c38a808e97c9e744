import { expect, test } from 'vitest'
import { choicesOf, currenciesOf, currencyOf, firstCurrency, shownOffer } from '@/components/pricing/offers'
import { offer, offers } from './samples'

test.each([
  ['en-GB', 'GBP'],
  ['de-DE', 'EUR'],
  ['pt-PT', 'EUR'],
  ['en-US', 'USD'],
  ['zh-Hant-TW', 'USD'],
  ['fr', 'USD'],
  ['', 'USD'],
])('the region of %j pays in %s', (language, currency) => {
  expect(currencyOf(language)).toBe(currency)
})

test('begins with the price chosen before, else the visitor’s own currency, else dollars, else any', () => {
  expect(firstCurrency(offers, 'en-US', 'stripe-year-GBP')).toBe('GBP')
  expect(firstCurrency(offers, 'en-GB', null)).toBe('GBP')
  expect(firstCurrency(offers, 'de-DE', 'gone')).toBe('USD')
  expect(firstCurrency([offer({ currency: 'EUR' })], 'en-US', null)).toBe('EUR')
})

test('currencies are listed once, dollars first', () => {
  expect(currenciesOf([offer({ currency: 'GBP' }), offer({ currency: 'EUR' }), ...offers])).toEqual([
    'USD',
    'EUR',
    'GBP',
  ])
})

test('a plan has one offer of each provider, monthly before yearly, and shows the card’s price', () => {
  const choices = choicesOf(offers, 'GBP')
  expect(choices.map(({ interval }) => interval)).toEqual(['month', 'year'])
  expect(choices[1]?.offers.chargebee?.priceId).toBe('chargebee-year-GBP')
  expect(choices.map((choice) => shownOffer(choice)?.provider)).toEqual(['stripe', 'stripe'])
  expect(choicesOf([offer({ provider: 'chargebee' })], 'USD').map(shownOffer)).toMatchObject([
    { provider: 'chargebee' },
  ])
  expect(choicesOf(offers, 'JPY')).toEqual([])
})
