'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { Provider } from '@/lib/contract/plan'
import { paths } from '@/lib/site'
import { IntoView } from './into-view'

/** Milliseconds after which nobody is leaving any more: the way out was stopped, and the button works again. */
const leavingMs = 10_000

type PortalProps = {
  uid: string
  children: string
  /** Whose page, where it is not that of the present plan's provider. */
  provider?: Provider
  /** Whether it stands by itself; otherwise in a row of buttons, below which it says what it has to say. */
  primary?: boolean
}

/** Opens a provider's own page for the card and the receipts. */
export function Portal({ uid, children, provider, primary = false }: PortalProps) {
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
    const answer = await ask((api) => api.portal(uid, { returnUrl: location.origin + paths.profile, provider }))
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
