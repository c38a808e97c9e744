/** Times of calls by a clock. The functions are also parts of an inline script, so they use no outside values. */

export type Clock = { language: string; zone: string; twelve: boolean }

/** The visitor's clock, or null if the browser names no time zone or one that it does not know. */
export function readClock(language: string): Clock | null {
  try {
    const { timeZone, hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
    if (!timeZone) return null
    new Intl.DateTimeFormat(language, { timeZone }).format()
    return { language, zone: timeZone, twelve: hourCycle?.startsWith('h1') ?? false }
  } catch {
    return null
  }
}

type LocalTime = Record<'weekday' | 'day' | 'start' | 'end' | 'zone', string>

export function toLocalTime(start: Date, minutes: number, { language, zone, twelve }: Clock): LocalTime {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: zone, ...options })
  const hours = format({
    hour: twelve ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: twelve ? 'h12' : 'h23',
  })
  const hour = (date: Date) => hours.format(date).replace(/\s/g, '\u00a0')
  const named = format({ timeZoneName: 'longGeneric' }).formatToParts(start)
  return {
    weekday: format({ weekday: 'long' }).format(start),
    day: format({ weekday: 'long', day: 'numeric', month: 'short' }).format(start),
    start: hour(start),
    end: hour(new Date(start.getTime() + minutes * 60_000)),
    zone: named.find(({ type }) => type === 'timeZoneName')?.value ?? zone,
  }
}
