'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import { paths } from '@/lib/site'

/** Opens the provider's own page for the card and the receipts. */
export function Portal({ uid, children, primary = false }: { uid: string; children: string; primary?: boolean }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [])
  async function open() {
    setBusy(true)
    setProblem('')
    const answer = await ask((api) => api.portal(uid, location.origin + paths.profile))
    if (isOk(answer) && /^https?:/.test(answer.data.url)) return location.assign(answer.data.url)
    setBusy(false)
    setProblem(isOk(answer) ? 'The provider’s page could not be opened.' : answer.data.error.message)
  }
  return (
    <div className="grid justify-items-start gap-4">
      <Button variant={primary ? 'primary' : 'alt'} busy={busy} onClick={() => void open()}>
        {children}
      </Button>
      {problem && (
        <Notice kind="bad" live="alert" title="Nothing was changed.">
          <p>{problem}</p>
        </Notice>
      )}
    </div>
  )
}
