export type LocalTime = { weekday: string; start: string; end: string }

export type Clock = { zone: string; twelve: boolean }

const format = (zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })

/** The visitor's clock, or null if the browser names no time zone or one that it does not know. */
export function readClock(): Clock | null {
  try {
    const { timeZone, hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
    if (!timeZone) return null
    format(timeZone, {})
    return { zone: timeZone, twelve: hourCycle?.startsWith('h1') ?? false }
  } catch {
    return null
  }
}

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

/** The zone's name in words. */
export const zoneName = (zone: string, at: Date): string | undefined =>
  format(zone, { timeZoneName: 'longGeneric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
