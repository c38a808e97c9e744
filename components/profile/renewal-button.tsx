'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { paths } from '@/lib/site'
import { IntoView } from './into-view'
import { renewalCalendar, type RenewalDate } from './renewal-calendar'
import { saveFile } from './save-file'
import { useSaid } from './use-said'

const names = {
  renewal: 'Add the renewal date to your calendar',
  end: 'Add the end date to your calendar',
}

/**
 * The plan's next date as a file for any calendar, with a reminder two days before. It is made here and not by
 * the server: the page has all that is in it, and what makes the file is loaded when it is pressed. It stands in
 * a row of buttons, below which it says what it has to say.
 */
export function RenewalButton({ date }: { date: RenewalDate }) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useSaid<'saved' | 'failed'>()
  async function save() {
    setBusy(true)
    setSaid(null)
    try {
      const text = await renewalCalendar(date, location.origin + paths.profile)
      saveFile(`unhurried-${date.kind}.ics`, text, 'text/calendar')
      setSaid('saved')
    } catch {
      setSaid('failed')
    }
    setBusy(false)
  }
  return (
    <>
      <Button variant="alt" busy={busy} onClick={() => void save()}>
        {names[date.kind]}
      </Button>
      {said === 'saved' && (
        <IntoView>
          <Notice kind="ok" live="status">
            <p>
              Your browser has the file. Open it to put the day into your calendar, with a reminder two days before.
            </p>
          </Notice>
        </IntoView>
      )}
      {said === 'failed' && (
        <IntoView>
          <Notice kind="bad" live="alert" title="The file could not be made.">
            <p>Check your connection and press again.</p>
          </Notice>
        </IntoView>
      )}
    </>
  )
}
