'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { mailVerification } from '@/lib/browser/account-factors'
import { useOperation } from './use-operation'

/** Mails the link that confirms the account's address. */
export function MailVerification({ keep }: { keep?: { name: string; press: () => void } }) {
  const [sent, setSent] = useState(false)
  const operation = useOperation(() => setSent(true))
  const { problem, busy } = operation
  return (
    <div className="grid gap-4">
      <div role="status">{sent && <p>The link is on its way. Open it, then come back to this page.</p>}</div>
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Button variant={sent ? 'alt' : 'primary'} busy={busy} onClick={() => void operation.run(mailVerification)}>
          {sent ? 'Email me another link' : 'Email me a link'}
        </Button>
        {keep && (
          <Button variant="alt" onClick={keep.press}>
            {keep.name}
          </Button>
        )}
      </div>
      <div role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {problem && `${problem.title} ${problem.text}`}
      </div>
    </div>
  )
}
