import type { Interval } from './plan'

/** Emails and calendar files state billing dates in UTC. Pages show them in local time (`lib/browser/local-time.ts`). */
const longFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export type Moment = Date | string | null | undefined

export function parseDate(moment: Moment): Date | null {
  const date = moment ? new Date(moment) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}

/** `5 December 2026` in UTC; empty for an unknown date. */
export function day(moment: Moment): string {
  const date = parseDate(moment)
  return date ? longFormat.format(date) : ''
}

/** `2026-12` → `December 2026`. */
export const monthWords = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`))

/** With its time zone: a day begins at midnight UTC. */
export const instantOf = (iso: string): string => new Date(iso).toISOString()

/** `5 December 2026, 02:00 UTC`, because the reader's own day may differ. */
export function dayAndHour(moment: Moment): string {
  const date = parseDate(moment)
  return date ? `${longFormat.format(date)}, ${timeFormat.format(date)} UTC` : ''
}

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

/** `about a minute`, `about 56 minutes`. */
export function aboutMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
}

/**
 * Digits of the minor unit, as Stripe counts them (docs.stripe.com/currencies, read on 2026-11-22). Part of an inline
 * script.
 */
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
export function money(amount: number, currency: string): string {
  const value = amount / 10 ** decimalsOf(currency)
  const digits = Number.isInteger(value) ? 0 : decimalsOf(currency)
  const options = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  try {
    return new Intl.NumberFormat('en', options).format(value)
  } catch {
    return `${value.toFixed(digits)} ${currency}`
  }
}

/** The language of our own words. */
export const siteLanguage = 'en-GB'

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
