'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { endingValues, lastCharges, planFacts, planTexts } from '@/lib/contract/plan-words'
import { day, dayAndHour } from '@/lib/browser/local-time'
import { addPeriod } from '@/lib/contract/format'
import type { CurrentPlan, PlanOffer } from '@/lib/contract/plan'
import { Confirm, usePanel } from './confirm'
import { PortalRefusal } from './portal'
import { type ProfileWords, useProfileWords } from './words'
import { type ChangeProblem, type ShownPlan, usePlanChange, type WantedChange } from './use-plan-change'

type PlanChange = ReturnType<typeof usePlanChange>

type ChangePanelProps = {
  shown: ShownPlan
  change: PlanChange
  name: string
  title: string
  /** Null while it cannot be confirmed. */
  yes: string | null
  /** While it is being prepared. */
  busy?: boolean
  onConfirm: () => void
  children: ReactNode
}

/** A button that asks before it changes the plan. */
export function ChangePanel({ shown, change, name, title, yes, busy = false, onConfirm, children }: ChangePanelProps) {
  const t = useTranslations('profile')
  const { isOpen, open, close, button } = usePanel()
  return (
    <div className="grid justify-items-start gap-4">
      {!isOpen && (
        <Button ref={button} variant="alt" onClick={open}>
          {name}
        </Button>
      )}
      {isOpen && !change.problem?.unknown && (
        <Confirm
          title={title}
          yes={yes}
          no={t('keepPlan')}
          busy={change.busy || busy}
          onConfirm={onConfirm}
          onCancel={() => {
            change.clear()
            close()
          }}
        >
          {children}
        </Confirm>
      )}
      {change.problem && <ChangeNotice shown={shown} problem={change.problem} change={change} />}
    </div>
  )
}

type ConfirmedChangeProps = {
  shown: ShownPlan
  wanted: Exclude<WantedChange, { action: 'switch' }> & { action: 'cancel' | 'pause' | 'refund' }
  children: ReactNode
}

function ConfirmedChange({ shown, wanted, children }: ConfirmedChangeProps) {
  const t = useTranslations('profile')
  const change = usePlanChange(shown)
  const { action } = wanted
  return (
    <ChangePanel
      shown={shown}
      change={change}
      name={t(`${action}.button`)}
      title={t(`${action}.title`)}
      yes={t(`${action}.yes`)}
      onConfirm={() => change.change(wanted)}
    >
      {children}
    </ChangePanel>
  )
}

function cancellationWords(plan: CurrentPlan, { t, plan: planT, locale }: ProfileWords): string {
  const status = plan.subscription?.status
  const facts = planFacts(plan)
  const { isListPrice, payment, periodEnd } = facts
  if (status === 'paused') return t(isListPrice ? 'cancel.endsNowList' : 'cancel.endsNow')
  if (status === 'future') return t(isListPrice ? 'cancel.neverStartsList' : 'cancel.neverStarts')
  if (status === 'unpaid') return t('cancel.endsNowOpen')
  return [
    t('cancel.keep', endingValues(facts, day(periodEnd, locale))),
    ...(payment ? [planT(`earlyEnd.${payment}`)] : []),
    planT(`charges.${lastCharges(facts)}`),
  ].join(' ')
}

export function Cancel(shown: ShownPlan) {
  const words = useProfileWords()
  return (
    <ConfirmedChange shown={shown} wanted={{ action: 'cancel' }}>
      <p>{cancellationWords(shown.plan, words)}</p>
    </ConfirmedChange>
  )
}

/** Pauses the plan for the chosen months, when its paid period ends. */
export function Pause(shown: ShownPlan) {
  const { t, locale } = useProfileWords()
  const [months, setMonths] = useState(1)
  const { currentPeriodEnd, pauseMonths = 1 } = shown.subscription
  const until = currentPeriodEnd && addPeriod(new Date(currentPeriodEnd), 'month', months).toISOString()
  return (
    <ConfirmedChange shown={shown} wanted={{ action: 'pause', months }}>
      {pauseMonths > 1 && (
        <label className="my-2 flex flex-wrap items-center gap-x-4">
          {t('pause.howLong')}
          <select
            className="min-h-12 rounded border-2 border-border bg-surface px-3 text-text"
            value={months}
            onChange={({ target }) => setMonths(Number(target.value))}
          >
            {Array.from({ length: pauseMonths }, (_, index) => (
              <option key={index} value={index + 1}>
                {t('pause.months', { months: index + 1 })}
              </option>
            ))}
          </select>
        </label>
      )}
      <p>{t('pause.text', { start: dayAndHour(currentPeriodEnd, locale), end: dayAndHour(until, locale) })}</p>
    </ConfirmedChange>
  )
}

/** Ends the plan at once and refunds its last charge. */
export function CancelAndRefund(shown: ShownPlan) {
  const { t, plan: planT, locale } = useProfileWords()
  const { store, refundUntil } = shown.subscription
  return (
    <ConfirmedChange shown={shown} wanted={{ action: 'refund' }}>
      <p>{t('refund.text', { provider: planT('store', { store }), date: dayAndHour(refundUntil, locale) })}</p>
    </ConfirmedChange>
  )
}

/** Resumes a plan, or removes its end or its pause. The press is consent to renewal, so the terms are beside it. */
export function Resume(shown: ShownPlan) {
  const { plan, subscription } = shown
  const change = usePlanChange(shown)
  const offer = usePlanOffers().find(({ priceId }) => priceId === subscription.price?.id)
  const terms = useId()
  const box = useResumeLink()
  const words = useProfileWords()
  const { t } = words
  const facts = planFacts(plan)
  const sentences = (tax: Tax) => [
    ...(facts.lastDay === null ? [] : [t('resume.endRemoval')]),
    resumeConsent(plan, tax, words),
    ...(facts.isListPrice ? [t('resume.amount', { store: subscription.store })] : []),
    isPaused(plan)
      ? t('resume.chargedNow')
      : t('resume.notChargedNow', { openInvoice: facts.hasOpenInvoice ? 'yes' : 'no' }),
  ]
  return (
    <div ref={box} className="grid max-w-184 justify-items-start gap-4 print:hidden">
      {!change.problem?.unknown && (
        <>
          <Button busy={change.busy} aria-describedby={terms} onClick={() => change.change({ action: 'resume' })}>
            {t(facts.pausedUntil === null ? 'resume.button' : 'resume.now')}
          </Button>
          {/* Reserves the height of the longest text. */}
          <p className="grid text-md text-muted *:col-start-1 *:row-start-1">
            <span aria-hidden className="invisible select-none">
              {sentences('unspecified').join(' ')}
            </span>
            <span id={terms}>{sentences(offer?.taxBehavior ?? 'unspecified').join(' ')}</span>
          </p>
        </>
      )}
      {change.problem && <ChangeNotice shown={shown} problem={change.problem} change={change} />}
    </div>
  )
}

/** Links to `#resume` lead to the button, which is not visible until the plan is loaded. */
function useResumeLink() {
  const box = useRef<HTMLDivElement>(null)
  const hasFocused = useRef(false)
  useEffect(() => {
    const resume = box.current?.querySelector('button')
    if (location.hash !== '#resume' || hasFocused.current || !resume) return
    resume.scrollIntoView({ block: 'center', behavior: 'instant' })
    resume.focus({ preventScroll: true })
    hasFocused.current = document.activeElement === resume
  })
  return box
}

const isPaused = ({ subscription }: CurrentPlan) => subscription?.status === 'paused'

/** What is for sale; empty while unknown. */
export function usePlanOffers(isNeeded = true): PlanOffer[] {
  const [offers, setOffers] = useState<PlanOffer[]>([])
  useEffect(() => {
    if (!isNeeded) return
    void callApi((api) => api.plans()).then((answer) => setOffers(isOk(answer) ? answer.data.plans : []))
  }, [isNeeded])
  return offers
}

type ChangeNoticeProps = { shown: ShownPlan; problem: ChangeProblem; change: PlanChange }

function ChangeNotice({ shown: { uid, subscription }, problem, change }: ChangeNoticeProps) {
  const t = useTranslations('profile.change')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button may be gone.
    if (problem.unknown || document.activeElement === document.body) box.current?.focus()
    void box.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind={problem.unknown ? 'warn' : 'bad'} live="alert" title={problem.title}>
        <p>{problem.text}</p>
        {problem.unknown && (
          <Button variant="alt" className="mt-4" busy={change.busy} onClick={change.check}>
            {t('checkAgain')}
          </Button>
        )}
        {problem.refused && <PortalRefusal uid={uid} store={subscription.store} />}
        {problem.storeUrl && (
          <p>
            <a className="link" href={problem.storeUrl}>
              {t('openStore')}
            </a>
          </p>
        )}
      </Notice>
    </div>
  )
}

type Tax = PlanOffer['taxBehavior']

/** Values of `plan.consent.current`. Without a checkout, the tax is not shown later. */
export const taxValue = (tax: Tax) => (tax === 'exclusive' ? 'exclusive' : tax === 'inclusive' ? 'none' : 'any')

function resumeConsent(plan: CurrentPlan, tax: Tax, { plan: t, locale }: ProfileWords): string {
  const facts = planFacts(plan)
  const { price } = planTexts(facts, t, locale)
  const date = isPaused(plan) ? '' : day(facts.renewsAt, locale)
  const later = date ? (facts.isListPrice ? 'after' : 'date') : 'none'
  return t('consent.current', {
    kind: facts.isListPrice ? 'again' : price ? 'price' : 'same',
    price: price ?? '',
    tax: facts.isListPrice ? 'none' : taxValue(tax),
    start: isPaused(plan) ? 'today' : later,
    date,
  })
}
