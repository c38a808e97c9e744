'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { ContactLink } from '@/components/session/notices'
import { Busy } from '@/components/ui/busy'
import { refreshPlan } from '@/components/session/session'
import { isSubscriber, type PlanState, planStateOf } from '@/components/session/plan-state'
import { PlanNotLoaded } from '@/components/session/plan-not-loaded'
import type { Plan } from '@/components/session/store'
import { focusTarget, useRetry } from '@/components/ui/retry'
import { Button, linkTo } from '@/components/ui/button'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Notice } from '@/components/ui/notice'
import type { Invoice } from '@/lib/contract/checkout'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { type AppStore, appStoreOf } from '@/lib/contract/plan-words'
import { paths, storeCancelAddress } from '@/lib/site'
import { Cancel, CancelAndRefund, Pause, Resume } from './change-plan'
import { cardComesFirst, planLine, planRows, portalWords } from './plan-line'
import { paysInvoice, PlanSituation } from './plan-situation'
import { BillingPortalButton } from './portal'
import { useProfileWords } from './profile-words'
import { Receipts } from './receipts'
import { RenewalButton, calendarEntry } from './renewal-calendar'
import { SwitchPlan } from './switch-plan'
import { isResumable, type PlanChanged, type ShownPlan } from './use-plan-change'

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
  const notLoaded = {
    paid: t.rich('notLoaded.paid', { link: (words) => <ContactLink>{words}</ContactLink> }),
    unpaid: t('notLoaded.unpaid'),
  }
  return (
    <div ref={box} className="relative">
      {isFailed && <PlanNotLoaded uid={uid} {...notLoaded} busy={busy} retry={retry} />}
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
  const [change, setChange] = useState<
    { to: 'cancelled' | 'paused' | 'resumed' | 'refunded' | 'switched' } | { to: 'moved'; what: PlanChanged } | null
  >(null)
  const [due, setDue] = useState<Invoice | null>(null)
  useEffect(() => {
    // The pressed button is gone.
    if (change) line.current?.focus()
  }, [change])

  const planState = planStateOf(plan)
  const { subscription } = plan
  const rows = planRows(plan, planState, words)
  const store = appStoreOf(subscription)
  // The site knows whether it may write to the address.
  const reached = plan.emailUnconfirmed ? null : email
  const cancelled =
    change?.to === 'cancelled' || change?.to === 'refunded'
      ? { email: reached, isRefunded: change.to === 'refunded' }
      : null
  // The button that fixes a payment is the only one.
  const isInvoiceShown = planState === 'past-due' && subscription !== null && paysInvoice(subscription, due)
  const isPortalShown = subscription !== null && cardComesFirst(subscription, planState) && !isInvoiceShown
  const onChangedElsewhere = (what: PlanChanged) => setChange({ to: 'moved', what })
  const shown = subscription && { uid, plan, subscription, planState, onChangedElsewhere }
  return (
    <div className="grid gap-6">
      <p ref={line} {...focusTarget} className="w-fit max-w-full text-2xl tracking-tight text-balance">
        {planLine(plan, planState, words)}
      </p>
      {change?.to === 'moved' && (
        <Notice kind="warn" live="alert" title={change.what.title}>
          <p>{change.what.text}</p>
        </Notice>
      )}
      {shown && rows.length > 0 && (
        <div className="max-w-144">
          <KeyValueList rows={rows} />
        </div>
      )}
      {shown && <PlanSituation {...shown} due={due} cancelled={cancelled} />}
      {shown && isResumable(plan) && !store && (
        <Resume key={shown.subscription.id} {...shown} onResumed={() => setChange({ to: 'resumed' })} />
      )}
      {!isSubscriber(planState) && planState !== 'cancelling' && <Begin plan={plan} />}
      {shown && (
        <PlanActions
          {...shown}
          isPortalShown={isPortalShown}
          onCancelled={() => setChange({ to: 'cancelled' })}
          onPaused={() => setChange({ to: 'paused' })}
          onRefunded={() => setChange({ to: 'refunded' })}
          onSwitched={() => setChange({ to: 'switched' })}
        />
      )}
      {subscription && !store && (
        <Receipts
          key={subscription.price?.id}
          uid={uid}
          all={portalWords(subscription, words)[isPortalShown ? 'change' : 'all']}
          few={subscription.status === 'trialing'}
          onRead={(invoices) => setDue(invoices.find((invoice) => invoice.due !== undefined) ?? null)}
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

type PlanActionsProps = ShownPlan & { isPortalShown: boolean } & Record<
    'onCancelled' | 'onPaused' | 'onRefunded' | 'onSwitched',
    () => void
  >

function PlanActions({ isPortalShown, onCancelled, onPaused, onRefunded, onSwitched, ...shown }: PlanActionsProps) {
  const words = useProfileWords()
  const calendar = useTranslations('calendar')
  const { plan, subscription, planState } = shown
  const entry = calendarEntry(plan, planState, { ...words, calendar })
  const store = appStoreOf(subscription)
  return (
    <>
      {store && planState !== 'ended' && <InStore store={store} />}
      <SwitchPlan key={`switch ${subscription.id}`} {...shown} onSwitched={onSwitched} />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4 empty:hidden">
        {!store && !isPortalShown && (
          <BillingPortalButton {...shown}>{portalWords(subscription, words).all}</BillingPortalButton>
        )}
        {entry && <RenewalButton key={entry.kind} entry={entry} />}
        {subscription.pauseMonths !== undefined && (
          <Pause key={`pause ${subscription.id}`} {...shown} onPaused={onPaused} />
        )}
        {!store && mayCharge(subscription, planState) && (
          <Cancel key={subscription.id} {...shown} onCancelled={onCancelled} />
        )}
        {subscription.refundUntil && (
          <CancelAndRefund key={`refund ${subscription.id}`} {...shown} onRefunded={onRefunded} />
        )}
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
