'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { KeyValueList } from '@/components/ui/key-value-list'
import { isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import type { Interval, PlanOffer, Price, PricePreview } from '@/lib/contract/plan'
import { appStoreOf, planFacts, priceWords } from '@/lib/contract/plan-words'
import { ChangePanel, consentText, taxWords } from './change-plan'
import { type ShownPlan, usePlanChange } from './use-plan-change'

/** A running plan that simply renews. */
function isSwitchable({ plan, subscription, planState }: ShownPlan): boolean {
  const { lastDay, pausedUntil, hasOpenInvoice } = planFacts(plan)
  const isRunning = planState === 'active' || planState === 'trialing'
  const isSoldHere = subscription.price !== null && !appStoreOf(subscription)
  return isRunning && isSoldHere && !lastDay && !pausedUntil && !hasOpenInvoice
}

type SwitchProps = ShownPlan & { onSwitched: () => void }

/** Offers the other interval of the same provider and currency, if it is for sale. */
export function SwitchPlan(props: SwitchProps) {
  const { price, store } = props.subscription
  const canSwitch = isSwitchable(props)
  const offer = useOtherOffer(canSwitch ? store : null, price)
  if (!canSwitch) return null
  // Reserves the height of the button. Another price begins with a closed panel.
  return (
    <div className="min-h-12">
      {price && offer && <SwitchPanel key={price.id} {...props} price={price} offer={offer} />}
    </div>
  )
}

function useOtherOffer(store: string | null, price: Price | null): PlanOffer | null {
  const [plans, setPlans] = useState<PlanOffer[]>([])
  useEffect(() => {
    if (store === null) return
    void callApi((api) => api.plans()).then((answer) => setPlans(isOk(answer) ? answer.data.plans : []))
  }, [store])
  const isOther = ({ provider, currency, interval }: PlanOffer) =>
    provider === store && currency === price?.currency && interval !== price.interval
  return plans.find(isOther) ?? null
}

function nameOf(price: Price, offer: PlanOffer): string {
  if (offer.interval === 'month') return 'Switch to monthly'
  const saved = 12 * price.amount - offer.amount
  return saved > 0 ? `Switch to yearly and save ${money(saved, offer.currency)} a year` : 'Switch to yearly'
}

const questions: Record<Interval, { title: string; yes: string }> = {
  month: { title: 'Switch to monthly?', yes: 'Yes, switch to monthly' },
  year: { title: 'Switch to yearly?', yes: 'Yes, switch to yearly' },
}

type PreviewState = PricePreview | { failure: string } | null

function SwitchPanel({ onSwitched, price, offer, ...shown }: SwitchProps & { price: Price; offer: PlanOffer }) {
  const change = usePlanChange(shown, 'switch', onSwitched)
  const [preview, setPreview] = useState<PreviewState>(null)
  const [attempt, setAttempt] = useState(0)
  const isReady = preview !== null && !('failure' in preview)
  const { title, yes } = questions[offer.interval]
  return (
    <ChangePanel
      {...{ shown, change, title }}
      name={nameOf(price, offer)}
      yes={preview !== null && !isReady ? null : yes}
      busy={preview === null}
      onConfirm={() => {
        if (isReady) void change.change({ to: { priceId: offer.priceId, shown: preview } })
      }}
    >
      <Amounts
        // After a refusal, the amounts may be others.
        key={`${attempt} ${change.problem !== null}`}
        {...{ shown, offer, preview, setPreview }}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </ChangePanel>
  )
}

type AmountsProps = {
  shown: ShownPlan
  offer: PlanOffer
  preview: PreviewState
  setPreview: (preview: PreviewState) => void
  onRetry: () => void
}

/** Asks the provider what the change costs, and shows it. */
function Amounts({ shown: { uid, subscription }, offer, preview, setPreview, onRetry }: AmountsProps) {
  const { id: subscriptionId, store } = subscription
  const { priceId } = offer
  useEffect(() => {
    let isLeft = false
    setPreview(null)
    void callApi((api) => api.previewChange({ uid, subscriptionId, store, priceId })).then((answer) => {
      if (!isLeft) setPreview(isOk(answer) ? answer.data : { failure: answer.data.error.message })
    })
    return () => {
      isLeft = true
    }
  }, [uid, subscriptionId, store, priceId, setPreview])
  if (preview && 'failure' in preview) {
    return (
      <div role="alert" className="mt-2 grid justify-items-start gap-4">
        <p>We could not load the amounts, so you cannot switch yet. Nothing has changed. {preview.failure}</p>
        <Button variant="alt" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  }
  // Reserves the height of the amounts.
  if (!preview) return <div className="min-h-60" />
  return <Preview preview={preview} offer={offer} isTrial={subscription.status === 'trialing'} />
}

function Preview({ preview, offer, isTrial }: { preview: PricePreview; offer: PlanOffer; isTrial: boolean }) {
  const { dueNow, credit, currency, nextCharge } = preview
  const date = day(nextCharge.at)
  const rows = [
    { term: 'Charged today', value: money(dueNow, currency), strong: true },
    ...(credit > 0 ? [{ term: 'Credited for the time you do not use', value: money(credit, currency) }] : []),
    { term: `${isTrial ? 'First charge' : 'Next charge'}, ${date}`, value: money(nextCharge.amount, currency) },
  ]
  const price = priceWords(offer)
  return (
    <div className="mt-2 grid gap-3">
      <div className="max-w-128">
        <KeyValueList rows={rows} />
      </div>
      {isTrial && <p>Your free trial goes on until {date}.</p>}
      {credit > offer.amount && <p>Your credit pays first. Once it’s used up, you pay {price}.</p>}
      <p className="text-md text-muted">
        {consentText(price, taxWords[offer.taxBehavior], isTrial ? ` from ${date}` : ' from today')}
      </p>
    </div>
  )
}
