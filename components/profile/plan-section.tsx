'use client'
import { useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { askPlan } from '@/components/session/plan'
import { isSubscriber, laterEnd, type Standing, standingOf } from '@/components/session/plan-state'
import { mayHavePaid } from '@/components/session/storage'
import type { Plan } from '@/components/session/store'
import { landing, useAgain } from '@/components/session/use-retry'
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
import type { Moved } from './use-plan-change'

type PlanSectionProps = {
  uid: string
  plan: Plan
  /** The plan as it was last known here: until it is known again it keeps its place, unseen. */
  last: CurrentPlan | null
  /** Where letters about the plan go; null when there is no address. */
  email: string | null
}

/** What the person has bought, first on the page: in words, with dates, and with every way to change it. */
export function PlanSection({ uid, plan, last, email }: PlanSectionProps) {
  const box = useRef<HTMLDivElement>(null)
  const { busy, again } = useAgain(box, askPlan)
  const unread = plan === 'failed' || (plan === 'unknown' && busy)
  const shown = plan === 'unknown' ? last : plan
  return (
    <div ref={box} className="relative">
      {unread && (mayHavePaid(uid) ? <Unconfirmed busy={busy} again={again} /> : <Unread busy={busy} again={again} />)}
      {!unread && plan === 'unknown' && (
        // As high as what is said of somebody without a plan, or on top of what it was.
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
  const [change, setChange] = useState<{ to: 'cancelled' | 'resumed' } | { to: 'moved'; what: Moved } | null>(null)
  useEffect(() => {
    // The button that was pressed is gone: focus goes to the line that says what is so now.
    if (change) line.current?.focus()
  }, [change])

  const standing = standingOf(plan)
  const { subscription } = plan
  const rows = planRows(plan, standing)
  const store = subscription && appStoreOf(subscription)
  const moved = (what: Moved) => setChange({ to: 'moved', what })
  return (
    <div className="grid gap-6">
      <p ref={line} {...landing} className="w-fit max-w-full text-2xl tracking-tight text-balance">
        {planLine(plan, standing)}
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
        standing={standing}
        cancelled={change?.to === 'cancelled' ? { email } : null}
        moved={moved}
      />
      {subscription && (standing === 'cancelling' || laterEnd(plan) !== null) && !store && (
        <Resume
          key={subscription.id}
          uid={uid}
          plan={plan}
          subscription={subscription}
          resumed={() => setChange({ to: 'resumed' })}
          moved={moved}
        />
      )}
      {!isSubscriber(standing) && standing !== 'cancelling' && <Begin plan={plan} />}
      {subscription && (
        <PlanWays
          uid={uid}
          plan={plan}
          subscription={subscription}
          standing={standing}
          cancelled={() => setChange({ to: 'cancelled' })}
          moved={moved}
        />
      )}
      {subscription && !store && (
        <Receipts
          uid={uid}
          all={portalWords(subscription)[cardComesFirst(subscription, standing) ? 'change' : 'all']}
          few={subscription.status === 'trialing'}
        />
      )}
    </div>
  )
}

/** For somebody without a plan that runs. One that is paused or has yet to begin is not bought again. */
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

/** For somebody who left to pay, of whose payment nobody could tell: neither "no plan" nor a way to buy one. */
function Unconfirmed({ busy, again }: Again) {
  return (
    <div {...landing} className="max-w-184">
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
  standing: Standing
  cancelled: () => void
  moved: (what: Moved) => void
}

/** Whether it charges unless it is cancelled: also one without access, which may go on or begin one day. */
const mayCharge = ({ status }: Subscription, standing: Standing) =>
  isSubscriber(standing) || status === 'unpaid' || status === 'paused' || status === 'future'

/** What one can do with a plan: see what was paid, note its date, end it. A store's plan is the store's. */
export function PlanWays({ uid, plan, subscription, standing, cancelled, moved }: PlanWaysProps) {
  const date = renewalDate(plan, standing)
  const store = appStoreOf(subscription)
  return (
    <>
      {store && standing !== 'ended' && <InStore store={store} />}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4 empty:hidden">
        {!store && !cardComesFirst(subscription, standing) && (
          <Portal uid={uid} subscription={subscription} moved={moved}>
            {portalWords(subscription).all}
          </Portal>
        )}
        {date && <RenewalButton key={date.kind} date={date} />}
        {!store && mayCharge(subscription, standing) && (
          // What is asked about one plan must not be answered of another.
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
