'use client'
import { useSyncExternalStore } from 'react'
import { subscribeToNothing } from '@/components/ui/subscribe-to-nothing'
import { nextStart, type WeeklyCall } from '@/lib/contract/timetable'

type LocalTime = { weekday: string; start: string; end: string }

type Clock = { zone: string; twelve: boolean }

const format = (zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })

/** The visitor's clock, or null if the browser names no time zone or one that it does not know. */
function readClock(): Clock | null {
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
const zoneName = (zone: string, at: Date): string | undefined =>
  format(zone, { timeZoneName: 'longGeneric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value

const utc: Clock = { zone: 'UTC', twelve: false }

type Reader = { clock: Clock; now: Date }

/** Constant while the page is open; null if the zone is unknown. */
let known: Reader | null | undefined
function reader(): Reader | null {
  if (known !== undefined) return known
  const clock = readClock()
  return (known = clock && { clock, now: new Date() })
}

const byStart = (one: { start: Date }, other: { start: Date }) => one.start.getTime() - other.start.getTime()

/** The next of the calls in the visitor's time. Rendered as the first one of a week, in UTC. */
export function NextCall({ calls }: { calls: readonly WeeklyCall[] }) {
  const own = useSyncExternalStore(subscribeToNothing, reader, () => null)
  const starts = calls.map((call) => ({ call, start: nextStart(call, own?.now ?? new Date(0)) }))
  const [next] = own ? starts.sort(byStart) : starts
  if (!next) return null
  const { call, start } = next
  const local = toLocalTime(start, call.minutes, own?.clock ?? utc)
  return (
    <>
      <p className="small-name">{own ? 'Next call' : 'Every week'}</p>
      <p className="mt-1 text-xl tracking-tight tabular-nums sm:text-2xl">
        <time dateTime={own ? start.toISOString() : call.time}>
          <span className="block">
            {own
              ? format(own.clock.zone, { weekday: 'long', day: 'numeric', month: 'short' }).format(start)
              : local.weekday}
          </span>
          {`${local.start} to ${local.end}`}
        </time>
      </p>
      <p className="mt-1 text-sm text-muted">{own ? `Your time (${zoneName(own.clock.zone, start)})` : 'UTC'}</p>
      <p className="mt-3 font-semibold">{call.title}</p>
    </>
  )
}

/** Rendered in UTC, then in the reader's zone above UTC. It stays in UTC if the zone is unknown. */
export function Timetable({ calls }: { calls: readonly WeeklyCall[] }) {
  const own = useSyncExternalStore(subscribeToNothing, reader, () => null)
  const rows = calls.map((call) => {
    const start = nextStart(call, own?.now ?? new Date(0))
    const world = toLocalTime(start, call.minutes, utc)
    const local = own ? toLocalTime(start, call.minutes, { ...own.clock, twelve: false }) : world
    return { call, start, world, isAway: local.weekday !== world.weekday || local.start !== world.start }
  })
  // During the week of a clock change, only some calls may be in UTC.
  const away = rows.some(({ isAway }) => isAway)
  return (
    <>
      <p className="min-h-[2lh] max-w-measure sm:min-h-lh">
        {own ? (
          <>
            <b>Your time</b>
            {away ? ` (${zoneName(own.clock.zone, own.now)}), with UTC in the line below it.` : ' is UTC at present.'}
          </>
        ) : (
          <>
            <b>UTC</b>, the time that clocks everywhere are set by.
          </>
        )}
      </p>
      <ul className="mt-6 border-b border-hair">
        {rows.map(({ call, start, world }) => {
          const local = own ? toLocalTime(start, call.minutes, own.clock) : world
          return (
            <li
              key={call.id}
              className="grid grid-cols-1 gap-x-10 gap-y-4 border-t border-hair py-6 md:grid-cols-[18rem_minmax(0,1fr)]"
            >
              <p className="tabular-nums">
                <time
                  dateTime={own ? start.toISOString() : call.time}
                  className="block text-xl leading-snug tracking-tight"
                >
                  <span className="block">{local.weekday}</span> {local.start} to {local.end}
                </time>
                <span className="mt-1 block text-sm text-muted">
                  {away ? `${world.weekday}, ${world.start} UTC` : 'UTC'}
                </span>
              </p>
              <div>
                <h3>{call.title}</h3>
                <p className="mt-1 max-w-128">{call.who}</p>
              </div>
            </li>
          )
        })}
      </ul>
      <p className="mt-4 max-w-measure text-sm text-muted">
        The calls keep their time in UTC. Where clocks change twice a year, they move by an hour on those days.
      </p>
    </>
  )
}
