'use client'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useEffect, useState } from 'react'
import { planStateOf } from '@/components/session/plan-state'
import { Button, linkTo } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { publicConfig } from '@/lib/browser/config'
import type { Invoice } from '@/lib/contract/checkout'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import { appStoreOf, endingValues, type OpenPayment, planFacts } from '@/lib/contract/plan-words'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { receiptAddress } from '@/lib/contract/receipt'
import { isolate } from '@/lib/locales'
import { paths } from '@/lib/site'
import { portalWords } from './plan-line'
import { BillingPortalButton } from './portal'
import { type ProfileWords, useProfileWords } from './words'
import type { ShownPlan } from './use-plan-change'

type Cancellation = { email: string | null; isRefunded: boolean }

type SituationProps = {
  shown: ShownPlan
  /** The open invoice, if the provider has one. */
  due: Invoice | null
  /** Set after cancelling on this page. */
  cancellation: Cancellation | null
}

export function PlanSituation({ shown, due, cancellation }: SituationProps) {
  const planState = planStateOf(shown.plan)
  switch (planState) {
    case 'cancelling':
      return <Cancelling shown={shown} cancellation={cancellation} />
    case 'past-due':
      return <PastDue shown={shown} due={due} />
    case 'active':
    case 'trialing':
      return <Running {...shown} />
    case 'stopped':
      return <Stopped shown={shown} due={due} />
    case 'ended':
      return cancellation && <Ended {...cancellation} />
    case 'none':
      return null
    default:
      return planState satisfies never
  }
}

function Cancelling({ shown: { plan, subscription }, cancellation }: Omit<SituationProps, 'due'>) {
  const { t, plan: planT, locale } = useProfileWords()
  const facts = planFacts(plan)
  const { payment, isSettled, hasOpenInvoice, periodEnd } = facts
  const sentences = [
    ...(isSettled ? [] : [planT(hasOpenInvoice ? 'openInvoice' : 'lastInvoice')]),
    t('cancelling.keep', endingValues(facts, day(periodEnd, locale))),
    ...(payment ? [planT(`earlyEnd.${payment}`)] : []),
    t('cancelling.after'),
  ]
  return (
    <Notice kind="ok" live="status" title={t(isSettled ? 'cancelling.titleSettled' : 'cancelling.title')}>
      <p>{sentences.join(' ')}</p>
      <p className="mt-2">{t('cancelling.resume', { store: appStoreOf(subscription) ?? 'none' })}</p>
      {cancellation && <CancelReceipt email={cancellation.email} />}
    </Notice>
  )
}

function Running({ plan, subscription }: ShownPlan) {
  const words = useProfileWords()
  const { t, locale } = words
  const facts = planFacts(plan)
  const lastDay = day(facts.lastDay, locale)
  const isUnknown = facts.charge.isUnknown && !facts.pausedUntil
  const { store } = subscription
  if (!lastDay && !isUnknown && !facts.pausedUntil) return null
  const amount = appStoreOf(subscription)
    ? t('running.amountInStore', { store })
    : t('running.amountWith', { store, button: portalWords(subscription, words).all })
  return (
    <div className="grid gap-6">
      {lastDay && <Notice kind="warn" title={t('running.endsTitle', { date: lastDay })} text={t('running.ends')} />}
      {facts.pausedUntil && (
        <Notice
          title={t('running.pausesTitle', { date: day(facts.periodEnd, locale) })}
          text={t('running.pauses', { date: day(facts.pausedUntil, locale) })}
        />
      )}
      {isUnknown && <Notice title={t('running.unknownTitle')} text={`${t('running.unknown')} ${amount}`} />}
    </div>
  )
}

/** A plan without access ends at once, without an email. */
function Ended({ email, isRefunded }: Cancellation) {
  const t = useTranslations('profile.ended')
  return (
    <Notice kind="ok" live="status" title={t('title')}>
      {isRefunded && <p>{t('refunded')}</p>}
      <p>{t('keep')}</p>
      <CancelReceipt email={isRefunded ? email : null} />
    </Notice>
  )
}

/** The amount due and the next attempt, if known. */
function dueSentences(
  due: Pick<Invoice, 'due' | 'currency' | 'nextAttempt'> | null,
  { t, locale }: ProfileWords,
): string[] {
  const date = day(due?.nextAttempt, locale)
  return [
    ...(due?.due === undefined ? [] : [t('pastDue.due', { amount: money(due.due, due.currency, locale) })]),
    ...(date ? [t('pastDue.tryAgain', { date })] : []),
  ]
}

const longestDue = { due: 88_888_88, currency: 'USD', nextAttempt: '2026-09-20T00:00:00Z' }

const invoiceSentence = { declined: 'payInvoice', confirm: 'confirmInvoice', unknown: 'mayConfirm' } as const

/** What settles an open payment here. Another card helps only if it will be charged. */
export function remedyOf(plan: CurrentPlan, due: Invoice | null): 'invoice' | 'card' | null {
  const { subscription } = plan
  if (!subscription || appStoreOf(subscription)) return null
  if (subscription.status === 'unpaid') return 'card'
  if (planStateOf(plan) !== 'past-due') return null
  const { paymentIssue } = subscription
  const isPayable = due !== null && receiptAddress(due) !== null && (paymentIssue !== undefined || !due.nextAttempt)
  return paymentIssue === 'confirm' || isPayable ? 'invoice' : 'card'
}

function PastDue({ shown, due }: Omit<SituationProps, 'cancellation'>) {
  const words = useProfileWords()
  const { t, plan } = words
  const { subscription } = shown
  const payment = planFacts(shown.plan).payment ?? 'unknown'
  const store = appStoreOf(subscription)
  const invoice = due && receiptAddress(due)
  const remedy = remedyOf(shown.plan, due)
  const portal = portalWords(subscription, words)
  const onInvoice = t(`pastDue.${invoiceSentence[payment]}`)
  const elsewhere =
    payment === 'confirm'
      ? t('pastDue.findInvoice', { button: portal.all })
      : t('pastDue.update', { how: store ?? portal.how })
  const first = store ? [t('pastDue.store')] : dueSentences(due, words)
  return (
    <>
      <Notice kind="bad" title={plan(`payment.${payment}`)}>
        <p>{t('pastDue.stillYours')}</p>
        {/* Reserves the height of the longest text. */}
        <p className="grid *:col-start-1 *:row-start-1">
          <span aria-hidden className="invisible select-none">
            {[...dueSentences(longestDue, words), onInvoice].join(' ')}
          </span>
          <span>{[...first, remedy === 'invoice' && invoice ? onInvoice : elsewhere].join(' ')}</span>
        </p>
      </Notice>
      {remedy === 'invoice' && <InvoiceLink href={invoice} payment={payment} />}
      {remedy === 'card' && (
        <BillingPortalButton uid={shown.uid} primary>
          {portal.change}
        </BillingPortalButton>
      )}
    </>
  )
}

/** @param href null while the invoice is loading: then only its space is kept */
function InvoiceLink({ href, payment }: { href: string | null; payment: OpenPayment | null }) {
  const t = useTranslations('profile.invoice')
  return (
    <p className={href === null ? 'invisible' : undefined}>
      <Button href={href ?? '#'}>{t(payment === 'confirm' ? 'confirm' : 'pay')}</Button>
    </p>
  )
}

function stoppedNotice(subscription: Subscription, words: ProfileWords): ComponentProps<typeof Notice> {
  const { t, locale } = words
  const { status, pausedUntil, paymentIssue } = subscription
  const store = appStoreOf(subscription)
  const link = linkTo(paths.contact)
  if (status === 'unpaid') {
    const { how } = portalWords(subscription, words)
    const text = store ? t('stopped.unpaidInStore', { store }) : t('stopped.unpaid', { how })
    return { kind: 'bad', title: t('stopped.unpaidTitle'), text }
  }
  if (status === 'paused' && pausedUntil) {
    const title = t('stopped.pausedUntilTitle', { date: day(pausedUntil, locale) })
    return { title, text: t('stopped.pausedUntil') }
  }
  if (status === 'paused') {
    const text = store ? t('stopped.pausedInStore', { store }) : t.rich('stopped.askContinue', { link })
    return { title: t('stopped.pausedTitle'), text }
  }
  if (status === 'future') return { title: t('stopped.futureTitle'), text: t.rich('stopped.askUnexpected', { link }) }
  const why = paymentIssue === 'confirm' ? 'confirm' : 'incomplete'
  return { kind: 'warn', title: t(`stopped.${why}Title`), text: t(`stopped.${why}`) }
}

function Stopped({ shown, due }: Omit<SituationProps, 'cancellation'>) {
  const words = useProfileWords()
  const { uid, subscription } = shown
  const { status, paymentIssue } = subscription
  const invoice = due && receiptAddress(due)
  const isUnpaidHere = remedyOf(shown.plan, due) === 'card'
  return (
    <>
      <Notice {...stoppedNotice(subscription, words)} />
      {status === 'incomplete' && paymentIssue === 'confirm' && <InvoiceLink href={invoice} payment="confirm" />}
      {isUnpaidHere && invoice && <InvoiceLink href={invoice} payment={null} />}
      {isUnpaidHere && (
        <BillingPortalButton uid={uid} primary={!invoice}>
          {portalWords(subscription, words).change}
        </BillingPortalButton>
      )}
    </>
  )
}

/** Without an email, this page is the confirmation. */
function CancelReceipt({ email }: { email: string | null }) {
  const { t, locale } = useProfileWords()
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
      {mails && email ? t('cancelReceipt.mailed', { email: isolate(email, locale) }) : t('cancelReceipt.page')}
    </p>
  )
}
