'use client'
import { useEffect, useState } from 'react'
import { ContactLink } from '@/components/session/notices'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { publicConfig } from '@/lib/browser/config'
import type { Invoice } from '@/lib/contract/checkout'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import {
  endingWords,
  lastInvoiceNote,
  openInvoiceNote,
  type OpenPayment,
  paymentSentence,
  planFacts,
  appStoreOf,
  storeName,
} from '@/lib/contract/plan-words'
import type { Subscription } from '@/lib/contract/plan'
import { receiptAddress } from '@/lib/contract/receipt'
import { portalWords } from './plan-line'
import { BillingPortalButton } from './portal'
import type { ShownPlan } from './use-plan-change'

type Situation = ShownPlan & {
  /** The open invoice, if the provider has one. */
  due: Invoice | null
} & Cancelled

type Cancelled = {
  /** Set after cancelling on this page. */
  cancelled: { email: string | null; isRefunded: boolean } | null
}

export function PlanSituation({ cancelled, due, ...shown }: Situation) {
  switch (shown.planState) {
    case 'cancelling':
      return <Cancelling {...shown} cancelled={cancelled} />
    case 'past-due':
      return <PastDue {...shown} due={due} />
    case 'active':
    case 'trialing':
      return <Running {...shown} />
    case 'stopped':
      return <Stopped {...shown} due={due} />
    case 'ended':
      return cancelled && <Ended {...cancelled} />
    case 'none':
      return null
    default:
      return shown.planState satisfies never
  }
}

function Cancelling({ plan, subscription, cancelled }: ShownPlan & Cancelled) {
  const facts = planFacts(plan)
  const { until, earlyEndNote } = endingWords(facts, day(facts.periodEnd))
  const store = appStoreOf(subscription)
  return (
    <Notice
      kind="ok"
      live="status"
      title={facts.isSettled ? 'Cancelled. Nothing more will be charged.' : 'Cancelled. It will not renew.'}
    >
      <p>
        {!facts.isSettled && `${facts.hasOpenInvoice ? openInvoiceNote : lastInvoiceNote} `}
        You keep the app and the calls{until}.{earlyEndNote} After that, you keep your account and your data.
      </p>
      <p className="mt-2">
        While it runs, you can resume the plan{store && ` in ${storeName[store]}`}. After that, you can choose a new
        one.
      </p>
      {cancelled && <CancelReceipt email={cancelled.email} />}
    </Notice>
  )
}

const pauseWords =
  'During the pause, nothing is charged, and you cannot use the app or the calls. You keep your account and your data.'

function Running({ plan, subscription }: ShownPlan) {
  const facts = planFacts(plan)
  const lastDay = day(facts.lastDay)
  const isUnknown = facts.charge.isUnknown && !facts.pausedUntil
  const { store } = subscription
  if (!lastDay && !isUnknown && !facts.pausedUntil) return null
  return (
    <div className="grid gap-6">
      {lastDay && (
        <Notice kind="warn" title={`Your plan ends on ${lastDay}.`}>
          <p>
            Until then, it renews and you’re charged as before. If you cancel, it ends sooner: when the time you’ve paid
            for is over. If you resume it, it continues until you cancel.
          </p>
        </Notice>
      )}
      {facts.pausedUntil && (
        <Notice title={`Your plan pauses on ${day(facts.periodEnd)}.`}>
          <p>
            You keep the app and the calls until then. {pauseWords} On {day(facts.pausedUntil)}, your plan continues and
            you’re charged again.
          </p>
        </Notice>
      )}
      {isUnknown && (
        <Notice title="We do not know the amount of your next charge.">
          <p>
            It can differ from the list price, for example because of a pause, a discount or a credit.{' '}
            {appStoreOf(subscription)
              ? `You’ll find it in ${storeName[store]}.`
              : `You’ll find it with ${storeName[store]}, under “${portalWords(subscription).all}”.`}
          </p>
        </Notice>
      )}
    </div>
  )
}

/** A plan without access ends at once, without an email. */
function Ended({ email, isRefunded }: NonNullable<Cancelled['cancelled']>) {
  return (
    <Notice kind="ok" live="status" title="Cancelled. Your plan has ended.">
      {isRefunded && <p>Your last payment is refunded the way you paid. This can take a few days.</p>}
      <p>You keep your account and your data.</p>
      <CancelReceipt email={isRefunded ? email : null} />
    </Notice>
  )
}

/** The amount due and the next attempt, if known. */
function dueWords(due: Pick<Invoice, 'due' | 'currency' | 'nextAttempt'> | null): string {
  const amount = due?.due === undefined ? '' : `${money(due.due, due.currency)} is due. `
  const attempt = day(due?.nextAttempt)
  return `${amount}${attempt ? `We’ll try again on ${attempt}. ` : ''}`
}

const longestDue = { due: 88_888_88, currency: 'USD', nextAttempt: '2026-09-20T00:00:00Z' }

const invoiceWords = {
  declined: 'You can pay it on the invoice’s page.',
  confirm: 'You can confirm it on the invoice’s page.',
  unknown: 'Your bank may want you to confirm it. You can do that on the invoice’s page, or pay in another way there.',
}

/** Whether a past-due plan is settled on its invoice's page. Another card helps only if it will be charged. */
export function paysInvoice({ store, paymentIssue }: Subscription, due: Invoice | null): boolean {
  if (store === 'play_store' || store === 'app_store') return false
  if (paymentIssue === 'confirm') return true
  return due !== null && receiptAddress(due) !== null && (paymentIssue !== undefined || !due.nextAttempt)
}

function PastDue({ due, ...shown }: ShownPlan & { due: Invoice | null }) {
  const { subscription } = shown
  const payment = planFacts(shown.plan).payment ?? 'unknown'
  const store = appStoreOf(subscription)
  const invoice = due && receiptAddress(due)
  const needsInvoice = paysInvoice(subscription, due)
  const how = store ? `how you pay in ${storeName[store]}` : portalWords(subscription).what
  const elsewhere =
    payment === 'confirm'
      ? `You’ll find the invoice under “${portalWords(subscription).all}”.`
      : `You can update ${how} first.`
  const words = store ? 'The store may try again. ' : dueWords(due)
  return (
    <>
      <Notice kind="bad" title={paymentSentence[payment]}>
        <p>You still have your plan.</p>
        {/* Reserves the height of the longest text. */}
        <p className="grid *:col-start-1 *:row-start-1">
          <span aria-hidden className="invisible select-none">{`${dueWords(longestDue)}${invoiceWords[payment]}`}</span>
          <span>{`${words}${needsInvoice && invoice ? invoiceWords[payment] : elsewhere}`}</span>
        </p>
      </Notice>
      {needsInvoice && <InvoiceLink href={invoice} payment={payment} />}
      {!store && !needsInvoice && (
        <BillingPortalButton {...shown} primary>
          {portalWords(subscription).change}
        </BillingPortalButton>
      )}
    </>
  )
}

/** @param href null while the invoice is loading: then only its space is kept */
function InvoiceLink({ href, payment }: { href: string | null; payment: OpenPayment | null }) {
  return (
    <p className={href === null ? 'invisible' : undefined}>
      <Button href={href ?? '#'}>{payment === 'confirm' ? 'Confirm the payment' : 'Pay the open invoice'}</Button>
    </p>
  )
}

function Stopped({ due, ...shown }: ShownPlan & { due: Invoice | null }) {
  const { subscription } = shown
  const store = appStoreOf(subscription)
  const invoice = due && receiptAddress(due)
  switch (subscription.status) {
    case 'unpaid':
      return (
        <>
          <Notice kind="bad" title="Your plan has stopped because a payment failed.">
            <p>
              {store
                ? `Update how you pay in ${storeName[store]}, and it can continue.`
                : `Update ${portalWords(subscription).what} and pay the open invoice, and it can continue. Or start a new plan, which replaces it.`}
            </p>
          </Notice>
          {!store && invoice && <InvoiceLink href={invoice} payment={null} />}
          {!store && (
            <BillingPortalButton {...shown} primary={!invoice}>
              {portalWords(subscription).change}
            </BillingPortalButton>
          )}
        </>
      )
    case 'paused':
      if (subscription.pausedUntil) {
        return (
          <Notice title={`Paused until ${day(subscription.pausedUntil)}.`}>
            <p>{pauseWords} On that day, your plan continues and you’re charged again.</p>
          </Notice>
        )
      }
      return (
        <Notice title="Your plan is paused, so you cannot use it right now.">
          {store ? <p>You can see in {storeName[store]} whether and when it continues.</p> : <Ask>To continue it</Ask>}
        </Notice>
      )
    case 'future':
      return (
        <Notice title="You can use your plan from the day it starts.">
          <Ask>If you didn’t expect this</Ask>
        </Notice>
      )
    default:
      if (subscription.paymentIssue === 'confirm') {
        return (
          <>
            <Notice kind="warn" title="Your bank asks you to confirm the payment.">
              <p>Your plan starts as soon as you’ve done that.</p>
            </Notice>
            <InvoiceLink href={invoice} payment="confirm" />
          </>
        )
      }
      return (
        <Notice kind="warn" title="The payment was not completed, so the plan has not started.">
          <p>If you’ve just paid, reload this page in a few minutes. Otherwise, you can start again.</p>
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

/** Without an email, this page is the confirmation. */
function CancelReceipt({ email }: { email: string | null }) {
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
        ? `We email ${email} when a plan is cancelled.`
        : 'This page is your confirmation. You can print it or take a screenshot.'}
    </p>
  )
}
