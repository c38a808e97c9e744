import { dateLocale, defaultLocale, directionOf, langOf, numberLocale, type Locale } from '@/lib/locales'
import type { Source } from './content'
import type { Interval } from './plan'

type Moment = Date | string | null | undefined

function parseDate(moment: Moment): Date | null {
  const date = moment ? new Date(moment) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}

/** Makes a formatter once per language, because that is slow. */
export function perLocale<T>(make: (locale: Locale) => T): (locale: Locale) => T {
  const made = new Map<Locale, T>()
  return (locale) => {
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}

type DateWords = (moment: Moment, locale?: Locale) => string

/** Dates in a time zone, the reader's own by default. */
export function dateWords(timeZone?: string): { day: DateWords; dayAndHour: DateWords } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    perLocale((locale) => new Intl.DateTimeFormat(dateLocale(locale), { ...options, timeZone }))
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
  const [days, hours, both] = [format(date), format(time), format({ ...date, ...time })]
  const day: DateWords = (moment, locale = defaultLocale) => {
    const known = parseDate(moment)
    return known ? days(locale).format(known) : ''
  }
  return {
    day,
    dayAndHour: (moment, locale = defaultLocale) => {
      const known = parseDate(moment)
      if (!known) return ''
      // `Intl` would write `at` in English.
      return locale === 'en' ? `${day(known)}, ${hours(locale).format(known)}` : both(locale).format(known)
    },
  }
}

/**
 * `5 December 2026`, and `5 December 2026, 02:00 UTC`; empty for an unknown date. Emails and calendar files state
 * billing dates in UTC, because the reader's own day may differ. Pages show them in local time
 * (`lib/browser/local-time.ts`).
 */
export const { day, dayAndHour } = dateWords('UTC')

const months = perLocale(
  (locale) => new Intl.DateTimeFormat(dateLocale(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** `2026-12` → `December 2026`. */
export const monthWords = (month: string, locale: Locale = defaultLocale): string =>
  months(locale).format(new Date(`${month}-01T00:00:00Z`))

/** With its time zone: a day begins at midnight UTC. */
export const instantOf = (iso: string): string => new Date(iso).toISOString()

export function addDays(start: Date, days: number): Date {
  const date = new Date(start)
  date.setUTCDate(date.getUTCDate() + days)
  return date
}

/** Clamps to the last day of shorter months, as both providers do. */
export function addPeriod(first: Date, interval: Interval, count = 1): Date {
  const months = count * (interval === 'year' ? 12 : 1)
  const next = new Date(first)
  next.setUTCDate(1)
  next.setUTCMonth(first.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(first.getUTCDate(), lastDay))
  return next
}

/** As counted in “Try again in about 2 minutes”. */
export const wholeMinutes = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60))

/** Digits of the minor unit, as Stripe counts them (docs.stripe.com/currencies, read on 2026-11-22). */
export function decimalsOf(currency: string): number {
  if (/BIF|CLP|DJF|GNF|JPY|KMF|KRW|MGA|PYG|RWF|VND|VUV|XAF|XOF|XPF/.test(currency)) return 0
  return /BHD|JOD|KWD|OMR|TND/.test(currency) ? 3 : 2
}

/** Currency of the region in a language tag such as `en-GB`; USD by default. Part of an inline script. */
export function currencyOfLanguage(language: string): string {
  const region = /[-_]([A-Z]{2})\b/i.exec(language)?.[1]?.toUpperCase() ?? ''
  if (/GB|IM|JE|GG/.test(region)) return 'GBP'
  return /AT|BE|BG|CY|DE|EE|ES|FI|FR|GR|HR|IE|IT|LT|LU|LV|MT|NL|PT|SI|SK/.test(region) ? 'EUR' : 'USD'
}

/** `1900`, `USD` → `$19`; `1950` → `$19.50`. */
export function money(amount: number, currency: string, locale: Locale = defaultLocale): string {
  const value = amount / 10 ** decimalsOf(currency)
  const digits = Number.isInteger(value) ? 0 : decimalsOf(currency)
  const options = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  // Among words from right to left, a foreign currency's letters and sign would change places.
  const isOrdered = directionOf(locale) === 'ltr'
  try {
    const words = new Intl.NumberFormat(isOrdered ? numberLocale(locale) : 'en', options).format(value)
    return isOrdered ? words : `\u2066${words}\u2069`
  } catch {
    return `${value.toFixed(digits)} ${currency}`
  }
}

/** The language of our own words. */
const siteLanguage = langOf(defaultLocale)

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

type LanguageAttributes = { lang?: string; dir?: 'ltr' | 'rtl' }

/** The attributes of a text in a language; none for the page's own. */
export function languageAttributes(lang: string | undefined): LanguageAttributes {
  if (!lang) return {}
  return { lang, dir: rightToLeft.has(new Intl.Locale(lang).maximize().script ?? '') ? 'rtl' : 'ltr' }
}

export function isLanguage(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language.length > 0
  } catch {
    return false
  }
}

/** A language with its likeliest country, as Open Graph names it: `fr_FR`. */
export function openGraphLocale(lang: string | undefined): string {
  const { language, region } = new Intl.Locale(lang ?? siteLanguage).maximize()
  return region ? `${language}_${region}` : language
}

export const evidenceSummary = ({ design, size, limits }: Pick<Source, 'design' | 'size' | 'limits'>): string =>
  [design, size, limits].filter((part) => part !== null).join(' · ')

/** An address as words, such as `doi.org/10.1038/1`. */
export const displayAddress = (address: string): string => address.replace(/^https:\/\/(www\.)?|\/?(\?.*)?$/g, '')
