import { existsSync } from 'node:fs'
import { join } from 'node:path'
import etag from 'etag'
import ical, { ICalEventTransparency } from 'ical-generator'
import * as z from 'zod'
import file from '@/content/timetable.json'
import sample from '@/content/timetable.sample.json'
import { nextStart, type CallWords, type WeeklyCall } from '@/lib/contract/timetable'
import { translatorOf } from '@/lib/i18n/messages'
import { dateLocale, defaultLocale, langOf, localPath, type Locale } from '@/lib/locales'
import { defaultHosts, paths, siteName } from '@/lib/site'
import { serviceFacts } from '@/lib/service-facts'
import { absoluteUrl } from '@/lib/site-settings'
import { readLocalJson } from '@/lib/content/content-files'

const call: z.ZodType<WeeklyCall> = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  day: z.number().int().min(1).max(7),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  minutes: z.number().int().positive().max(240),
  title: z.string().min(1),
  who: z.string().min(1),
})

const schema = z.strictObject({
  /** The timestamp and revision of calendar entries. */
  changed: z.iso.datetime(),
  calls: z.array(call).refine((calls) => new Set(calls.map(({ id }) => id)).size === calls.length, 'has an id twice'),
})

export type OwnTimetable = z.infer<typeof schema> & { isSample: boolean }

export function readTimetable(value: unknown, isSample = false): OwnTimetable {
  const table = schema.parse(value)
  const order = ({ day, time }: WeeklyCall) => `${day} ${time}`
  return { ...table, calls: table.calls.toSorted((one, other) => order(one).localeCompare(order(other))), isSample }
}

const isSample = serviceFacts().sample !== undefined

const english = readTimetable(isSample ? sample : file, isSample)

const textsSchema = z.object({
  calls: z.array(z.object({ id: z.string(), title: z.string().min(1), who: z.string().min(1) })),
})

/** The texts of `content/<locale>`, if it has the file. */
function textsOf(locale: Locale) {
  const name = isSample ? 'timetable.sample.json' : 'timetable.json'
  const exists = existsSync(join(process.cwd(), 'content', locale, name))
  return exists ? textsSchema.parse(readLocalJson(locale, name)).calls : []
}

/** The calls with the texts of another language; one without them stays in English. */
export const translateCalls = (calls: readonly WeeklyCall[], texts: ReturnType<typeof textsOf>): WeeklyCall[] =>
  calls.map((call) => {
    const own = texts.find(({ id }) => id === call.id)
    return own ? { ...call, ...own } : { ...call, lang: langOf(defaultLocale) }
  })

/** The owner's calls, or samples where the facts about the service are samples. Empty until the owner adds some. */
export const timetable = (locale: Locale): OwnTimetable =>
  locale === defaultLocale ? english : { ...english, calls: translateCalls(english.calls, textsOf(locale)) }

/** After CLDR 48, `timeData`. */
const twelveHour =
  '^(?:en|ar|hi|ko|(?!fr-).*-(?:A[EGLRSU]|B[BDHMNOST]|C[ALORUY]|D[JMOZ]|E[CGHRT]|F[JM]|G[DHMRTUY]|H[KN]|I[NQ]|J[MO]|K[HIMNPRWY]|L[BCRSY]|M[HOPRWXY]|N[AIZ]|OM|P[AEGHKRSWY]|QA|S[ABDGLOSVYZ]|T[CDNOTW]|U[MSY]|V[CEGIU]|WS|YE|ZM))$'

export function callWords(locale: Locale): CallWords {
  const template = (date: Date, replaced: string[], options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(locale), { timeZone: 'UTC', ...options })
      .formatToParts(date)
      .map(({ type, value }) => (replaced.includes(type) ? `{${type}}` : value))
      .join('')
  const half = (hour: number) =>
    template(new Date(Date.UTC(1970, 0, 1, hour)), ['hour', 'minute'], { timeStyle: 'short', hourCycle: 'h12' })
      // A time never breaks over two lines.
      .replace(/\s/g, '\u00a0')
  return {
    // 4 January 1970 was a Sunday.
    weekdays: Array.from({ length: 7 }, (_, day) =>
      template(new Date(Date.UTC(1970, 0, 4 + day)), [], { weekday: 'long' }),
    ),
    days: Array.from({ length: 12 }, (_, month) =>
      template(new Date(Date.UTC(1970, month)), ['weekday', 'day'], {
        weekday: 'long',
        day: 'numeric',
        month: 'short',
      }),
    ),
    halves: [half(0), half(12)],
    twelveHour,
  }
}

const weeks = 4
const dayLength = 86_400_000

/** The next weeks as iCalendar (RFC 5545), in UTC. Ids are stable, so importing again updates entries. */
export async function timetableCalendar(
  { changed: changedAt, calls, isSample }: OwnTimetable,
  locale: Locale,
  now = new Date(),
): Promise<string> {
  const t = await translatorOf(locale, 'callCalendar')
  const page = absoluteUrl(localPath(paths.sessions, locale))
  const changed = new Date(changedAt)
  const calendar = ical({
    name: t('name', { site: siteName }),
    prodId: { company: siteName, product: 'Timetable', language: locale.toUpperCase() },
    url: page,
  })
  const entries = calls
    .flatMap((call) => {
      const first = nextStart(call, now).getTime()
      return Array.from({ length: weeks }, (_, week) => ({ ...call, start: first + week * 7 * dayLength }))
    })
    .toSorted((one, other) => one.start - other.start)
  for (const { id, day, minutes, title, who, start } of entries) {
    // The week is the id, so that a call moved within its week stays the same entry.
    const monday = new Date(start - (day - 1) * dayLength).toISOString().slice(0, 10)
    calendar.createEvent({
      id: `${id}-${monday}@${defaultHosts.main}`,
      stamp: changed,
      lastModified: changed,
      sequence: changed.getTime() / 1000,
      start: new Date(start),
      end: new Date(start + minutes * 60_000),
      summary: t('summary', { title, site: siteName, isSample: String(isSample) }),
      description: t('description', { who, page }),
      url: page,
      // The visitor has not joined it yet.
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  // The library omits the final line break.
  return `${calendar.toString()}\r\n`
}

/** The calendar file as a download; 404 without calls. */
export async function timetableAnswer(locale: Locale): Promise<Response> {
  const table = timetable(locale)
  if (table.calls.length === 0) return new Response(null, { status: 404 })
  const text = await timetableCalendar(table, locale)
  return new Response(text, {
    headers: {
      ETag: etag(text, { weak: true }),
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="unhurried-group-calls.ics"',
      'Cache-Control': 'public, max-age=300',
    },
  })
}
