'use client'
import { useState } from 'react'
import type { PlanState } from '@/components/session/plan-state'
import { Button } from '@/components/ui/button'
import { downloadFile } from '@/components/ui/download-file'
import { Notice } from '@/components/ui/notice'
import { day, dayAndHour } from '@/lib/contract/format'
import type { CurrentPlan } from '@/lib/contract/plan'
import { endingWords, planFacts, appStoreOf, storeName } from '@/lib/contract/plan-words'
import { defaultHosts, paths, siteName, storeCancelAddress } from '@/lib/site'
import { ScrollIntoView } from './portal'

const names = {
  renewal: 'Add the renewal date to your calendar',
  end: 'Add the end date to your calendar',
}

/** Made in the browser. The library loads on demand. */
export function RenewalButton({ entry }: { entry: CalendarEntry }) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<'saved' | 'failed' | null>(null)
  async function save() {
    setBusy(true)
    setMessage(null)
    try {
      const text = await calendarFile(entry, location.origin + paths.profile)
      downloadFile(`unhurried-${entry.kind}.ics`, new Blob([text], { type: 'text/calendar;charset=utf-8' }))
      setMessage('saved')
    } catch {
      setMessage('failed')
    }
    setBusy(false)
  }
  return (
    <>
      <Button variant="alt" busy={busy} onClick={() => void save()}>
        {names[entry.kind]}
      </Button>
      {message && (
        <ScrollIntoView key={message}>
          {message === 'saved' ? (
            <Notice kind="ok" live="status">
              <p>
                Your browser has saved the file. Open it to add the day to your calendar, with a reminder two days
                before.
              </p>
            </Notice>
          ) : (
            <Notice kind="bad" live="alert" title="We couldn’t create the file.">
              <p>Check your connection and try again.</p>
            </Notice>
          )}
        </ScrollIntoView>
      )}
    </>
  )
}

export type CalendarEntry = { kind: 'renewal' | 'end'; id: string; at: Date; title: string; text: string }

export function calendarEntry(plan: CurrentPlan, planState: PlanState): CalendarEntry | null {
  const { subscription } = plan
  const facts = planFacts(plan)
  const next = planState === 'cancelling' ? facts.periodEnd : facts.charge.at
  if (!subscription || !next || !['trialing', 'active', 'cancelling'].includes(planState)) return null
  const at = new Date(next)
  const { id } = subscription
  const store = appStoreOf(subscription)
  if (planState === 'cancelling') {
    const { earlyEndNote } = endingWords(facts, '')
    const ends = `Your plan is cancelled and ends on this day${earlyEndNote && ' at the latest'}.${earlyEndNote}`
    const text = `${ends} ${store ? '' : 'While it runs you can resume it on your profile.'}`
    return { kind: 'end', id, at, title: `${siteName} plan ends`, text: text.trim() }
  }
  const { amount } = facts.charge
  const what = planState === 'trialing' ? 'trial ends, first charge' : 'plan renews'
  const unknown = amount === null && facts.isListPrice ? 'Your profile shows where to see the amount.\n' : ''
  const lastDay = day(facts.lastDay)
  const until = lastDay && `It renews until it ends on ${lastDay}.\n`
  const leave = store
    ? `To stop it before then, cancel in ${storeName[store]}: ${storeCancelAddress[store]}`
    : 'To stop it before then, press “Cancel plan” on your profile, and then “Yes, cancel my plan”.'
  return {
    kind: 'renewal',
    id,
    at,
    title: `${siteName} ${what}${amount ? `: ${amount}` : ''}`,
    text: `${unknown}${until}${leave}`,
  }
}

/** In the morning, two days before. */
const reminderSeconds = 39 * 3600

/**
 * An RFC 5545 file, which replaces the plan's earlier entry. It does not say what the service is for, since others may
 * see the calendar.
 * @param page absolute URL of the profile
 */
export async function calendarFile(entry: CalendarEntry, page: string, now = new Date()): Promise<string> {
  const { default: ical, ICalAlarmType, ICalEventClass, ICalEventTransparency } = await import('ical-generator')
  const calendar = ical({ prodId: { company: siteName, product: 'Plan', language: 'EN' } })
  const event = calendar.createEvent({
    id: `plan-${entry.id}@${defaultHosts.main}`,
    stamp: now,
    sequence: Math.trunc(now.getTime() / 1000),
    // The library uses the UTC day.
    start: entry.at,
    allDay: true,
    summary: entry.title,
    description: `${dayAndHour(entry.at)}.\n${entry.text}\n${page}`,
    url: page,
    class: ICalEventClass.PRIVATE,
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  event.createAlarm({ type: ICalAlarmType.display, trigger: reminderSeconds, description: entry.title })
  // The library omits the final line break.
  return `${calendar.toString()}\r\n`
}
