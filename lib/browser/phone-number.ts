/** Reads phone numbers. Import it dynamically: the library and its data are a chunk of their own. */
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
import { latinDigits, withoutUnseen } from './account-rules'

export type PhoneNumber = {
  e164: string
  /** Digits of the country's dialling code. */
  code: string
  /** Two letters; undefined where several countries share the code and the number does not tell which. */
  country: string | undefined
}

/** Where a national number is from. */
export type Origin = {
  /** Two letters. */
  country?: string
  /** Digits of the dialling code, for places that have one and no numbering plan of their own. */
  code?: string
}

const countries = new Set<string>(getCountries(metadata))

const simple = (text: string) =>
  latinDigits(withoutUnseen(text))
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^[\s(]+(?=\+)/, '')

/** The number with a plus where it begins with the international prefix that most countries share. */
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

/** What a trunk prefix or an older one of a carrier looks like, wherever it was in use. */
const olderPrefix = /^(?:0\d{0,2}|[18])$/

/** The number without a prefix that its country has given up, such as Mexico's 044, if it is valid without. */
function withoutOlderPrefix({ countryCallingCode: code, nationalNumber: digits }: Parsed): Parsed | null {
  for (const length of [1, 2, 3]) {
    if (!olderPrefix.test(digits.slice(0, length))) continue
    const rest = parsed(`+${code}${digits.slice(length)}`, {})
    if (rest instanceof Object && rest.countryCallingCode === code && rest.isValid()) return rest
  }
  return null
}

function settled(number: Parsed): Parsed | null {
  // A zero that leads a number which is valid so, as in Italy, is a part of it.
  const isWhole = number.isPossible() && (number.isValid() || !number.nationalNumber.startsWith('0'))
  return isWhole ? number : (withoutOlderPrefix(number) ?? (number.isPossible() ? number : null))
}

/**
 * Reads a number as people write it: national with trunk prefix, carrier code or extension, or international.
 * @returns `unknown-code` when no country has the dialling code, null for what cannot be a number
 */
export function readPhone(text: string, origin: Origin = {}): PhoneNumber | 'unknown-code' | null {
  const plain = simple(text)
  const ways = [parsed(plain, origin), parsed(withPlus(plain), origin)]
  for (const way of ways) {
    const number = way instanceof Object ? settled(way) : null
    if (number) return { e164: number.number, code: number.countryCallingCode, country: number.country }
  }
  return ways.includes('unknown-code') ? 'unknown-code' : null
}

/** A number with its dialling code in the form E.164; null when it cannot be one. */
export function phoneNumber(text: string): string | null {
  const number = readPhone(text)
  return number instanceof Object ? number.e164 : null
}

/** What is wrong with a typed phone number, or null. */
export function phoneProblem(text: string): string | null {
  if (phoneNumber(text)) return null
  const digits = withPlus(simple(text)).replaceAll(/[\s().\-/\u2010-\u2015]/g, '')
  return /^\d+$/.test(digits) ? 'Begin with the country code, such as +44.' : sentences.wrongPhone
}

/** Countries as a configuration lists them: two letters each, or a dialling code such as `+44`. */
export type CountryLists = { whitelistedCountries?: string[]; blacklistedCountries?: string[] }

/** Whether the lists let a number of this country in; a number that may be of several needs one of them. */
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
