import { localeOfTag, type Locale } from '@/lib/locales'
import { storageKeys } from '@/lib/site'
import { readFromLastHour, writeForAnHour } from './json-storage'
import { pageLocale } from './page-address'

/** Version of `consent.health` in `messages/<locale>/auth.json`, for all languages. A change of the words needs a new one. */
export const healthConsentVersion = '2026-11-28'

/** Remembers the tick, and the language of the words beside it, across a redirect or an emailed link. */
export function storeHealthConsent(isGiven: boolean): void {
  const consent = { version: healthConsentVersion, language: pageLocale() }
  writeForAnHour('localStorage', storageKeys.healthConsent, isGiven ? consent : null)
}

export function readHealthConsent(): { version: string; language: Locale } | null {
  const { version, language } = readFromLastHour('localStorage', storageKeys.healthConsent) ?? {}
  const locale = localeOfTag(String(language))
  return typeof version === 'string' && locale ? { version, language: locale } : null
}
