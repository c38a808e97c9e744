/** Dates in the visitor's own time zone, for parts that only the browser renders. */
import { parseDate, type Moment } from '@/lib/contract/format'

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const hourFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })

/** `5 December 2026`; empty for an unknown date. */
export function day(moment: Moment): string {
  const date = parseDate(moment)
  return date ? dayFormat.format(date) : ''
}

const dayOfYearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** `5 December`. */
export const dayOfYear = (moment: Date): string => dayOfYearFormat.format(moment)

/** `5 December 2026, 03:00 CET`. */
export function dayAndHour(moment: Moment): string {
  const date = parseDate(moment)
  return date ? `${dayFormat.format(date)}, ${hourFormat.format(date)}` : ''
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** `Saturday 5 December at 19:00 CET`. */
export const weekdayAndHour = (date: Date): string => weekdayFormat.format(date)
