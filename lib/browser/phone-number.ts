/** Import dynamically, because the library is large. */
import {
  getCountries,
  getCountryCallingCode,
  ParseError,
  parsePhoneNumberWithError,
  type CountryCode,
  type PhoneNumber as LibraryNumber,
} from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/metadata.min.json'
import { normalizePhone, type IdentitySentence } from './account-rules'

type PhoneNumber = {
  e164: string
  code: string
  /** Undefined if countries share the code. */
  country: string | undefined
}

type PhoneDefaults = {
  country?: string
  code?: string
}

const countries = new Set<string>(getCountries(metadata))

const withPlus = (text: string) => text.replace(/^[\s(]*00[\s.\-/)]*(?=[1-9])/, '+')

function parseNumber(text: string, { country = '', code }: PhoneDefaults): LibraryNumber | 'unknown-code' | null {
  const libraryDefaults = countries.has(country)
    ? { defaultCountry: country as CountryCode }
    : code
      ? { defaultCallingCode: code }
      : {}
  try {
    return parsePhoneNumberWithError(text, { ...libraryDefaults, extract: false }, metadata)
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    return cause.message === 'INVALID_COUNTRY' && text.startsWith('+') ? 'unknown-code' : null
  }
}

/** @returns `unknown-code` for an unassigned country code, null for anything else */
export function parsePhone(text: string, origin: PhoneDefaults = {}): PhoneNumber | 'unknown-code' | null {
  const plain = normalizePhone(text)
  const attempts = [parseNumber(plain, origin), parseNumber(withPlus(plain), origin)]
  for (const attempt of attempts) {
    if (attempt instanceof Object && attempt.isPossible())
      return { e164: attempt.number, code: attempt.countryCallingCode, country: attempt.country }
  }
  return attempts.includes('unknown-code') ? 'unknown-code' : null
}

export function e164Of(text: string): string | null {
  const number = parsePhone(text)
  return number instanceof Object ? number.e164 : null
}

export function phoneProblem(text: string): IdentitySentence | null {
  if (e164Of(text)) return null
  const digits = withPlus(normalizePhone(text)).replaceAll(/[\s().\-/\u2010-\u2015]/g, '')
  return /^\d+$/.test(digits) ? 'phoneCountryCode' : 'wrongPhone'
}

export type CountryLists = { whitelistedCountries?: string[]; blacklistedCountries?: string[] }

export function isSupported(
  { code, country }: PhoneNumber,
  { whitelistedCountries: allowed, blacklistedCountries: blocked }: CountryLists,
): boolean {
  const possibleCountries = country ? [country] : [...countries].filter((each) => callingCodeOf(each) === code)
  const isIn = (list: string[]) => (each: string) => list.includes(each) || list.includes(`+${code}`)
  if (allowed?.length) return allowed.includes(`+${code}`) || possibleCountries.some(isIn(allowed))
  return (
    !blocked?.length ||
    (!blocked.includes(`+${code}`) && (possibleCountries.length === 0 || !possibleCountries.every(isIn(blocked))))
  )
}

const callingCodeOf = (country: string) => getCountryCallingCode(country as CountryCode, metadata) as string
