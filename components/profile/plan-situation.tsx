'use client'
import { useEffect, useState } from 'react'
import { ContactLink } from '@/components/session/notices'
import { laterEnd } from '@/components/session/plan-state'
import { Notice } from '@/components/ui/notice'
import { publicConfig } from '@/lib/browser/config'
import { day } from '@/lib/contract/format'
import { appStoreOf, endingWords, lastInvoice, openInvoice, storeName } from '@/lib/contract/plan-words'
import { isChargeUnknown, portalWords } from './plan-line'
import { Portal } from './portal'
import type { ShownPlan } from './use-plan-change'

type Cancelled = {
  /** Set if the plan was cancelled on this page just now. */
  cancelled: { email: string | null } | null
}

export function PlanSituation({ cancelled, ...shown }: ShownPlan & Cancelled) {
  switch (shown.planState) {
    case 'cancelling':
      return <Cancelling {...shown} cancelled={cancelled} />
    case 'past-due':
      return <PastDue {...shown} />
    case 'active':
    case 'trialing':
      return <Running {...shown} />
    case 'stopped':
      return <Stopped {...shown} />
    case 'ended':
      return cancelled && <Ended />
    case 'none':
      return null
    default:
      return shown.planState satisfies never
  }
}

function Cancelling({ subscription, cancelled }: ShownPlan & Cancelled) {
  const { until, early, isPaid } = endingWords(subscription, day(subscription.currentPeriodEnd))
  const store = appStoreOf(subscription)
  const isOpen = subscription.openInvoice || subscription.status === 'past_due'
  return (
    <Notice
      kind="ok"
      live="status"
      title={isPaid ? 'Cancelled. Nothing more will be charged.' : 'Cancelled. It will not renew.'}
    >
      <p>
        {!isPaid && `${isOpen ? openInvoice : lastInvoice} `}
        Everything stays open{until}: the app and the calls.{early} Your account and your data stay after that, too.
      </p>
      <p className="mt-2">
        While it runs you can {store ? `take the plan up again in ${storeName[store]}` : 'resume the plan'}; afterwards
        you can choose a new one.
      </p>
      {cancelled && <CancelReceipt email={cancelled.email} />}
    </Notice>
  )
}

function Running({ plan, subscription }: ShownPlan) {
  const lastDay = day(laterEnd(plan))
  const isUnknown = isChargeUnknown(plan)
  const { store } = subscription
  if (!lastDay && !isUnknown) return null
  return (
    <div className="grid gap-6">
      {lastDay && (
        <Notice kind="warn" title={`Your plan ends on ${lastDay}.`}>
          <p>
            It renews and is charged until then. If you cancel, it ends sooner: when the time you’ve paid for is over.
            If you resume it, it goes on without an end.
          </p>
        </Notice>
      )}
      {isUnknown && (
        <Notice title="We can’t say what your next charge will be.">
          <p>
            It can differ from the list price, for example because of a pause, a discount or a credit.{' '}
            {appStoreOf(subscription)
              ? `${storeName[store]} shows it.`
              : `${storeName[store]} shows it under “${portalWords(subscription).all}”.`}
          </p>
        </Notice>
      )}
    </div>
  )
}

/** A plan without access ends at once, and no email is sent. */
function Ended() {
  return (
    <Notice kind="ok" live="status" title="Cancelled. Your plan has ended.">
      <p>It will not go on. Your account and your data stay.</p>
      <CancelReceipt email={null} />
    </Notice>
  )
}

function PastDue(shown: ShownPlan) {
  const { subscription } = shown
  const store = appStoreOf(subscription)
  return (
    <>
      <Notice kind="bad" title="The last charge was declined.">
        <p>
          You still have your plan. The charge may be tried again;{' '}
          {store
            ? `you can change how you pay in ${storeName[store]} first.`
            : `you can change ${portalWords(subscription).what} first.`}
        </p>
      </Notice>
      {!store && (
        <Portal {...shown} primary>
          {portalWords(subscription).change}
        </Portal>
      )}
    </>
  )
}

function Stopped(shown: ShownPlan) {
  const { subscription } = shown
  const store = appStoreOf(subscription)
  switch (subscription.status) {
    case 'unpaid':
      return (
        <>
          <Notice kind="bad" title="Your plan has stopped, because a payment did not go through.">
            <p>
              {store
                ? `Change how you pay in ${storeName[store]}, and it can go on.`
                : `If you change ${portalWords(subscription).what}, and the open invoice is paid, it can go on. Or you begin a new plan, which takes its place.`}
            </p>
          </Notice>
          {!store && (
            <Portal {...shown} primary>
              {portalWords(subscription).change}
            </Portal>
          )}
        </>
      )
    case 'paused':
      return (
        <Notice title="While it is paused, your plan gives no access.">
          {store ? <p>Whether and when it goes on is set in {storeName[store]}.</p> : <Ask>To have it go on</Ask>}
        </Notice>
      )
    case 'future':
      return (
        <Notice title="Your plan gives access from the day on which it begins.">
          <Ask>If you did not expect this</Ask>
        </Notice>
      )
    default:
      return (
        <Notice kind="warn" title="The payment was not completed, so the plan has not begun.">
          <p>If you have just paid, load this page again in a few minutes. Otherwise you can start again.</p>
        </Notice>
      )
  }
}

function Ask({ children }: { children: string }) {
  return (
    <p>
      {children}, <ContactLink />.
    </p>
  )
}

/** Where the cancellation email goes; otherwise this page is the confirmation. */
export function CancelReceipt({ email }: { email: string | null }) {
  const [mails, setMails] = useState<boolean | null>(null)
  useEffect(() => {
    publicConfig().then(
      ({ mail }) => setMails(mail),
      () => setMails(false),
    )
  }, [])
  if (mails === null) return null
  return (
    <p className="mt-2 wrap-anywhere">
      {mails && email
        ? `We write to ${email} when a plan is cancelled. If you have not confirmed that address yet, this page is your confirmation.`
        : 'This page is your confirmation: you can print it or keep a picture of it.'}
    </p>
  )
}
