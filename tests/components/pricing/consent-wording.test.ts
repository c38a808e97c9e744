import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { consentLine } from '@/components/pricing/terms'
import { consentWording, consentWordings, type ConsentWording } from '@/lib/contract/plan-words'
import { messagesOf } from '@/lib/i18n/messages'
import { locales, type Locale } from '@/lib/locales'
import { offer, words } from './samples'

/**
 * Consent is stored by version and language, so no text of a version changes. Other words need a new version and a line
 * here, and a new language its hash.
 */
const pinned: Record<ConsentWording, Partial<Record<Locale, string>>> = {
  '2026-11-21': { en: '2006d48df7e98d4e9e90200c57353959db1ec57feface9fdbef11b1e30b7c862' },
  '2026-11-22': { en: 'af1112086e650003eb7f57db66c9dfdd5f46680d11ae8be52a9f5e843eb4d302' },
  '2026-11-25': {
    en: '4312ce9c87b1e67a4facf9d18a0fee8df1a0c3f515ad325d4c276027cdb1c3ba',
    es: '3aaddb7c4b828b1596fba0be6801b678a7f62dffe03c1f0bd6b83e3371ecc17c',
    'pt-BR': 'd00242a338118e4d683f649b90ba26ddd3018d79644114e5df0923f047ea5cf5',
    fr: '7dcae0ddda0bfd12bb2e0adad6d2d8ff0f05d275be2a66ed51401d59b503dbe4',
    de: 'c36269d1c0d09107e978abf5c6e3363417910c20ad0bb6726d1edf8bc1e9b1d0',
    ar: '2cc2f5146d1ac41da22ecac434b9b1a47bd552277d9b4b09117b177b757bd514',
  },
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

test.each(Object.entries(consentWordings))('pins the wording of %s', (version, text) => {
  expect(digest(text)).toBe(pinned[version as ConsentWording].en)
})

test.each(locales.filter((locale) => locale !== 'en'))('pins the newest wording in %s', async (locale) => {
  expect(digest((await messagesOf(locale)).plan.consent.current)).toBe(pinned[consentWording][locale])
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
  expect(consentLine(sample, trial, now, words)).toBe(
    consentWordings[consentWording].replace('{price}', price).replace('{tax}', tax).replace('{from}', from),
  )
})
