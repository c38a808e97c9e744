import { ICalEventRepeatingFreq, ICalEventTransparency } from 'ical-generator'
import ical from 'ical-generator'
import { z } from 'zod'
import file from '@/content/timetable.json'
import { nextStart, type WeeklyCall } from '@/lib/contract/timetable'
import { defaultHosts, paths, siteName } from '@/lib/site'
import { absolute } from './origin'

const call: z.ZodType<WeeklyCall> = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  day: z.number().int().min(1).max(7),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  minutes: z.number().int().positive().max(240),
  title: z.string().min(1),
  who: z.string().min(1),
})

const schema = z.strictObject({
  /** The day, in UTC, from which the weeks are counted. */
  first: z.iso.date(),
  /** When the table was last changed: calendars take it for the time of the entry. */
  changed: z.iso.datetime(),
  calls: z
    .array(call)
    .min(1)
    .refine((calls) => new Set(calls.map(({ id }) => id)).size === calls.length, 'has an id twice'),
})

/**
 * A timetable that has been checked, its calls in the order of the week in UTC.
 * @throws {z.ZodError} naming what is wrong
 */
export function readTimetable(value: unknown): z.infer<typeof schema> {
  const table = schema.parse(value)
  const order = ({ day, time }: WeeklyCall) => `${day} ${time}`
  return { ...table, calls: table.calls.toSorted((one, other) => order(one).localeCompare(order(other))) }
}

/** The example week of group calls. */
export const timetable = readTimetable(file)

/**
 * The example week for a calendar (RFC 5545): an entry a call, weekly, in UTC. Ids, times and stamps are
 * always the same, so that loading the file again changes entries instead of doubling them; the time of the
 * last change, in seconds, is their revision. An example ends after four weeks: no calendar is filled for ever.
 */
export function timetableCalendar(): string {
  const page = absolute(paths.sessions)
  const changed = new Date(timetable.changed)
  const calendar = ical({
    name: `${siteName}: an example week`,
    prodId: { company: siteName, product: 'Timetable', language: 'EN' },
    url: page,
  })
  for (const { id, day, time, minutes, title, who } of timetable.calls) {
    const start = nextStart({ day, time }, new Date(timetable.first))
    calendar.createEvent({
      id: `${id}@${defaultHosts.main}`,
      stamp: changed,
      lastModified: changed,
      sequence: changed.getTime() / 1000,
      start,
      end: new Date(start.getTime() + minutes * 60_000),
      repeating: { freq: ICalEventRepeatingFreq.WEEKLY, count: 4 },
      summary: `Example: ${title} (${siteName} group call)`,
      description: `${who}\n\nThis is an example of a week, not a call that you have joined. How a call runs: ${page}`,
      url: page,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  // The library leaves the last line open.
  return `${calendar.toString()}\r\n`
}
