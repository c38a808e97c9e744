'use client'
import { useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { askPlan } from '@/components/session/plan'
import { isSubscriber, standingOf, type Standing } from '@/components/session/standing'
import type { Plan } from '@/components/session/store'
import { landing, useAgain } from '@/components/session/use-again'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { Notice } from '@/components/ui/notice'
import { day } from '@/lib/browser/format'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { paths, storeCancelAddress } from '@/lib/site'
import { Cancel } from './cancel'
import { planLine, planRows, storeName } from './plan-line'
import { Portal } from './portal'
import { Resume } from './resume'

type PlanSectionProps = { uid: string; plan: Plan }

/** What the person has bought, first on the page: in words, with dates, and with every way to change it. */
export function PlanSection({ uid, plan }: PlanSectionProps) {
  const line = useRef<HTMLParagraphElement>(null)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    // The button that was pressed is gone: focus goes to the line that says what is so now.
    if (changes > 0) line.current?.focus()
  }, [changes])

  const box = useRef<HTMLDivElement>(null)
  const { busy, again } = useAgain(box, askPlan)
  const unread = plan === 'failed' || (plan === 'unknown' && busy)

  if (unread || plan === 'unknown') {
    return (
      // As high as what is said of somebody without a plan.
      <div ref={box} className="min-h-27.5">
        {unread ? <Unread busy={busy} again={again} /> : <Busy>Asking for your plan.</Busy>}
      </div>
    )
  }
  const standing = standingOf(plan)
  const { subscription } = plan
  return (
    <div ref={box} className="grid gap-6">
      <p ref={line} {...landing} className="w-fit max-w-full text-2xl tracking-tight">
        {planLine(plan, standing)}
      </p>
      {subscription && planRows(plan, standing).length > 0 && (
        <div className="max-w-144">
          <Ledger rows={planRows(plan, standing)} />
        </div>
      )}
      <Situation uid={uid} plan={plan} standing={standing} />
      {subscription && isSubscriber(standing) && (
        <Ways
          uid={uid}
          subscription={subscription}
          standing={standing}
          changed={() => setChanges((count) => count + 1)}
        />
      )}
      {subscription && standing === 'cancelling' && !isStore(subscription) && (
        <Resume uid={uid} subscription={subscription} resumed={() => setChanges((count) => count + 1)} />
      )}
      {!isSubscriber(standing) && standing !== 'cancelling' && (
        <p>
          <Button href={`${paths.pricing}?c=true`}>{standing === 'none' ? 'See the plans' : 'Start again'}</Button>
        </p>
      )}
    </div>
  )
}

const isStore = ({ store }: Subscription) => store === 'play_store' || store === 'app_store'

function Situation({ uid, plan, standing }: { uid: string; plan: CurrentPlan; standing: Standing }) {
  const until = day(plan.subscription?.currentPeriodEnd)
  if (standing === 'cancelling') {
    const open = plan.subscription?.status === 'past_due'
    return (
      <Notice
        kind="ok"
        live="status"
        title={open ? 'Cancelled. It will not renew.' : 'Cancelled. Nothing more will be charged.'}
      >
        <p>
          {open && 'An invoice that is already open may still be charged. '}
          Everything stays open{until ? ` until ${until}` : ''}. Until then you can resume the plan; afterwards you can
          choose a new one.
        </p>
      </Notice>
    )
  }
  if (standing === 'past-due') {
    return (
      <>
        <Notice kind="bad" title="The last charge was declined.">
          <p>You still have your plan. The charge will be tried again; you can change the card first.</p>
        </Notice>
        {plan.subscription && !isStore(plan.subscription) && (
          <Portal uid={uid} primary>
            Change the card
          </Portal>
        )}
      </>
    )
  }
  return null
}

function Ways({
  uid,
  subscription,
  standing,
  changed,
}: {
  uid: string
  subscription: Subscription
  standing: Standing
  changed: () => void
}) {
  const { store } = subscription
  if (store === 'play_store' || store === 'app_store') {
    return (
      <Notice title={`You bought this in ${storeName[store]}.`}>
        <p>
          So it is changed and cancelled there:{' '}
          <a className="link" href={storeCancelAddress[store]}>
            open {storeName[store]}
          </a>
          .
        </p>
      </Notice>
    )
  }
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      {standing !== 'past-due' && <Portal uid={uid}>Card and receipts</Portal>}
      <Cancel uid={uid} subscription={subscription} cancelled={changed} />
    </div>
  )
}

function Unread({ busy, again }: { busy: boolean; again: () => Promise<void> }) {
  return (
    <div {...landing} className="max-w-184">
      <Notice kind="warn" live="alert" title="We could not read your plan.">
        <p>That alone changes nothing about it. You can look again at any time.</p>
        <Button variant="alt" className="mt-4" busy={busy} onClick={() => void again()}>
          Try again
        </Button>
      </Notice>
    </div>
  )
}
