import ical, { ICalEventTransparency } from 'ical-generator'
import * as z from 'zod'
import file from '@/content/timetable.json'
import { nextStart, type WeeklyCall } from '@/lib/contract/timetable'
import { defaultHosts, paths, siteName } from '@/lib/site'
import { absoluteUrl } from '@/lib/site-settings'

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
  calls: z
    .array(call)
    .min(1)
    .refine((calls) => new Set(calls.map(({ id }) => id)).size === calls.length, 'has an id twice'),
})

/** @throws {z.ZodError} if it is invalid */
export function readTimetable(value: unknown): z.infer<typeof schema> {
  const table = schema.parse(value)
  const order = ({ day, time }: WeeklyCall) => `${day} ${time}`
  return { ...table, calls: table.calls.toSorted((one, other) => order(one).localeCompare(order(other))) }
}

export const timetable = readTimetable(file)

/** Limits the example in a visitor's calendar. */
const weeks = 4
const dayLength = 86_400_000

/** The next weeks as iCalendar (RFC 5545), in UTC. Ids are stable, so importing again updates entries. */
export function timetableCalendar(now = new Date()): string {
  const page = absoluteUrl(paths.sessions)
  const changed = new Date(timetable.changed)
  const calendar = ical({
    name: `${siteName}: an example week`,
    prodId: { company: siteName, product: 'Timetable', language: 'EN' },
    url: page,
  })
  const entries = timetable.calls
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
      summary: `Example: ${title} (${siteName} group call)`,
      description: `${who}\n\nThis is an example of a week, not a call that you have joined. How calls work: ${page}`,
      url: page,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  // The library omits the final line break.
  return `${calendar.toString()}\r\n`
}
