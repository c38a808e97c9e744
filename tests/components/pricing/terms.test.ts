import { expect, test, vi } from 'vitest'
import { differenceOf, milestonesOf, termsSummary } from '@/components/pricing/terms'
import { offer, words } from './samples'

const now = new Date('2026-11-21T12:00:00Z')

const lines = (...[of, trial]: [Parameters<typeof milestonesOf>[0], boolean | null]) =>
  milestonesOf(of, trial, now, words).map(({ when, what }) => `${when}: ${what}`)

test.each<[string, Parameters<typeof offer>[0], boolean | null, string[]]>([
  [
    'a free trial, with its reminder',
    {},
    true,
    [
      'Today: Nothing to pay. Your seven days begin.',
      '25 November 2026: We email you a reminder',
      '28 November 2026: First charge: $19',
      '28 December 2026: Renews at $19 a month, until you cancel',
    ],
  ],
  [
    'a trial too short for a reminder, with tax on top',
    { trialDays: 1, taxBehavior: 'exclusive' },
    true,
    [
      'Today: Nothing to pay. Your one day begins.',
      '22 November 2026: First charge: $19, plus tax',
      '22 December 2026: Renews at $19 a month, plus tax, until you cancel',
    ],
  ],
  [
    'a used trial',
    { interval: 'year' },
    false,
    ['Today: First charge: $19', '21 November 2027: Renews at $19 a year, until you cancel'],
  ],
  [
    'no trial',
    { trialDays: 0 },
    true,
    ['Today: First charge: $19', '21 December 2026: Renews at $19 a month, until you cancel'],
  ],
  [
    'an unknown plan, without a day or a charge',
    {},
    null,
    [
      'Today: Depends on your account',
      'First charge: Shown here before you pay',
      'Later: Renews at $19 a month, until you cancel',
    ],
  ],
])('lists what happens when: %s', (_, change, trial, expected) => {
  expect(lines(offer(change), trial)).toEqual(expected)
})

test('dates are the reader’s own', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  vi.resetModules()
  return import('@/lib/browser/local-time')
    .then(({ day }) => expect(day(now)).toBe('22 November 2026'))
    .finally(() => vi.unstubAllEnvs())
})

test('lists only the terms in which the other provider differs', () => {
  const differs = (change: Parameters<typeof offer>[0]) => differenceOf(offer(), offer(change), true, now, words)
  expect(differs({ provider: 'chargebee' })).toBe('')
  expect(differs({ taxBehavior: 'unspecified' })).toBe('any tax is shown before you pay')
  expect(differs({ amount: 2000 })).toBe(
    '28 November 2026: First charge: $20; 28 December 2026: Renews at $20 a month, until you cancel',
  )
})

test.each([
  [7, 'Seven days free. Then choose.'],
  [14, '14 days free. Then choose.'],
  [1, 'One day free. Then choose.'],
  [0, 'Choose your plan.'],
])('heads plans with %i free days', (days, title) => {
  expect(words.t('planTitle', { days })).toBe(title)
})

test.each([
  [offer(), true, '$0 today, then $19 a month from 28 November.'],
  [offer(), false, '$19 today, then $19 a month from 21 December 2026.'],
  [offer({ interval: 'year', amount: 18050 }), false, '$180.50 today, then $180.50 a year from 21 November 2027.'],
  [offer({ trialDays: 0 }), true, '$19 today, then $19 a month from 21 December 2026.'],
  [offer({ taxBehavior: 'exclusive' }), true, '$0 today, then $19 a month from 28 November, plus tax.'],
  [offer(), null, 'You’ll see what is due today before you pay.'],
] as const)('summarises the terms in one line', (sample, trial, terms) => {
  expect(termsSummary(sample, trial, now, words)).toBe(`${terms} Cancel online any time.`)
})
