import type { Interval } from './plan'

/** Dates about money are in UTC everywhere, so that a charge has the same date for every reader. */
const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

type Moment = Date | string | null | undefined

function known(moment: Moment): Date | null {
  const date = moment ? new Date(moment) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}

/** `5 December 2026` in UTC; empty for an unknown date. */
export function day(moment: Moment): string {
  const date = known(moment)
  return date ? long.format(date) : ''
}

/** `5 December 2026, 02:00 UTC`, because the reader's own day may differ. */
export function dayAndHour(moment: Moment): string {
  const date = known(moment)
  return date ? `${long.format(date)}, ${clock.format(date)} UTC` : ''
}

export function daysFrom(start: Date, days: number): Date {
  const date = new Date(start)
  date.setUTCDate(date.getUTCDate() + days)
  return date
}

/** Like both providers: a day that the month does not have becomes its last day. */
export function periodAfter(first: Date, interval: Interval): Date {
  const months = interval === 'year' ? 12 : 1
  const next = new Date(first)
  next.setUTCDate(1)
  next.setUTCMonth(first.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(first.getUTCDate(), lastDay))
  return next
}
