import { expect, test } from 'vitest'
import { differenceOf, termsSummary, termsOf } from '@/components/pricing/terms'
import { offer } from './samples'

const now = new Date('2026-11-21T12:00:00Z')

test('with a trial: nothing today, first charge and renewal at its end', () => {
  expect(termsOf(offer(), true, now)).toEqual([
    { term: 'Today', value: 'Nothing', strong: true },
    { term: 'Free trial, 7 days, ends', value: '28 November 2026' },
    { term: 'First charge, 28 November 2026', value: '$19' },
    { term: 'Renews, 28 December 2026', value: '$19 a month, until you cancel' },
    { term: 'Tax', value: 'Included' },
    { term: 'To cancel', value: 'Two clicks on your profile. No phone call.' },
  ])
})

test.each([
  [{}, false, 'Renews, 21 December 2026'],
  [{ trialDays: 0 }, true, 'Renews, 21 December 2026'],
  [{ interval: 'year' }, false, 'Renews, 21 November 2027'],
] as const)('charges today without a trial: %j, eligible %s', (change, trial, renews) => {
  const [today, next] = termsOf(offer(change), trial, now)
  expect(today).toEqual({ term: 'Today, first charge', value: '$19', strong: true })
  expect(next?.term).toBe(renews)
})

test('promises no day or charge while the trial is unknown', () => {
  const [today, first, renews] = termsOf(offer(), null, now)
  expect(today).toEqual({ term: 'Today', value: 'Depends on your account', strong: true })
  expect(first).toEqual({ term: 'First charge', value: 'Shown here before you pay' })
  expect(renews?.term).toBe('Renews')
})

test.each([
  ['inclusive', 'Included', '$19'],
  ['exclusive', 'Added at checkout, before you pay', '$19, plus tax'],
  ['unspecified', 'Shown at checkout, before you pay', '$19'],
] as const)('describes %s tax: %s', (taxBehavior, words, amount) => {
  const rows = termsOf(offer({ taxBehavior }), true, now)
  expect(rows).toContainEqual({ term: 'Tax', value: words })
  expect(rows).toContainEqual({ term: 'First charge, 28 November 2026', value: amount })
})

test('lists only the terms in which the other provider differs', () => {
  const differs = (change: Parameters<typeof offer>[0]) => differenceOf(offer(), offer(change), true, now)
  expect(differs({ provider: 'chargebee' })).toBe('')
  expect(differs({ taxBehavior: 'unspecified' })).toBe('tax is shown at checkout, before you pay')
  expect(differs({ amount: 2000, trialDays: 14 })).toBe(
    'free trial, 14 days, ends: 5 December 2026; first charge, 5 December 2026: $20; ' +
      'renews, 5 January 2027: $20 a month, until you cancel',
  )
})

test.each([
  [offer(), true, '$0 today, then $19 a month from 28 November.'],
  [offer(), false, '$19 today, then $19 a month from 21 December 2026.'],
  [offer({ interval: 'year', amount: 18050 }), false, '$180.50 today, then $180.50 a year from 21 November 2027.'],
  [offer({ trialDays: 0 }), true, '$19 today, then $19 a month from 21 December 2026.'],
  [offer({ taxBehavior: 'exclusive' }), true, '$0 today, then $19 a month from 28 November, plus tax.'],
  [offer(), null, 'You’ll see what is due today before you pay.'],
] as const)('summarises the terms in one line', (sample, trial, words) => {
  expect(termsSummary(sample, trial, now)).toBe(`${words} Cancel online any time.`)
})
