import { useTranslations } from 'next-intl'
import { builtScript, inline } from '@/components/ui/inline'
import { nextStart, type CallWords, type WeeklyCall } from '@/lib/contract/timetable'
import { readClock, toLocalTime } from './call-time'

type Call = Pick<WeeklyCall, 'day' | 'time' | 'minutes' | 'title' | 'lang'>

/**
 * Turns the first call of the week, in UTC, into the visitor's next call: each `data-call` is a template of what
 * `toLocalTime` returns, and of the title.
 */
function showNextCall(clockOf: typeof readClock, startOf: typeof nextStart, localTimeOf: typeof toLocalTime) {
  const box = document.querySelector<HTMLElement>('[data-calls]')
  if (!box) return
  const now = new Date()
  const { calls, words } = JSON.parse(box.dataset.calls!) as { calls: Call[]; words: CallWords }
  const [next] = calls
    .map((call) => ({ ...call, start: startOf(call, now) }))
    .sort((one, other) => +one.start - +other.start)
  if (!next) return
  const time = localTimeOf(next.start, next.minutes, clockOf(words))
  const known: Record<string, string> = { ...time, title: next.title }
  for (const part of box.querySelectorAll<HTMLElement>('[data-call]'))
    part.textContent = part.dataset.call!.replace(/\{(\w+)\}/g, (name, key: string) => known[key] ?? name)
  box.querySelector<HTMLElement>('[data-title]')!.lang = next.lang ?? document.documentElement.lang
  box.querySelector('time')!.dateTime = next.start.toISOString()
}

/** Runs while the page is parsed, so that the first paint and hydration find the visitor's time. */
export const nextCallScript = builtScript('next-call', inline(showNextCall, readClock, nextStart, toLocalTime))

/** The next of the calls in the visitor's time. Rendered as the first one of a week, in UTC. */
export function NextCall({ calls, words }: { calls: readonly WeeklyCall[]; words: CallWords }) {
  const t = useTranslations('timetable')
  const [first] = calls
  if (!first) return null
  const clock = { words, twelve: false, offsetAt: () => 0 }
  const { weekday, start, end } = toLocalTime(nextStart(first, new Date(0)), first.minutes, clock)
  const becomes = (template: string) => ({ 'data-call': template, suppressHydrationWarning: true })
  const all = calls.map(({ day, time, minutes, title, lang }): Call => ({ day, time, minutes, title, lang }))
  return (
    <div data-calls={JSON.stringify({ calls: all, words })}>
      <p className="small-name" {...becomes(t('next'))}>
        {t('everyWeek')}
      </p>
      <p className="mt-1 text-xl tracking-tight tabular-nums sm:text-2xl">
        <time dateTime={first.time} suppressHydrationWarning>
          <span className="block" {...becomes('{day}')}>
            {weekday}
          </span>
          <span {...becomes(t('from', { start: '{start}', end: '{end}' }))}>{t('from', { start, end })}</span>
        </time>
      </p>
      <p className="mt-1 text-sm text-muted" {...becomes(t('yourTimeZone', { zone: '{zone}' }))}>
        {t('utc')}
      </p>
      <p className="mt-3 font-semibold" data-title lang={first.lang} {...becomes('{title}')}>
        {first.title}
      </p>
      <script dangerouslySetInnerHTML={{ __html: nextCallScript }} />
    </div>
  )
}
