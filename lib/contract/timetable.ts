export type WeeklyCall = {
  id: string
  /** 1 is Monday, in UTC. */
  day: number
  /** `18:00`, in UTC. */
  time: string
  minutes: number
  title: string
  who: string
}

const dayLength = 86_400_000

export function nextStart({ day, time }: Pick<WeeklyCall, 'day' | 'time'>, from: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const midnight = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate(), hours, minutes)
  const daysAhead = (day - from.getUTCDay() + 7) % 7
  const start = midnight + daysAhead * dayLength
  return new Date(start < from.getTime() ? start + 7 * dayLength : start)
}
