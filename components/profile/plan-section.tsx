'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { refreshPlan } from '@/components/session/session'
import { isSubscriber, type PlanState, planStateOf } from '@/components/session/plan-state'
import { PlanNotLoaded } from '@/components/session/plan-not-loaded'
import type { Plan } from '@/components/session/store'
import { focusTarget, useRetry } from '@/components/ui/retry'
import { Button, linkTo } from '@/components/ui/button'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Notice } from '@/components/ui/notice'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { type AppStore, appStoreOf } from '@/lib/contract/plan-words'
import { paths, storeCancelAddress } from '@/lib/site'
import { Cancel, CancelAndRefund, Pause, Resume } from './change-plan'
import { planLine, planRows, portalWords } from './plan-line'
import { PlanSituation, remedyOf } from './plan-situation'
import { BillingPortalButton } from './portal'
import { useProfileWords } from './words'
import { Receipts, useReceipts } from './receipts'
import { RenewalButton, calendarEntry } from './renewal-calendar'
import { SwitchPlan } from './switch-plan'
import { type ChangedElsewhere, isResumable, type PlanAction, type ShownPlan } from './use-plan-change'

type PlanSectionProps = {
  uid: string
  plan: Plan
  /** The last known plan reserves the space. */
  last: CurrentPlan | null
  email: string | null
}

export function PlanSection({ uid, plan, last, email }: PlanSectionProps) {
  const t = useTranslations('profile')
  const box = useRef<HTMLDivElement>(null)
  const { busy, retry } = useRetry(box, refreshPlan)
  const isFailed = plan === 'failed' || (plan === 'unknown' && busy)
  const shown = plan === 'unknown' ? last : plan
  return (
    <div ref={box} className="relative">
      {isFailed && (
        <PlanNotLoaded
          uid={uid}
          paid={t.rich('notLoaded.paid', { link: linkTo(paths.contact) })}
          unpaid={t('notLoaded.unpaid')}
          busy={busy}
          retry={retry}
        />
      )}
      {!isFailed && plan === 'unknown' && (
        // As high as the message without a plan.
        <div className={shown ? 'absolute inset-0' : 'min-h-27.5'}>
          <Busy>{t('loadingPlan')}</Busy>
        </div>
      )}
      {!isFailed && shown !== null && shown !== 'failed' && (
        <div className={plan === 'unknown' ? 'invisible' : undefined}>
          <KnownPlan uid={uid} plan={shown} email={email} />
        </div>
      )}
    </div>
  )
}

function KnownPlan({ uid, plan, email }: { uid: string; plan: CurrentPlan; email: string | null }) {
  const words = useProfileWords()
  const line = useRef<HTMLParagraphElement>(null)
  const [change, setChange] = useState<PlanAction | ChangedElsewhere | null>(null)
  useEffect(() => {
    // The pressed button is gone.
    if (change) line.current?.focus()
  }, [change])

  const planState = planStateOf(plan)
  const { subscription } = plan
  const store = appStoreOf(subscription)
  const hasReceipts = subscription !== null && !store
  const { receipts, read } = useReceipts(hasReceipts ? uid : null)
  const due = (typeof receipts === 'object' && receipts?.invoices.find((invoice) => invoice.due !== undefined)) || null
  const rows = planRows(plan, words)
  // The site knows whether it may write to the address.
  const reached = plan.emailUnconfirmed ? null : email
  const cancellation =
    change === 'cancel' || change === 'refund' ? { email: reached, isRefunded: change === 'refund' } : null
  // The button that fixes a payment is the only one.
  const isPortalShown = remedyOf(plan, due) === 'card'
  const onChanged = (next: typeof change) => {
    setChange(next)
    void read()
  }
  const shown = subscription && { uid, plan, subscription, onChanged }
  return (
    <div className="grid gap-6">
      <p ref={line} {...focusTarget} className="w-fit max-w-full text-2xl tracking-tight text-balance">
        {planLine(plan, words)}
      </p>
      {typeof change === 'object' && change && (
        <Notice kind="warn" live="alert" title={change.title} text={change.text} />
      )}
      {shown && rows.length > 0 && (
        <div className="max-w-144">
          <KeyValueList rows={rows} />
        </div>
      )}
      {shown && <PlanSituation shown={shown} due={due} cancellation={cancellation} />}
      {shown && isResumable(plan) && !store && <Resume key={shown.subscription.id} {...shown} />}
      {!isSubscriber(planState) && planState !== 'cancelling' && <Begin plan={plan} />}
      {shown && <PlanActions key={`actions ${shown.subscription.id}`} {...shown} isPortalShown={isPortalShown} />}
      {hasReceipts && (
        <Receipts
          uid={uid}
          receipts={receipts}
          read={read}
          all={portalWords(subscription, words)[isPortalShown ? 'change' : 'all']}
          few={subscription.status === 'trialing'}
        />
      )}
    </div>
  )
}

/** A paused or future plan is not bought again. */
function Begin({ plan: { subscription } }: { plan: CurrentPlan }) {
  const t = useTranslations('profile.begin')
  if (subscription?.status === 'paused' || subscription?.status === 'future') return null
  return (
    <p>
      <Button href={`${paths.pricing}?c=true`} variant={subscription?.status === 'unpaid' ? 'alt' : 'primary'}>
        {t(subscription ? 'startAgain' : 'seePlans')}
      </Button>
    </p>
  )
}

/** Includes plans without access that may start or resume. */
const mayCharge = ({ status }: Subscription, planState: PlanState) =>
  isSubscriber(planState) || status === 'unpaid' || status === 'paused' || status === 'future'

function PlanActions({ isPortalShown, ...shown }: ShownPlan & { isPortalShown: boolean }) {
  const words = useProfileWords()
  const calendar = useTranslations('calendar')
  const { uid, plan, subscription } = shown
  const planState = planStateOf(plan)
  const entry = calendarEntry(plan, { ...words, calendar })
  const store = appStoreOf(subscription)
  return (
    <>
      {store && planState !== 'ended' && <InStore store={store} />}
      <SwitchPlan {...shown} />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4 empty:hidden">
        {!store && !isPortalShown && (
          <BillingPortalButton uid={uid}>{portalWords(subscription, words).all}</BillingPortalButton>
        )}
        {entry && <RenewalButton key={entry.kind} entry={entry} />}
        {subscription.pauseMonths !== undefined && <Pause {...shown} />}
        {!store && mayCharge(subscription, planState) && <Cancel {...shown} />}
        {subscription.refundUntil && <CancelAndRefund {...shown} />}
      </div>
    </>
  )
}

function InStore({ store }: { store: AppStore }) {
  const t = useTranslations('profile.inStore')
  return (
    <Notice title={t('title', { store })}>
      <p>
        {t.rich('text', {
          store,
          link: linkTo(storeCancelAddress[store]),
        })}
      </p>
    </Notice>
  )
}
