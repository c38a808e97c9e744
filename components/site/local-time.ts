/** When a call begins and ends on somebody's clock. */
export type LocalTime = { weekday: string; start: string; end: string }

/** How a person's clock differs from UTC after its next change. */
type ClockChange = {
  /** When it is over, to the minute. */
  at: Date
  /** ISO day, in the person's zone, on which the clock is first different. */
  day: string
  /** Minutes by which a call that keeps its time UTC moves on the person's clock: later when positive. */
  minutes: number
}

/** A person's clock: an IANA zone, and whether hours run to 12 or to 24. */
export type Clock = { zone: string; twelve: boolean }

const dayLength = 86_400_000

const format = (zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })

/** The instant on the clock of a zone. Names of days are English, as the page is. */
export function onClock(start: Date, minutes: number, { zone, twelve }: Clock): LocalTime {
  const time = format(zone, { hour: 'numeric', minute: '2-digit', hourCycle: twelve ? 'h12' : 'h23' })
  const say = (date: Date) => {
    const text = time.format(date).replace(/\s/g, '\u00a0')
    return twelve ? text : text.padStart(5, '0')
  }
  return {
    weekday: format(zone, { weekday: 'long' }).format(start),
    start: say(start),
    end: say(new Date(start.getTime() + minutes * 60_000)),
  }
}

/** A zone as people call it, `India Standard Time`; its id, which may be an outdated one, where no name is known. */
export function zoneName(zone: string, at: Date): string {
  try {
    const parts = format(zone, { timeZoneName: 'longGeneric' }).formatToParts(at)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? idInWords(zone)
  } catch {
    // An older browser does not know this kind of name.
    return idInWords(zone)
  }
}

const idInWords = (zone: string) => zone.replaceAll('_', ' ')

/** Minutes that a zone is ahead of UTC at an instant. */
export function offsetAt(date: Date, zone: string): number {
  const part = Object.fromEntries(
    format(zone, {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - date.getTime()) / 60_000)
}

/** The next change of a zone's clock within a year, or null where it does not change. */
export function nextChange(from: Date, zone: string): ClockChange | null {
  const now = offsetAt(from, zone)
  for (let ahead = 1; ahead <= 366; ahead += 1) {
    // Clocks change at night: at the same hour of the next day the change is over.
    const date = new Date(from.getTime() + ahead * dayLength)
    const minutes = offsetAt(date, zone) - now
    if (minutes === 0) continue
    let [before, after] = [date.getTime() - dayLength, date.getTime()]
    while (after - before > 60_000) {
      const middle = (before + after) / 2
      if (offsetAt(new Date(middle), zone) === now) before = middle
      else after = middle
    }
    return {
      at: new Date(after),
      day: format(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(after).reduce(isoDay, ''),
      minutes,
    }
  }
  return null
}

/** Puts the parts of a date, which come as day, month, year, into the order of ISO 8601. */
function isoDay(day: string, { type, value }: Intl.DateTimeFormatPart): string {
  if (type === 'literal') return day
  return day ? `${value}-${day}` : value
}

/** Minutes in words: `an hour`, `30 minutes`. */
export function inWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest) return hours ? `${hours} h ${rest} min` : `${rest} minutes`
  return hours === 1 ? 'an hour' : `${hours} hours`
}
