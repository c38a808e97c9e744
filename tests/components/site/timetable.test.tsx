import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toLocalTime } from '@/components/site/call-time'
import { NextCall, nextCallScript } from '@/components/site/next-call'
import { nextStart } from '@/lib/contract/timetable'
import { serve } from '@/tests/components/blog/serve'
import { endPage, runPageScript } from '@/tests/setup/page-script'

it.each([
  ['later this week', 4, '10:00', '2026-11-23T12:00:00Z', '2026-11-26T10:00:00Z'],
  ['at this very minute', 1, '18:00', '2026-11-23T18:00:00Z', '2026-11-23T18:00:00Z'],
  ['a week on, when today’s is past', 1, '18:00', '2026-11-23T18:00:01Z', '2026-11-30T18:00:00Z'],
  ['a Sunday, day 7', 7, '23:30', '2026-12-30T00:00:00Z', '2027-01-03T23:30:00Z'],
  ['over the end of a leap February', 2, '00:15', '2028-02-28T00:00:00Z', '2028-02-29T00:15:00Z'],
])('the next call of a weekly time starts %s', (_, day, time, from, expected) => {
  expect(nextStart({ day, time }, new Date(from)).toISOString()).toBe(new Date(expected).toISOString())
})

describe('a call in local time', () => {
  it.each([
    ['UTC', false, '2026-11-23T18:00Z', 'Monday', '18:00', '19:00'],
    ['Europe/Berlin', false, '2026-11-23T18:00Z', 'Monday', '19:00', '20:00'],
    ['America/New_York', true, '2026-11-25T01:00Z', 'Tuesday', '8:00\u00a0pm', '9:00\u00a0pm'],
    ['Asia/Kolkata', false, '2026-11-26T10:00Z', 'Thursday', '15:30', '16:30'],
    ['Pacific/Kiritimati', false, '2026-11-22T12:00Z', 'Monday', '02:00', '03:00'],
  ])('in %s (12 hours: %s) at %s is %s from %s to %s', (zone, twelve, start, weekday, from, to) => {
    const clock = { language: 'en-GB', zone, twelve }
    expect(toLocalTime(new Date(start), 60, clock)).toMatchObject({ weekday, start: from, end: to })
  })

  it('shows the end in the clock that applies then', () => {
    const start = new Date('2027-03-28T00:30Z')
    const clock = { language: 'de', zone: 'Europe/Berlin', twelve: false }
    expect(toLocalTime(start, 60, clock)).toMatchObject({ weekday: 'Sonntag', start: '01:30', end: '03:30' })
  })
})

describe('the timetable', () => {
  const calls = [
    { id: 'late', day: 3, time: '01:00', minutes: 60, title: 'Turns', who: 'For anybody who stutters.' },
  ] as const
  const Real = Intl.DateTimeFormat

  /** Sets the browser’s zone and hour format; formats with an explicit zone stay. */
  async function at(timeZone: string | undefined, hourCycle: 'h12' | 'h23', now = '2026-11-21T12:00Z') {
    vi.resetModules()
    vi.setSystemTime(new Date(now))
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locale, options) {
      const real = new Real(locale, options)
      if (locale !== undefined) return real
      return Object.assign(real, { resolvedOptions: () => ({ ...Real().resolvedOptions(), timeZone, hourCycle }) })
    } as typeof Intl.DateTimeFormat)
    return import('@/components/site/timetable')
  }

  afterEach(() => {
    vi.useRealTimers()
    endPage()
    document.body.replaceChildren()
  })

  it.each([undefined, 'Nowhere/Atall'])('stays in UTC for the zone %s', async (zone) => {
    const { Timetable } = await at(zone, 'h12')
    render(<Timetable calls={calls} />)
    expect(screen.getByText('Wednesday').closest('time')?.textContent).toBe('Wednesday 01:00 to 02:00')
    expect(document.body.textContent).not.toContain('Your time')
  })

  it.each([
    ['Europe/Berlin', 'Next callSaturday 28 Nov17:00 to 18:00Your time (Central European Time)Before'],
    ['Nowhere/Atall', 'Every weekMonday18:00 to 19:00UTCAfter'],
  ])('shows the next call in the zone %s', async (zone, text) => {
    await at(zone, 'h23', '2026-11-24T12:00Z')
    serve(<NextCall calls={week.toReversed()} />)
    runPageScript(nextCallScript)
    document.querySelector('script')?.remove()
    expect(document.body.textContent).toBe(text)
  })

  const week = [
    { id: 'before', day: 6, time: '16:00', minutes: 60, title: 'Before', who: 'For anybody who stutters.' },
    { id: 'after', day: 1, time: '18:00', minutes: 60, title: 'After', who: 'For anybody who stutters.' },
  ] as const
  it.each([
    {
      change: 'to summer time',
      now: '2027-03-26T12:00Z',
      times: ['Saturday 16:00 to 17:00', 'Monday 19:00 to 20:00'],
    },
    {
      change: 'to winter time',
      now: '2026-10-23T12:00Z',
      times: ['Saturday 17:00 to 18:00', 'Monday 18:00 to 19:00'],
    },
  ])('keeps each time on its day in the week of a change: $change', async ({ now, times }) => {
    const { Timetable } = await at('Europe/London', 'h23', now)
    render(<Timetable calls={week} />)
    const shown = [...document.querySelectorAll('time')].map((time) => time.textContent)
    expect(shown).toEqual(times)
    expect(screen.getByText('Saturday, 16:00 UTC')).toBeTruthy()
    expect(screen.getByText('Monday, 18:00 UTC')).toBeTruthy()
    expect(document.body.textContent).toContain('Your time (United Kingdom Time), with UTC')
  })
})
