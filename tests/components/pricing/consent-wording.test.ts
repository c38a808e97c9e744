import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { consentLine } from '@/components/pricing/terms'
import { consentWordings, type ConsentWording } from '@/lib/contract/plan-words'
import { offer, words } from './samples'

/**
 * Consent is stored by version, so the text of a version never changes. Other words need a new version and a line here.
 */
const pinned: Record<ConsentWording, string> = {
  '2026-11-21': '2006d48df7e98d4e9e90200c57353959db1ec57feface9fdbef11b1e30b7c862',
  '2026-11-22': 'af1112086e650003eb7f57db66c9dfdd5f46680d11ae8be52a9f5e843eb4d302',
  '2026-11-25': '4312ce9c87b1e67a4facf9d18a0fee8df1a0c3f515ad325d4c276027cdb1c3ba',
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

test('pins every version of the wording', () => {
  expect(Object.fromEntries(Object.entries(consentWordings).map(([version, text]) => [version, digest(text)]))).toEqual(
    pinned,
  )
})

const now = new Date('2026-11-22T12:00:00Z')

test.each([
  [offer(), true, '$19 a month', '', ' from 29 November 2026'],
  [offer(), false, '$19 a month', '', ' from today'],
  [
    offer({ interval: 'year', amount: 18000, currency: 'EUR', taxBehavior: 'exclusive', trialDays: 14 }),
    true,
    '€180 a year',
    ', plus tax,',
    ' from 6 December 2026',
  ],
])('shows the newest version, with price, tax and day', (sample, trial, price, tax, from) => {
  const newest = consentWordings[Object.keys(consentWordings).toSorted().at(-1) as ConsentWording]
  expect(consentLine(sample, trial, now, words)).toBe(
    newest.replace('{price}', price).replace('{tax}', tax).replace('{from}', from),
  )
})
