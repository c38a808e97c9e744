'use client'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import { languageAttributes } from '@/lib/contract/format'
import { nextStart, type CallWords, type WeeklyCall } from '@/lib/contract/timetable'
import { type Clock, readClock, toLocalTime } from './call-time'

type Reader = { clock: Clock; now: Date }

/** Constant while the page is open. */
let known: Reader | undefined
const reader = (words: CallWords): Reader => (known ??= { clock: readClock(words), now: new Date() })

const strong = (words: ReactNode) => <b>{words}</b>

/** Rendered in UTC, then in the reader's time above UTC. */
export function Timetable({ calls, words }: { calls: readonly WeeklyCall[]; words: CallWords }) {
  const t = useTranslations('timetable')
  const utc: Clock = { words, twelve: false, offsetAt: () => 0 }
  const own = useBrowserValue(() => reader(words), null)
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
        {own && away && t.rich('above.away', { strong })}
        {own && !away && t.rich('above.atUtc', { strong })}
        {!own && t.rich('above.utc', { strong })}
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
                  {t.rich('weekdayFrom', {
                    ...local,
                    day: (words) => <span className="block">{words}</span>,
                  })}
                </time>
                <span className="mt-1 block text-sm text-muted">
                  {away ? t('worldTime', { weekday: world.weekday, time: world.start }) : t('utc')}
                </span>
              </p>
              <div>
                <h3 {...languageAttributes(call.lang)}>{call.title}</h3>
                <p {...languageAttributes(call.lang)} className="mt-1 max-w-128">
                  {call.who}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      <p className="mt-4 max-w-measure text-sm text-muted">{t('note')}</p>
    </>
  )
}
