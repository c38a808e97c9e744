import { healthConsent } from '@/lib/contract/health-consent'
import { storageKeys } from '@/lib/site'
import { readFromLastHour, writeForAnHour } from './json-storage'

/** Remembers the tick across a redirect or an emailed link. */
export function storeHealthConsent(isGiven: boolean): void {
  writeForAnHour('localStorage', storageKeys.healthConsent, isGiven ? { version: healthConsent.version } : null)
}

/** The version that the visitor has just ticked. */
export function readHealthConsent(): string | null {
  const version = readFromLastHour('localStorage', storageKeys.healthConsent)?.version
  return typeof version === 'string' ? version : null
}
