export type LocalTime = { weekday: string; start: string; end: string }

type ClockChange = {
  at: Date
  /** ISO day, in the person's zone. */
  day: string
  /** How much later a call in UTC is on the person's clock. */
  minutes: number
}

export type Clock = { zone: string; twelve: boolean }

const dayLength = 86_400_000

const format = (zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })

export function toLocalTime(start: Date, minutes: number, { zone, twelve }: Clock): LocalTime {
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

/** The zone's name, or its id if unknown. */
export function zoneName(zone: string, at: Date): string {
  try {
    const parts = format(zone, { timeZoneName: 'longGeneric' }).formatToParts(at)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? idInWords(zone)
  } catch {
    return idInWords(zone)
  }
}

const idInWords = (zone: string) => zone.replaceAll('_', ' ')

/** Minutes by which the zone's clocks are ahead of UTC. */
export function offsetAt(date: Date, zone: string): number {
  const text = format(zone, { timeZoneName: 'longOffset' }).format(date)
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

export function nextClockChange(from: Date, zone: string): ClockChange | null {
  const now = offsetAt(from, zone)
  for (let ahead = 1; ahead <= 366; ahead += 1) {
    // Clocks change at night, so it is over at this hour of the next day.
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
      // Swedish dates are ISO days.
      day: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(after),
      minutes,
    }
  }
  return null
}

export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest) return hours ? `${hours} h ${rest} min` : `${rest} minutes`
  return hours === 1 ? 'an hour' : `${hours} hours`
}
