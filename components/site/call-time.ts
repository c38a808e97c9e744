/**
 * Times of calls in words that the server prepared, because a browser's first formatter takes a tenth of a second on a
 * slow phone. The functions are also parts of an inline script, so they use no outside values.
 */
import type { CallWords } from '@/lib/contract/timetable'

export type Clock = {
  words: CallWords
  twelve: boolean
  /** Minutes from local time to UTC, as `Date.getTimezoneOffset` returns them. */
  offsetAt: (date: Date) => number
}

/** The visitor's clock. A browser that does not know its time zone is in UTC. */
export const readClock = (words: CallWords): Clock => ({
  words,
  twelve: new RegExp(words.twelveHour).test(navigator.language),
  offsetAt: (date) => date.getTimezoneOffset(),
})

type LocalTime = Record<'weekday' | 'day' | 'start' | 'end' | 'zone', string>

/** `zone` is the distance to UTC, such as `UTC+5:30`. */
export function toLocalTime(start: Date, minutes: number, { words, twelve, offsetAt }: Clock): LocalTime {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const fill = (template: string, values: Record<string, string | number>) =>
    template.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name))
  /** A date whose UTC fields are those of the local time. */
  const toLocal = (date: Date) => new Date(date.getTime() - offsetAt(date) * 60_000)
  const timeOf = (date: Date) => {
    const [hour, minute] = [date.getUTCHours(), twoDigits(date.getUTCMinutes())]
    if (!twelve) return `${twoDigits(hour)}:${minute}`
    return fill(words.halves[hour < 12 ? 0 : 1], { hour: hour % 12 || 12, minute })
  }
  const local = toLocal(start)
  const weekday = words.weekdays[local.getUTCDay()] ?? ''
  const east = -offsetAt(start)
  const [hours, rest] = [Math.floor(Math.abs(east) / 60), Math.abs(east) % 60]
  return {
    weekday,
    day: fill(words.days[local.getUTCMonth()] ?? '', { weekday, day: local.getUTCDate() }),
    start: timeOf(local),
    end: timeOf(toLocal(new Date(start.getTime() + minutes * 60_000))),
    zone: east === 0 ? 'UTC' : `UTC${east < 0 ? '\u2212' : '+'}${hours}${rest ? `:${twoDigits(rest)}` : ''}`,
  }
}
