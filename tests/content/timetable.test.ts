import { describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/(en)/(site)/sessions/timetable.ics/route'
import file from '@/content/timetable.sample.json'
import { readTimetable, timetableCalendar, translateCalls, type OwnTimetable } from '@/lib/content/pages/timetable'
import { nextStart } from '@/lib/contract/timetable'

vi.hoisted(() => (process.env.SITE_ORIGIN = 'https://unhurried.example'))

const timetable = readTimetable(file)
const calendarOf = (table: OwnTimetable, now?: Date) => timetableCalendar(table, 'en', now)

type Entry = Record<string, string>

/** A calendar file's entries, unfolded and unescaped. */
function entriesOf(ics: string): Entry[] {
  const lines = ics.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  const entries: Entry[] = []
  for (const line of lines) {
    const [, name, value] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? []
    if (line === 'BEGIN:VEVENT') entries.push({})
    const entry = entries.at(-1)
    if (!entry || name === undefined || value === undefined) continue
    entry[name] ??= value.replaceAll('\\n', '\n').replaceAll(/\\([,;\\])/g, '$1')
  }
  return entries
}

/** `20261123T180000Z` as an instant. */
const instant = (stamp = '') =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

describe('the timetable file', () => {
  const call = file.calls[0]
  it.each([
    ['a day that no week has', { ...call, day: 8 }],
    ['a time that no day has', { ...call, time: '24:00' }],
    ['an unknown field', { ...call, zone: 'Europe/Berlin' }],
  ])('may not have %s', (_, wrong) => {
    expect(() => readTimetable({ ...file, calls: [wrong] })).toThrow()
  })

  it('refuses a duplicate id', () => {
    expect(() => readTimetable({ ...file, calls: [call, call] })).toThrow('twice')
  })

  it('keeps a call without a translation in English, marked as such', () => {
    const [first, second] = timetable.calls
    const texts = [{ id: 'first-time', title: 'Primera vez', who: 'Para todos.' }]
    expect(translateCalls([first!, second!], texts)).toEqual([
      { ...first, ...texts[0] },
      { ...second, lang: 'en-GB' },
    ])
  })

  it('is sorted by weekday', () => {
    const turned = readTimetable({ ...file, calls: file.calls.toReversed() })
    expect(turned.calls).toEqual(timetable.calls)
    expect(timetable.calls.map(({ day }) => day)).toEqual(timetable.calls.map(({ day }) => day).toSorted())
  })
})

describe('the calendar file', () => {
  const january = new Date('2027-01-13T12:00Z')

  it('has the calls of four weeks, at their UTC times', async () => {
    const entries = entriesOf(await calendarOf(timetable, january))
    expect(entries).toHaveLength(4 * timetable.calls.length)
    for (const { id, day, time, minutes, title } of timetable.calls) {
      const own = entries.filter(({ UID }) => new RegExp(`^${id}-[0-9-]{10}@unhurried\\.example$`).test(UID ?? ''))
      const first = nextStart({ day, time }, january).getTime()
      expect(own.map(({ DTSTART }) => instant(DTSTART).getTime())).toEqual(
        [0, 7, 14, 21].map((days) => first + days * 86_400_000),
      )
      for (const entry of own) {
        const [start, end] = [instant(entry.DTSTART), instant(entry.DTEND)]
        expect(start.getUTCDay()).toBe(day % 7)
        expect(start.toISOString().slice(11, 16)).toBe(time)
        expect(end.getTime() - start.getTime()).toBe(minutes * 60_000)
        expect(entry.SUMMARY).toBe(`${title} (Unhurried group call)`)
        expect(entry.URL).toBe('https://unhurried.example/sessions')
        expect(entry.SEQUENCE).toBe(String(Date.parse(file.changed) / 1000))
        expect(instant(entry['LAST-MODIFIED'])).toEqual(new Date(file.changed))
      }
    }
  })

  it('has stable ids, so that importing again adds no duplicates', async () => {
    const byId = async (now: Date) =>
      new Map(entriesOf(await calendarOf(timetable, now)).map((entry) => [entry.UID, entry]))
    const earlier = await byId(january)
    expect(earlier.size).toBe(4 * timetable.calls.length)
    for (const [days, common] of [
      [1, 15],
      [7, 12],
      [21, 4],
      [28, 0],
    ] as const) {
      const later = await byId(new Date(january.getTime() + days * 86_400_000))
      const both = [...later].filter(([id]) => earlier.has(id))
      expect(both, `${days} days later`).toHaveLength(common)
      for (const [id, entry] of both) expect(entry).toEqual(earlier.get(id))
    }
  })

  it('says that samples are samples', async () => {
    expect(await calendarOf(readTimetable(file, true))).toMatch(/SUMMARY:.*\(sample\)/)
  })

  it('is missing until the owner has set calls', async () => expect((await GET()).status).toBe(404))
})
