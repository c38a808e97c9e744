/** A call that comes every week at the same time UTC. */
export type WeeklyCall = {
  id: string
  /** 1 is Monday, 7 is Sunday, in UTC. */
  day: number
  /** Hours and minutes in UTC, `18:00`. */
  time: string
  minutes: number
  title: string
  /** For whom it is, in a sentence or two. */
  who: string
}

const dayLength = 86_400_000

/** The first instant at or after `from` at which the call begins. */
export function nextStart({ day, time }: Pick<WeeklyCall, 'day' | 'time'>, from: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const midnight = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate(), hours, minutes)
  const ahead = (day - from.getUTCDay() + 7) % 7
  const start = midnight + ahead * dayLength
  return new Date(start < from.getTime() ? start + 7 * dayLength : start)
}
