'use client'
import { useSyncExternalStore } from 'react'
import { subscribeToNothing } from '@/components/ui/subscribe-to-nothing'
import { nextStart, type WeeklyCall } from '@/lib/contract/timetable'
import { type Clock, readClock, toLocalTime } from './call-time'

const utc: Clock = { language: 'en-GB', zone: 'UTC', twelve: false }

type Reader = { clock: Clock; now: Date }

/** Constant while the page is open; null if the zone is unknown. */
let known: Reader | null | undefined
function reader(): Reader | null {
  if (known !== undefined) return known
  const clock = readClock()
  return (known = clock && { clock, now: new Date() })
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
            {away
              ? ` (${toLocalTime(own.now, 0, own.clock).zone}), with UTC in the line below it.`
              : ' is UTC at present.'}
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
