export { money } from '@/lib/contract/money'

const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** A moment as a date in the reader's own time zone, `5 December 2026`; null and nonsense give an empty text. */
export function day(moment: Date | string | null | undefined): string {
  const date = moment ? new Date(moment) : null
  return date && !Number.isNaN(date.getTime()) ? long.format(date) : ''
}

export function daysFrom(start: Date, days: number): Date {
  const date = new Date(start)
  date.setDate(date.getDate() + days)
  return date
}
