import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toLocalTime } from '@/components/site/call-time'
import { NextCall, nextCallScript } from '@/components/site/next-call'
import { callWords } from '@/lib/content/pages/timetable'
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

const words = callWords('en')

describe('a call in local time', () => {
  it.each([
    ['UTC', 0, false, '2026-11-23T18:00Z', 'Monday 23 Nov', '18:00', '19:00'],
    ['UTC+1', 60, false, '2026-11-23T18:00Z', 'Monday 23 Nov', '19:00', '20:00'],
    ['UTC−5', -300, true, '2026-11-25T01:00Z', 'Tuesday 24 Nov', '8:00\u00a0pm', '9:00\u00a0pm'],
    ['UTC−3:30', -210, true, '2026-07-01T02:40Z', 'Tuesday 30 Jun', '11:10\u00a0pm', '12:10\u00a0am'],
    ['UTC+5:30', 330, false, '2026-11-26T10:00Z', 'Thursday 26 Nov', '15:30', '16:30'],
    ['UTC+14', 840, false, '2026-12-31T12:00Z', 'Friday 1 Jan', '02:00', '03:00'],
  ])('in %s (%i minutes; 12 hours: %s) at %s', (zone, east, twelve, start, day, from, to) => {
    const clock = { words, twelve, offsetAt: () => -east }
    expect(toLocalTime(new Date(start), 60, clock)).toMatchObject({ zone, day, start: from, end: to })
  })

  it('shows the end in the clock that applies then', () => {
    const offsetAt = (date: Date) => (date < new Date('2027-03-28T01:00Z') ? -60 : -120)
    const clock = { words: callWords('de'), twelve: false, offsetAt }
    const shown = toLocalTime(new Date('2027-03-28T00:30Z'), 60, clock)
    expect(shown).toMatchObject({ weekday: 'Sonntag', day: 'Sonntag, 28. März', start: '01:30', end: '03:30' })
  })

  it.each(['en', 'en-US', 'en-GB', 'en-CA', 'fr-CA', 'en-IN', 'hi', 'de-DE', 'es-MX', 'es-ES', 'ar', 'ar-MA', 'pt-BR'])(
    'uses the clock of %s',
    (tag) => expect(new RegExp(words.twelveHour).test(tag)).toBe(new Intl.Locale(tag).getHourCycles()[0] === 'h12'),
  )
})

describe('the timetable', () => {
  const calls = [
    { id: 'late', day: 3, time: '01:00', minutes: 60, title: 'Turns', who: 'For anybody who stutters.' },
  ] as const

  /** Sets the time, and the browser’s distance to UTC in minutes before and after a moment. */
  async function at(
    now: string,
    { before, change, after = before }: { before: number; change?: string; after?: number },
  ) {
    vi.resetModules()
    vi.setSystemTime(new Date(now))
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB')
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function offset(this: Date) {
      return -(change && this >= new Date(change) ? after : before)
    })
    return import('@/components/site/timetable')
  }

  afterEach(() => {
    vi.useRealTimers()
    endPage()
    document.body.replaceChildren()
  })

  it('says that the visitor’s time is UTC', async () => {
    const { Timetable } = await at('2026-11-21T12:00Z', { before: 0 })
    render(<Timetable calls={calls} words={words} />)
    expect(screen.getByText('Wednesday').closest('time')?.textContent).toBe('Wednesday 01:00 to 02:00')
    expect(document.body.textContent).toContain('Your time is UTC at present.')
  })

  it('shows the next call in the visitor’s time', async () => {
    await at('2026-11-24T12:00Z', { before: 60 })
    serve(<NextCall calls={week.toReversed()} words={words} />)
    runPageScript(nextCallScript)
    document.querySelector('script')?.remove()
    expect(document.body.textContent).toBe('Next callSaturday 28 Nov17:00 to 18:00Your time (UTC+1)Before')
  })

  const week = [
    { id: 'before', day: 6, time: '16:00', minutes: 60, title: 'Before', who: 'For anybody who stutters.' },
    { id: 'after', day: 1, time: '18:00', minutes: 60, title: 'After', who: 'For anybody who stutters.' },
  ] as const
  it.each([
    {
      change: 'to summer time',
      now: '2027-03-26T12:00Z',
      clock: { before: 0, change: '2027-03-28T01:00Z', after: 60 },
      times: ['Saturday 16:00 to 17:00', 'Monday 19:00 to 20:00'],
    },
    {
      change: 'to winter time',
      now: '2026-10-23T12:00Z',
      clock: { before: 60, change: '2026-10-25T01:00Z', after: 0 },
      times: ['Saturday 17:00 to 18:00', 'Monday 18:00 to 19:00'],
    },
  ])('keeps each time on its day in the week of a change: $change', async ({ now, clock, times }) => {
    const { Timetable } = await at(now, clock)
    render(<Timetable calls={week} words={words} />)
    const shown = [...document.querySelectorAll('time')].map((time) => time.textContent)
    expect(shown).toEqual(times)
    expect(screen.getByText('Saturday, 16:00 UTC')).toBeTruthy()
    expect(screen.getByText('Monday, 18:00 UTC')).toBeTruthy()
    expect(document.body.textContent).toContain('Your time, with UTC')
  })
})
