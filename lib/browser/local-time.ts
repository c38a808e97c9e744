/** Dates in the visitor's own time zone, for parts that only the browser renders. */
import { dateWords, perLocale } from '@/lib/contract/format'
import { dateLocale, defaultLocale, type Locale } from '@/lib/locales'

/** `5 December 2026`, and `5 December 2026, 03:00 CET`; empty for an unknown date. */
export const { day, dayAndHour } = dateWords()

const daysOfYear = perLocale((locale) => new Intl.DateTimeFormat(dateLocale(locale), { day: 'numeric', month: 'long' }))

/** `5 December`. */
export const dayOfYear = (moment: Date, locale: Locale = defaultLocale): string => daysOfYear(locale).format(moment)

const weekdays = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(dateLocale(locale), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
)

/** `Saturday 5 December at 19:00 CET`. */
export const weekdayAndHour = (date: Date, locale: Locale = defaultLocale): string => weekdays(locale).format(date)
