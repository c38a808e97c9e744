'use client'
import { useSyncExternalStore } from 'react'
import { subscribeToNothing } from '@/components/ui/subscribe-to-nothing'
import { nextStart, type WeeklyCall } from '@/lib/contract/timetable'
import { offsetAt, readClock, toLocalTime, zoneName, type Clock, type LocalTime } from './local-time'

const utc: Clock = { zone: 'UTC', twelve: false }
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Reader = { clock: Clock; now: Date }

/** Constant while the page is open; null if the zone is unknown. */
let known: Reader | null | undefined
function reader(): Reader | null {
  if (known !== undefined) return known
  const clock = readClock()
  return (known = clock && { clock, now: new Date() })
}

function plain({ day, time, minutes }: WeeklyCall): LocalTime {
  const start = nextStart({ day, time }, new Date(0))
  return { ...toLocalTime(start, minutes, utc), weekday: days[day - 1] ?? '' }
}

/** Rendered in UTC, then in the reader's zone above UTC. It stays in UTC if the zone is unknown. */
export function Timetable({ calls }: { calls: readonly WeeklyCall[] }) {
  const own = useSyncExternalStore(subscribeToNothing, reader, () => null)
  const starts = own ? calls.map((call) => nextStart(call, own.now)) : []
  // During the week of a clock change, only some calls may be in UTC.
  const away = own && [own.now, ...starts].some((instant) => offsetAt(instant, own.clock.zone) !== 0)
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
        {calls.map((call, n) => {
          const world = plain(call)
          const start = starts[n]
          const local = own && start ? toLocalTime(start, call.minutes, own.clock) : world
          return (
            <li
              key={call.id}
              className="grid grid-cols-1 gap-x-10 gap-y-4 border-t border-hair py-6 md:grid-cols-[18rem_minmax(0,1fr)]"
            >
              <p className="tabular-nums">
                <time
                  dateTime={start?.toISOString() ?? call.time}
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
