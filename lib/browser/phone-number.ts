/** Import dynamically, because the library is large. */
import {
  getCountries,
  getCountryCallingCode,
  ParseError,
  parsePhoneNumberWithError,
  type CountryCode,
  type PhoneNumber as Parsed,
} from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/metadata.min.json'
import { sentences } from '@/lib/contract/sentences'
import { numberIn } from './account-rules'

export type PhoneNumber = {
  e164: string
  code: string
  /** Undefined if countries share the code. */
  country: string | undefined
}

export type Origin = {
  country?: string
  code?: string
}

const countries = new Set<string>(getCountries(metadata))

/** Replaces the prefix 00 by a plus. */
const withPlus = (text: string) => text.replace(/^[\s(]*00[\s.\-/)]*(?=[1-9])/, '+')

function parsed(text: string, { country = '', code }: Origin): Parsed | 'unknown-code' | null {
  const from = countries.has(country)
    ? { defaultCountry: country as CountryCode }
    : code
      ? { defaultCallingCode: code }
      : {}
  try {
    return parsePhoneNumberWithError(text, { ...from, extract: false }, metadata)
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    return cause.message === 'INVALID_COUNTRY' && text.startsWith('+') ? 'unknown-code' : null
  }
}

/** An obsolete trunk or carrier prefix. */
const olderPrefix = /^(?:0\d{0,2}|[18])$/

/** Drops an obsolete prefix, such as Mexico's 044, if the rest is valid. */
function withoutOlderPrefix({ countryCallingCode: code, nationalNumber: digits }: Parsed): Parsed | null {
  for (const length of [1, 2, 3]) {
    if (!olderPrefix.test(digits.slice(0, length))) continue
    const rest = parsed(`+${code}${digits.slice(length)}`, {})
    if (rest instanceof Object && rest.countryCallingCode === code && rest.isValid()) return rest
  }
  return null
}

function settled(number: Parsed): Parsed | null {
  // The zero may be part of the number, as in Italy.
  const isWhole = number.isPossible() && (number.isValid() || !number.nationalNumber.startsWith('0'))
  return isWhole ? number : (withoutOlderPrefix(number) ?? (number.isPossible() ? number : null))
}

/**
 * Reads national and international numbers.
 * @returns `unknown-code` for an unassigned country code, null for anything else
 */
export function readPhone(text: string, origin: Origin = {}): PhoneNumber | 'unknown-code' | null {
  const plain = numberIn(text)
  const ways = [parsed(plain, origin), parsed(withPlus(plain), origin)]
  for (const way of ways) {
    const number = way instanceof Object ? settled(way) : null
    if (number) return { e164: number.number, code: number.countryCallingCode, country: number.country }
  }
  return ways.includes('unknown-code') ? 'unknown-code' : null
}

export function phoneNumber(text: string): string | null {
  const number = readPhone(text)
  return number instanceof Object ? number.e164 : null
}

export function phoneProblem(text: string): string | null {
  if (phoneNumber(text)) return null
  const digits = withPlus(numberIn(text)).replaceAll(/[\s().\-/\u2010-\u2015]/g, '')
  return /^\d+$/.test(digits) ? 'Begin with the country code, such as +44.' : sentences.wrongPhone
}

export type CountryLists = { whitelistedCountries?: string[]; blacklistedCountries?: string[] }

export function isSupported(
  { code, country }: PhoneNumber,
  { whitelistedCountries: white, blacklistedCountries: black }: CountryLists,
): boolean {
  const possible = country ? [country] : [...countries].filter((each) => codeOf(each) === code)
  const isIn = (list: string[]) => (each: string) => list.includes(each) || list.includes(`+${code}`)
  if (white?.length) return white.includes(`+${code}`) || possible.some(isIn(white))
  return !black?.length || (!black.includes(`+${code}`) && (possible.length === 0 || !possible.every(isIn(black))))
}

const codeOf = (country: string) => getCountryCallingCode(country as CountryCode, metadata) as string
