'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { day } from '@/lib/contract/day'
import type { Subscription } from '@/lib/contract/plan'
import { endingWords, lastInvoice, openInvoice } from '@/lib/contract/plan-words'
import { ChangeNotice } from './change-notice'
import { Confirm } from './confirm'
import type { Moved } from './moved'
import { useChange } from './use-change'

/** What goes and what stays; a plan without access has no time left to keep. */
function whatItMeans(plan: Subscription): string {
  const { status } = plan
  const nothingMore = (what: string) =>
    plan.adjusted ? `${what}. ${lastInvoice}` : `${what}, and there are no more charges.`
  if (status === 'paused') return nothingMore('It ends at once. It will not go on')
  if (status === 'future') return nothingMore('It will not begin')
  if (status === 'unpaid') return `It ends at once, and will not go on. ${openInvoice}`
  const { until, early, charges, isPaid } = endingWords(plan, day(plan.currentPeriodEnd))
  return `You keep everything${until || (isPaid ? ' until the paid time is over' : ' for now')}.${early} ${charges}`
}

type CancelProps = {
  uid: string
  subscription: Subscription
  cancelled: () => void
  moved: (what: Moved) => void
}

/** Two clicks end the renewal: the button and the confirmation. No survey, no call. */
export function Cancel({ uid, subscription, cancelled, moved }: CancelProps) {
  const [asking, setAsking] = useState(false)
  const { change, look, busy, problem, clear } = useChange(uid, subscription, 'cancel', { done: cancelled, moved })
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
  return (
    <div className="grid justify-items-start gap-4">
      {!asking && (
        <Button ref={button} variant="alt" onClick={() => setAsking(true)}>
          Cancel plan
        </Button>
      )}
      {asking && !problem?.unknown && (
        <Confirm
          title="Cancel your plan?"
          yes="Yes, cancel my plan"
          no="Keep my plan"
          busy={busy}
          confirm={() => void change()}
          keep={keep}
        >
          <p>{whatItMeans(subscription)}</p>
        </Confirm>
      )}
      {problem && (
        <ChangeNotice uid={uid} subscription={subscription} problem={problem} busy={busy} look={() => void look()} />
      )}
    </div>
  )
}
