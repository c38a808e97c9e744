export type WeeklyCall = {
  id: string
  /** 1 is Monday, in UTC. */
  day: number
  /** `18:00`, in UTC. */
  time: string
  minutes: number
  title: string
  who: string
  /** Of title and text, where it is not the page's. */
  lang?: string
}

/** Words of a language for times of calls. */
export type CallWords = {
  /** From Sunday. */
  weekdays: string[]
  /** A day of each month: `{weekday} {day} Nov`. */
  days: string[]
  /** A time in the 12-hour clock, before and after noon: `{hour}:{minute} am`. */
  halves: [string, string]
  /** Pattern of the language tags, such as `en-US`, whose people use the 12-hour clock. */
  twelveHour: string
}

/** Also a part of an inline script, so it uses no outside values. */
export function nextStart({ day, time }: Pick<WeeklyCall, 'day' | 'time'>, from: Date): Date {
  const week = 604_800_000
  const [hours, minutes] = time.split(':').map(Number)
  // 5 January 1970 was a Monday.
  const first = Date.UTC(1970, 0, 4 + day, hours, minutes)
  return new Date(first + Math.ceil((from.getTime() - first) / week) * week)
}
