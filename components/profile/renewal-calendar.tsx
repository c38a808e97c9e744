'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { planStateOf } from '@/components/session/plan-state'
import { Button } from '@/components/ui/button'
import { downloadFile } from '@/components/ui/download-file'
import { Notice } from '@/components/ui/notice'
import { day, dayAndHour } from '@/lib/contract/format'
import type { CurrentPlan } from '@/lib/contract/plan'
import { appStoreOf, planFacts, planTexts } from '@/lib/contract/plan-words'
import { langOf, localPath, type Locale } from '@/lib/locales'
import { defaultHosts, paths, siteName, storeCancelAddress } from '@/lib/site'
import { ScrollIntoView } from './portal'
import type { ProfileWords } from './words'

/** Made in the browser. The library loads on demand. */
export function RenewalButton({ entry }: { entry: CalendarEntry }) {
  const t = useTranslations('calendar')
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<'saved' | 'failed' | null>(null)
  async function save() {
    setBusy(true)
    setMessage(null)
    try {
      const text = await calendarFile(entry, location.origin + localPath(paths.profile, locale), locale)
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
        {t(entry.kind === 'end' ? 'addEnd' : 'addRenewal')}
      </Button>
      {message && (
        <ScrollIntoView key={message}>
          {message === 'saved' ? (
            <Notice kind="ok" live="status" text={t('saved')} />
          ) : (
            <Notice kind="bad" live="alert" title={t('failedTitle')} text={t('failed')} />
          )}
        </ScrollIntoView>
      )}
    </>
  )
}

export type CalendarEntry = { kind: 'renewal' | 'end'; id: string; at: Date; title: string; text: string }

type Words = ProfileWords & { calendar: ReturnType<typeof useTranslations<'calendar'>> }

export function calendarEntry(plan: CurrentPlan, words: Words): CalendarEntry | null {
  const { calendar: t, locale } = words
  const planState = planStateOf(plan)
  const { subscription } = plan
  const facts = planFacts(plan)
  const next = planState === 'cancelling' ? facts.periodEnd : facts.charge.at
  if (!subscription || !next || !['trialing', 'active', 'cancelling'].includes(planState)) return null
  const at = new Date(next)
  const { id } = subscription
  const store = appStoreOf(subscription)
  if (planState === 'cancelling') {
    const ends = t('end.text', { payment: facts.payment ?? 'none' })
    const text = store ? ends : `${ends} ${t('end.resume')}`
    return { kind: 'end', id, at, title: t('end.title', { site: siteName }), text }
  }
  const { amount } = planTexts(facts, words.plan, locale)
  const kind = planState === 'trialing' ? 'trial' : 'renewal'
  const lastDay = day(facts.lastDay, locale)
  const lines = [
    ...(amount === null && facts.isListPrice ? [t('renewal.amountUnknown')] : []),
    ...(lastDay ? [t('renewal.until', { date: lastDay })] : []),
    store ? t('renewal.cancelInStore', { store, address: storeCancelAddress[store] }) : t('renewal.cancel'),
  ]
  return {
    kind: 'renewal',
    id,
    at,
    title: amount
      ? t('renewal.titleWithAmount', { site: siteName, kind, amount })
      : t('renewal.title', { site: siteName, kind }),
    text: lines.join('\n'),
  }
}

/** In the morning, two days before. */
const reminderSeconds = 39 * 3600

/**
 * An RFC 5545 file, which replaces the plan's earlier entry. It does not say what the service is for, since others may
 * see the calendar.
 * @param page absolute URL of the profile
 */
export async function calendarFile(
  entry: CalendarEntry,
  page: string,
  locale: Locale,
  now = new Date(),
): Promise<string> {
  const { default: ical, ICalAlarmType, ICalEventClass, ICalEventTransparency } = await import('ical-generator')
  const calendar = ical({
    prodId: { company: siteName, product: 'Plan', language: langOf(locale).slice(0, 2).toUpperCase() },
  })
  const event = calendar.createEvent({
    id: `plan-${entry.id}@${defaultHosts.main}`,
    stamp: now,
    sequence: Math.trunc(now.getTime() / 1000),
    // The library uses the UTC day.
    start: entry.at,
    allDay: true,
    summary: entry.title,
    description: `${dayAndHour(entry.at, locale)}.\n${entry.text}\n${page}`,
    url: page,
    class: ICalEventClass.PRIVATE,
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  event.createAlarm({ type: ICalAlarmType.display, trigger: reminderSeconds, description: entry.title })
  // The library omits the final line break.
  return `${calendar.toString()}\r\n`
}
