import { end, plan, words } from './render-plan-section'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { calendarFile, calendarEntry, type CalendarEntry } from '@/components/profile/renewal-calendar'
import type { CurrentPlan } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'

const entryOf = (of: CurrentPlan) => calendarEntry(of, words)
function known(of: CurrentPlan): CalendarEntry {
  const date = entryOf(of)
  if (!date) throw new Error('no date')
  return date
}
const page = 'https://unhurried.example/profile'
const at = (time: string) => new Date(time)

/** A file's lines, unfolded and unescaped. */
const linesOf = (file: string) =>
  file
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map((line) => line.replaceAll('\\n', '\n').replaceAll(/\\([,;\\])/g, '$1'))
const valueOf = (file: string, name: string) =>
  linesOf(file)
    .find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    ?.slice(name.length + 1)

afterEach(() => vi.unstubAllEnvs())

describe('the entry’s text', () => {
  test.each<[string, CurrentPlan, string | undefined]>([
    ['active', plan(), 'Unhurried plan renews: $19'],
    ['trialing', plan({ status: 'trialing', trialEnd: end }), 'Unhurried trial ends, first charge: $19'],
    ['cancelling', plan({}, true), 'Unhurried plan ends'],
    ['without a price', plan({ price: null }), 'Unhurried plan renews'],
    ['ended', plan({ status: 'canceled' }, true), undefined],
    ['without a date', plan({ currentPeriodEnd: null }), undefined],
    ['none', noPlan, undefined],
  ])('%s', (_, of, title) => {
    expect(entryOf(of)?.title).toBe(title)
  })
})

describe('the calendar file', () => {
  test('is one all-day entry with a reminder two days before', async () => {
    const file = await calendarFile(known(plan()), page, 'en', at('2026-11-22T10:00:00Z'))
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(valueOf(file, 'DTSTART')).toBe('VALUE=DATE:29991205')
    expect(valueOf(file, 'SUMMARY')).toBe('Unhurried plan renews: $19')
    expect(valueOf(file, 'UID')).toBe('plan-sub_1@unhurried.example')
    // 39 hours before the day begins.
    expect(valueOf(file, 'TRIGGER')).toBe('-P1DT15H')
    expect(valueOf(file, 'ACTION')).toBe('DISPLAY')
    expect(valueOf(file, 'CLASS')).toBe('PRIVATE')
    expect(valueOf(file, 'TRANSP')).toBe('TRANSPARENT')
    expect(valueOf(file, 'DESCRIPTION')).toContain(`“Yes, cancel my plan”.\n${page}`)
  })

  test('does not name the service’s purpose', async () => {
    for (const of of [plan(), plan({}, true), plan({ status: 'trialing' })]) {
      expect(await calendarFile(known(of), page, 'en')).not.toMatch(/stutter|stammer|speech|fluen/i)
    }
  })

  test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])('has the page’s UTC day and hour in %s', async (zone) => {
    vi.stubEnv('TZ', zone)
    for (const hour of ['02', '22']) {
      const file = await calendarFile(known(plan({ currentPeriodEnd: `2027-12-05T${hour}:00:00Z` })), page, 'en')
      expect(valueOf(file, 'DTSTART')).toBe('VALUE=DATE:20271205')
      expect(valueOf(file, 'DESCRIPTION')).toContain(`5 December 2027, ${hour}:00 UTC.`)
    }
  })
})
