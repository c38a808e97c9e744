'use client'
import { useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { refreshPlan } from '@/components/session/plan'
import { isSubscriber, laterEnd, type PlanState, planStateOf } from '@/components/session/plan-state'
import { mayHavePaid } from '@/components/session/storage'
import type { Plan } from '@/components/session/store'
import { focusTarget, useRetry } from '@/components/session/use-retry'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { Notice } from '@/components/ui/notice'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { type AppStore, appStoreOf, storeName } from '@/lib/contract/plan-words'
import { paths, storeCancelAddress } from '@/lib/site'
import { Cancel, Resume } from './change-plan'
import { cardComesFirst, planLine, planRows, portalWords } from './plan-line'
import { PlanSituation } from './plan-situation'
import { Portal } from './portal'
import { Receipts } from './receipts'
import { RenewalButton, renewalDate } from './renewal-calendar'
import type { PlanChanged } from './use-plan-change'

type PlanSectionProps = {
  uid: string
  plan: Plan
  /** The last known plan: reserves the space while the plan loads. */
  last: CurrentPlan | null
  email: string | null
}

export function PlanSection({ uid, plan, last, email }: PlanSectionProps) {
  const box = useRef<HTMLDivElement>(null)
  const { busy, again } = useRetry(box, refreshPlan)
  const unread = plan === 'failed' || (plan === 'unknown' && busy)
  const shown = plan === 'unknown' ? last : plan
  return (
    <div ref={box} className="relative">
      {unread && (mayHavePaid(uid) ? <Unconfirmed busy={busy} again={again} /> : <Unread busy={busy} again={again} />)}
      {!unread && plan === 'unknown' && (
        // As high as the message for a user without a plan.
        <div className={shown ? 'absolute inset-0' : 'min-h-27.5'}>
          <Busy>Asking for your plan.</Busy>
        </div>
      )}
      {!unread && shown !== null && shown !== 'failed' && (
        <div className={plan === 'unknown' ? 'invisible' : undefined}>
          <KnownPlan uid={uid} plan={shown} email={email} />
        </div>
      )}
    </div>
  )
}

function KnownPlan({ uid, plan, email }: { uid: string; plan: CurrentPlan; email: string | null }) {
  const line = useRef<HTMLParagraphElement>(null)
  const [change, setChange] = useState<{ to: 'cancelled' | 'resumed' } | { to: 'moved'; what: PlanChanged } | null>(
    null,
  )
  useEffect(() => {
    // The pressed button is gone.
    if (change) line.current?.focus()
  }, [change])

  const planState = planStateOf(plan)
  const { subscription } = plan
  const rows = planRows(plan, planState)
  const store = subscription && appStoreOf(subscription)
  const moved = (what: PlanChanged) => setChange({ to: 'moved', what })
  return (
    <div className="grid gap-6">
      <p ref={line} {...focusTarget} className="w-fit max-w-full text-2xl tracking-tight text-balance">
        {planLine(plan, planState)}
      </p>
      {change?.to === 'moved' && (
        <Notice kind="warn" live="alert" title={change.what.title}>
          <p>{change.what.text}</p>
        </Notice>
      )}
      {subscription && rows.length > 0 && (
        <div className="max-w-144">
          <Ledger rows={rows} />
        </div>
      )}
      <PlanSituation
        uid={uid}
        plan={plan}
        planState={planState}
        cancelled={change?.to === 'cancelled' ? { email } : null}
        moved={moved}
      />
      {subscription && (planState === 'cancelling' || laterEnd(plan) !== null) && !store && (
        <Resume
          key={subscription.id}
          uid={uid}
          plan={plan}
          subscription={subscription}
          resumed={() => setChange({ to: 'resumed' })}
          moved={moved}
        />
      )}
      {!isSubscriber(planState) && planState !== 'cancelling' && <Begin plan={plan} />}
      {subscription && (
        <PlanWays
          uid={uid}
          plan={plan}
          subscription={subscription}
          planState={planState}
          cancelled={() => setChange({ to: 'cancelled' })}
          moved={moved}
        />
      )}
      {subscription && !store && (
        <Receipts
          uid={uid}
          all={portalWords(subscription)[cardComesFirst(subscription, planState) ? 'change' : 'all']}
          few={subscription.status === 'trialing'}
        />
      )}
    </div>
  )
}

/** A paused or future plan is not bought again. */
function Begin({ plan: { subscription } }: { plan: CurrentPlan }) {
  if (subscription?.status === 'paused' || subscription?.status === 'future') return null
  const label = subscription ? 'Start again' : 'See the plans'
  return (
    <p>
      <Button href={`${paths.pricing}?c=true`} variant={subscription?.status === 'unpaid' ? 'alt' : 'primary'}>
        {label}
      </Button>
    </p>
  )
}

type Again = { busy: boolean; again: () => Promise<void> }

function Unread({ busy, again }: Again) {
  return (
    <div {...focusTarget} className="max-w-184">
      <Notice kind="warn" live="alert" title="We could not read your plan.">
        <p>That alone changes nothing about it. You can look again at any time.</p>
        <Button variant="alt" className="mt-4" busy={busy} onClick={() => void again()}>
          Try again
        </Button>
      </Notice>
    </div>
  )
}

function Unconfirmed({ busy, again }: Again) {
  return (
    <div {...focusTarget} className="max-w-184">
      <Notice kind="warn" live="alert" title="Your payment may be complete. You do not need to pay again.">
        <p>
          The payment provider could not be asked just now. That changes nothing about what you paid: your plan starts
          on its own. If it is not here by tomorrow,{' '}
          <a className="link" href={paths.contact}>
            write to us
          </a>
          .
        </p>
        <Button variant="alt" className="mt-4" busy={busy} onClick={() => void again()}>
          Look again
        </Button>
      </Notice>
    </div>
  )
}

type PlanWaysProps = {
  uid: string
  plan: CurrentPlan
  subscription: Subscription
  planState: PlanState
  cancelled: () => void
  moved: (what: PlanChanged) => void
}

/** Includes plans without access that may start or resume. */
const mayCharge = ({ status }: Subscription, planState: PlanState) =>
  isSubscriber(planState) || status === 'unpaid' || status === 'paused' || status === 'future'

export function PlanWays({ uid, plan, subscription, planState, cancelled, moved }: PlanWaysProps) {
  const date = renewalDate(plan, planState)
  const store = appStoreOf(subscription)
  return (
    <>
      {store && planState !== 'ended' && <InStore store={store} />}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4 empty:hidden">
        {!store && !cardComesFirst(subscription, planState) && (
          <Portal uid={uid} subscription={subscription} moved={moved}>
            {portalWords(subscription).all}
          </Portal>
        )}
        {date && <RenewalButton key={date.kind} date={date} />}
        {!store && mayCharge(subscription, planState) && (
          <Cancel key={subscription.id} uid={uid} subscription={subscription} cancelled={cancelled} moved={moved} />
        )}
      </div>
    </>
  )
}

function InStore({ store }: { store: AppStore }) {
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
