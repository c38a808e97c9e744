'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import { paths } from '@/lib/site'
import { IntoView } from './into-view'

/** Milliseconds after which nobody is leaving any more: the way out was stopped, and the button works again. */
const leavingMs = 10_000

/**
 * Opens the provider's own page for the card and the receipts.
 * @param primary stands by itself; otherwise in a row of buttons, below which it says what it has to say
 */
export function Portal({ uid, children, primary = false }: { uid: string; children: string; primary?: boolean }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [])
  async function open() {
    setBusy(true)
    setProblem('')
    const answer = await ask((api) => api.portal(uid, location.origin + paths.profile))
    if (isOk(answer) && /^https?:/.test(answer.data.url)) {
      leaving.current = setTimeout(() => setBusy(false), leavingMs)
      return location.assign(answer.data.url)
    }
    setBusy(false)
    setProblem(isOk(answer) ? 'The provider’s page could not be opened.' : answer.data.error.message)
  }
  return (
    <div className={primary ? 'grid justify-items-start gap-4' : 'contents'}>
      <Button variant={primary ? 'primary' : 'alt'} busy={busy} onClick={() => void open()}>
        {children}
      </Button>
      {problem && (
        <IntoView className="order-1 basis-full">
          <Notice kind="bad" live="alert" title="Nothing was changed.">
            <p>{problem}</p>
          </Notice>
        </IntoView>
      )}
    </div>
  )
}
