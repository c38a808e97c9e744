import type { Interval } from './plan'

/*
 * A date about money is a date in UTC: on pages, in letters and in calendar files. In the zone of whoever reads or
 * writes it the same charge would be on one day here and on another there.
 */
const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

type Moment = Date | string | null | undefined

function known(moment: Moment): Date | null {
  const date = moment ? new Date(moment) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}

/** The day of a moment in UTC, `5 December 2026`; null and nonsense give an empty text. */
export function day(moment: Moment): string {
  const date = known(moment)
  return date ? long.format(date) : ''
}

/**
 * The same with the hour, `5 December 2026, 02:00 UTC`: a reader's own day may be another one, and a charge does not
 * wait for it.
 */
export function dayAndHour(moment: Moment): string {
  const date = known(moment)
  return date ? `${long.format(date)}, ${clock.format(date)} UTC` : ''
}

/** So many days later, at the same hour in UTC. */
export function daysFrom(start: Date, days: number): Date {
  const date = new Date(start)
  date.setUTCDate(date.getUTCDate() + days)
  return date
}

/**
 * A month or a year later, as both providers count it: a day that the month does not have is its last one.
 */
export function periodAfter(first: Date, interval: Interval): Date {
  const months = interval === 'year' ? 12 : 1
  const next = new Date(first)
  next.setUTCDate(1)
  next.setUTCMonth(first.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(first.getUTCDate(), lastDay))
  return next
}
