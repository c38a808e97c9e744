'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { day } from '@/lib/browser/format'
import type { Subscription } from '@/lib/contract/plan'
import { Confirm } from './confirm'
import { useChange } from './use-change'

type CancelProps = { uid: string; subscription: Subscription; cancelled: () => void }

/** Two clicks end the renewal: the button and the confirmation. No survey, no call. */
export function Cancel({ uid, subscription, cancelled }: CancelProps) {
  const [asking, setAsking] = useState(false)
  const { change, busy, problem, clear } = useChange(uid, subscription)
  const button = useRef<HTMLButtonElement>(null)
  const kept = useRef(false)
  useEffect(() => {
    if (!asking && kept.current) button.current?.focus()
  }, [asking])

  const keep = () => {
    kept.current = true
    clear()
    setAsking(false)
  }
  const until = day(subscription.currentPeriodEnd)
  return (
    <div className="grid justify-items-start gap-4">
      {!asking && (
        <Button ref={button} variant="alt" onClick={() => setAsking(true)}>
          Cancel plan
        </Button>
      )}
      {asking && (
        <Confirm
          title="Cancel your plan?"
          yes="Yes, cancel my plan"
          no="Keep my plan"
          busy={busy}
          confirm={() => void change('cancel').then((done) => done && cancelled())}
          keep={keep}
        >
          <p>
            You keep everything{until ? ` until ${until}` : ' until the end of what you paid'}. It will not renew, and
            nothing more is charged.
          </p>
        </Confirm>
      )}
      {problem && (
        <Notice kind="bad" live="alert" title="Your plan is unchanged.">
          <p>{problem.text}</p>
          {problem.storeUrl && (
            <p>
              <a className="link" href={problem.storeUrl}>
                Open the store’s cancel page
              </a>
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}
