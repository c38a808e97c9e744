'use client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import {
  consentWording,
  consentWordings,
  endingWords,
  lastInvoiceNote,
  openInvoiceNote,
  planFacts,
  storeName,
} from '@/lib/contract/plan-words'
import { day, dayAndHour } from '@/lib/browser/local-time'
import { addPeriod } from '@/lib/contract/format'
import type { CurrentPlan, PlanOffer } from '@/lib/contract/plan'
import { Confirm, usePanel } from './confirm'
import { bringIntoView, PortalRefusal } from './portal'
import { type ChangeProblem, type ShownPlan, usePlanChange } from './use-plan-change'

function cancellationWords(plan: CurrentPlan): string {
  const status = plan.subscription?.status
  const facts = planFacts(plan)
  const withoutCharges = (what: string) =>
    facts.isListPrice ? `${what}. ${lastInvoiceNote}` : `${what}, and there are no more charges.`
  if (status === 'paused') return withoutCharges('It ends straight away')
  if (status === 'future') return withoutCharges('It will not start')
  if (status === 'unpaid') return `It ends straight away. ${openInvoiceNote}`
  const { until, earlyEndNote, charges } = endingWords(facts, day(facts.periodEnd))
  return `You keep everything${until || (facts.isSettled ? ' until the end of the time you’ve paid for' : ' for now')}.${earlyEndNote} ${charges}`
}

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
export function ChangePanel({ shown, change, name, title, yes, busy, onConfirm, children }: ChangePanelProps) {
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
          no="Keep my plan"
          busy={change.busy || busy === true}
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

export function Cancel({ onCancelled, ...shown }: ShownPlan & { onCancelled: () => void }) {
  const change = usePlanChange(shown, 'cancel', onCancelled)
  return (
    <ChangePanel
      {...{ shown, change }}
      name="Cancel plan"
      title="Cancel your plan?"
      yes="Yes, cancel my plan"
      onConfirm={() => void change.change()}
    >
      <p>{cancellationWords(shown.plan)}</p>
    </ChangePanel>
  )
}

const monthWords = (months: number) => (months === 1 ? '1 month' : `${months} months`)

/** Pauses the plan for the chosen months, when its paid period ends. */
export function Pause({ onPaused, ...shown }: ShownPlan & { onPaused: () => void }) {
  const [months, setMonths] = useState(1)
  const change = usePlanChange(shown, 'pause', onPaused)
  const { currentPeriodEnd, pauseMonths = 1 } = shown.subscription
  const until = currentPeriodEnd && addPeriod(new Date(currentPeriodEnd), 'month', months).toISOString()
  return (
    <ChangePanel
      {...{ shown, change }}
      name="Pause plan"
      title="Pause your plan?"
      yes="Yes, pause my plan"
      onConfirm={() => void change.change({ months })}
    >
      {pauseMonths > 1 && (
        <label className="my-2 flex flex-wrap items-center gap-x-4">
          For how long?
          <select
            className="min-h-12 rounded border-2 border-border bg-surface px-3 text-text"
            value={months}
            onChange={({ target }) => setMonths(Number(target.value))}
          >
            {Array.from({ length: pauseMonths }, (_, index) => (
              <option key={index} value={index + 1}>
                {monthWords(index + 1)}
              </option>
            ))}
          </select>
        </label>
      )}
      <p>
        You keep everything until {dayAndHour(currentPeriodEnd)}. From then until {dayAndHour(until)}, nothing is
        charged, and you cannot use the app or the calls. After that, your plan continues and you’re charged again. You
        can resume or cancel at any time.
      </p>
    </ChangePanel>
  )
}

/** Ends the plan at once and refunds its last charge. */
export function CancelAndRefund({ onRefunded, ...shown }: ShownPlan & { onRefunded: () => void }) {
  const change = usePlanChange(shown, 'refund', onRefunded)
  const { store, refundUntil } = shown.subscription
  return (
    <ChangePanel
      {...{ shown, change }}
      name="Cancel and refund"
      title="Cancel your plan and get your last payment back?"
      yes="Yes, cancel and refund"
      onConfirm={() => void change.change()}
    >
      <p>
        Your plan ends straight away, and {storeName[store]} refunds your last payment the way you paid. You can do this
        until {dayAndHour(refundUntil)}.
      </p>
    </ChangePanel>
  )
}

/** Resumes a plan, or removes its end or its pause. The press is consent to renewal, so the terms are beside it. */
export function Resume({ onResumed, ...shown }: ShownPlan & { onResumed: () => void }) {
  const { plan, subscription } = shown
  const change = usePlanChange(shown, 'resume', onResumed)
  const tax = useTax(subscription.price?.id ?? null)
  const terms = useId()
  const box = useResumeLink()
  const facts = planFacts(plan)
  const endRemoval = facts.lastDay === null ? '' : 'This removes the end date. '
  const amount = facts.isListPrice ? ` ${storeName[subscription.store]} shows the amount.` : ''
  const when = isPaused(plan)
    ? 'You’ll be charged straight away, and a new month begins'
    : `You will not be charged straight away${endingWords(facts, '').chargeException}`
  const words = (known: Tax) => `${endRemoval}${resumeConsent(plan, known)}${amount} ${when}.`
  return (
    <div ref={box} className="grid max-w-184 justify-items-start gap-4 print:hidden">
      {!change.problem?.unknown && (
        <>
          <Button busy={change.busy} aria-describedby={terms} onClick={() => void change.change()}>
            {facts.pausedUntil === null ? 'Resume plan' : 'Resume now'}
          </Button>
          {/* Reserves the height of the longest text. */}
          <p className="grid text-md text-muted *:col-start-1 *:row-start-1">
            <span aria-hidden className="invisible select-none">
              {words('unknown')}
            </span>
            <span id={terms}>{words(tax)}</span>
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

function useTax(priceId: string | null): Tax {
  const [tax, setTax] = useState<Tax>('unknown')
  useEffect(() => {
    void callApi((api) => api.plans()).then((answer) => {
      const offer = isOk(answer) ? answer.data.plans.find((each) => each.priceId === priceId) : undefined
      setTax(offer?.taxBehavior ?? 'unknown')
    })
  }, [priceId])
  return tax
}

type ChangeNoticeProps = { shown: ShownPlan; problem: ChangeProblem; change: ReturnType<typeof usePlanChange> }

function ChangeNotice({ shown: { uid, subscription }, problem, change }: ChangeNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button may be gone.
    if (problem.unknown || document.activeElement === document.body) box.current?.focus()
    if (box.current) bringIntoView(box.current)
  }, [problem])
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind={problem.unknown ? 'warn' : 'bad'} live="alert" title={problem.title}>
        <p>{problem.text}</p>
        {problem.unknown && (
          <Button variant="alt" className="mt-4" busy={change.busy} onClick={() => void change.check()}>
            Check again
          </Button>
        )}
        {problem.refused && <PortalRefusal uid={uid} subscription={subscription} />}
        {problem.storeUrl && (
          <p>
            <a className="link" href={problem.storeUrl}>
              Open the store’s cancel page
            </a>
          </p>
        )}
      </Notice>
    </div>
  )
}

export type Tax = PlanOffer['taxBehavior'] | 'unknown'

export const taxWords: Record<Tax, string> = {
  exclusive: ', plus tax',
  unknown: ', plus any tax',
  inclusive: '',
  // Without a checkout, the tax is not shown later.
  unspecified: ', plus any tax',
}

const priceUnknown = 'the same price as before'

function resumeConsent(plan: CurrentPlan, tax: Tax): string {
  const { price, isListPrice, renewsAt } = planFacts(plan)
  const next = isPaused(plan) ? 'today' : day(renewsAt)
  const [amount, from] = isListPrice
    ? ['for the plan again', isPaused(plan) ? ' from' : ' after']
    : [price ?? priceUnknown, ' from']
  return consentText(amount, isListPrice ? '' : taxWords[tax], next && `${from} ${next}`)
}

/** @param tax a part of `taxWords`, or empty */
export const consentText = (price: string, tax: string, from: string): string =>
  consentWordings[consentWording]
    .replace('{price}', () => price)
    .replace('{tax}', tax && from ? `${tax},` : tax)
    .replace('{from}', from)
