import { expect, test } from 'vitest'
import { consentLine, termsOf } from '@/components/pricing/terms'
import { offer } from './samples'

const now = new Date(2026, 10, 21, 12)

test('with a trial: nothing today, the first charge at its end', () => {
  expect(termsOf(offer(), true, now)).toEqual([
    { term: 'Today', value: 'Nothing', strong: true },
    { term: 'Free trial, 7 days, ends', value: '28 November 2026' },
    { term: 'First charge, 28 November 2026', value: '$19.00' },
    { term: 'Renews', value: '$19.00 a month, until you cancel' },
    { term: 'Tax', value: 'Included' },
    { term: 'To cancel', value: 'Two clicks on your profile. No phone call.' },
  ])
  expect(consentLine(offer(), true, now)).toContain('renews at $19.00 a month from 28 November 2026, until you cancel')
})

test.each([
  [offer(), false],
  [offer({ trialDays: 0 }), true],
])('without one the first charge is today', (sample, trial) => {
  expect(termsOf(sample, trial, now)[0]).toEqual({ term: 'Today, first charge', value: '$19.00', strong: true })
  expect(consentLine(sample, trial, now)).toContain('from today')
})

test('while it is not known whether there is a trial, neither today nor the first charge is promised', () => {
  const [today, first, renews] = termsOf(offer(), null, now)
  expect(today).toEqual({ term: 'Today', value: 'Depends on your account', strong: true })
  expect(first).toEqual({ term: 'First charge', value: 'Shown here before you pay' })
  expect(renews?.term).toBe('Renews')
})

test.each([
  ['exclusive', 'Added at checkout, before you pay'],
  ['unspecified', 'Shown at checkout, before you pay'],
] as const)('tax that is %s: %s', (taxBehavior, words) => {
  expect(termsOf(offer({ taxBehavior }), true, now)).toContainEqual({ term: 'Tax', value: words })
})
