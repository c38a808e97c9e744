import { afterEach, describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/(site)/sessions/timetable.ics/route'
import file from '@/content/timetable.json'
import { readTimetable, timetable, timetableCalendar } from '@/lib/content/timetable'

vi.mock('@/lib/env', () => ({ env: () => ({ siteOrigin: 'https://unhurried.example' }) }))
afterEach(() => vi.useRealTimers())

type Entry = Record<string, string>

/** The entries of a calendar file: lines that were folded are joined, and text is unescaped. */
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
    ['an end before the beginning', { ...call, minutes: -60 }],
    ['no word about whom it is for', { ...call, who: '' }],
    ['a field that nobody reads', { ...call, zone: 'Europe/Berlin' }],
  ])('may not have %s', (_, wrong) => {
    expect(() => readTimetable({ ...file, calls: [wrong] })).toThrow()
  })

  it('may not have an id twice', () => {
    expect(() => readTimetable({ ...file, calls: [call, call] })).toThrow('twice')
  })

  it('comes in the order of the week', () => {
    const turned = readTimetable({ ...file, calls: file.calls.toReversed() })
    expect(turned.calls).toEqual(timetable.calls)
    expect(timetable.calls.map(({ day }) => day)).toEqual(timetable.calls.map(({ day }) => day).toSorted())
  })
})

describe('the calendar file', () => {
  it('reads back as the calls, weekly for four weeks, at their times in UTC', () => {
    const entries = entriesOf(timetableCalendar())
    expect(entries).toHaveLength(timetable.calls.length)
    for (const [index, { id, day, time, minutes, title }] of timetable.calls.entries()) {
      const entry = entries[index]
      const [start, end] = [instant(entry?.DTSTART), instant(entry?.DTEND)]
      expect(entry?.UID).toBe(`${id}@unhurried.example`)
      expect(entry?.RRULE).toBe('FREQ=WEEKLY;COUNT=4')
      expect(start.getUTCDay()).toBe(day % 7)
      expect(start.toISOString().slice(11, 16)).toBe(time)
      expect(start.getTime()).toBeGreaterThanOrEqual(Date.parse(timetable.first))
      expect(end.getTime() - start.getTime()).toBe(minutes * 60_000)
      expect(entry?.SUMMARY).toBe(`Example: ${title} (Unhurried group call)`)
      expect(entry?.DESCRIPTION).toContain('This is an example of a week, not a call that you have joined.')
      expect(entry?.URL).toBe('https://unhurried.example/sessions')
      expect(entry?.TRANSP).toBe('TRANSPARENT')
      expect(entry?.SEQUENCE).toBe(String(Date.parse(file.changed) / 1000))
      expect(instant(entry?.['LAST-MODIFIED'])).toEqual(new Date(file.changed))
    }
  })

  it('is the same file on any day, so that calendars know the entries again', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T08:00Z') })
    const once = timetableCalendar()
    vi.setSystemTime(new Date('2031-05-05T22:00Z'))
    expect(timetableCalendar()).toBe(once)
  })

  it('keeps to lines of 75 bytes that end as the format asks', () => {
    const text = timetableCalendar()
    expect(text).not.toMatch(/[^\r]\n/)
    expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/)
    expect(text).not.toContain('METHOD:')
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('is served as a calendar to be saved', async () => {
    const answer = GET()
    expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[a-z-]+\.ics"$/)
    expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  })
})
