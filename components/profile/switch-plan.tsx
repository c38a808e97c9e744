'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { planStateOf } from '@/components/session/plan-state'
import { Button } from '@/components/ui/button'
import { KeyValueList } from '@/components/ui/key-value-list'
import { type Failure, isOk, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import type { PlanOffer, Price, PricePreview } from '@/lib/contract/plan'
import { appStoreOf, planFacts, priceText } from '@/lib/contract/plan-words'
import { ChangePanel, taxValue, usePlanOffers } from './change-plan'
import { type ProfileWords, useProfileWords } from './words'
import { type ShownPlan, usePlanChange } from './use-plan-change'

/** A running plan that simply renews. */
function isSwitchable({ plan, subscription }: ShownPlan): boolean {
  const { lastDay, pausedUntil, hasOpenInvoice } = planFacts(plan)
  const planState = planStateOf(plan)
  const isRunning = planState === 'active' || planState === 'trialing'
  return isRunning && !appStoreOf(subscription) && !lastDay && !pausedUntil && !hasOpenInvoice
}

/** Offers the other interval of the same provider and currency, if it is for sale. */
export function SwitchPlan(shown: ShownPlan) {
  const { price, store } = shown.subscription
  const canSwitch = isSwitchable(shown)
  const offers = usePlanOffers(canSwitch)
  if (!canSwitch || !price) return null
  const offer = offers.find(
    ({ provider, currency, interval }) =>
      provider === store && currency === price.currency && interval !== price.interval,
  )
  // Reserves the height of the button. Another price begins with a closed panel.
  return (
    <div className="min-h-12">{offer && <SwitchPanel key={price.id} shown={shown} price={price} offer={offer} />}</div>
  )
}

function nameOf(price: Price, offer: PlanOffer, { t, locale }: ProfileWords): string {
  if (offer.interval === 'month') return t('switch.toMonthly')
  const saved = 12 * price.amount - offer.amount
  return saved > 0 ? t('switch.toYearlySaving', { amount: money(saved, offer.currency, locale) }) : t('switch.toYearly')
}

type PreviewState = PricePreview | { failure: Failure } | null

function SwitchPanel({ shown, price, offer }: { shown: ShownPlan; price: Price; offer: PlanOffer }) {
  const words = useProfileWords()
  const { t } = words
  const change = usePlanChange(shown)
  const [preview, setPreview] = useState<PreviewState>(null)
  const [attempt, setAttempt] = useState(0)
  const isReady = preview !== null && !('failure' in preview)
  const isMonthly = offer.interval === 'month'
  return (
    <ChangePanel
      {...{ shown, change }}
      name={nameOf(price, offer, words)}
      title={t(isMonthly ? 'switch.monthlyTitle' : 'switch.yearlyTitle')}
      yes={preview !== null && !isReady ? null : t(isMonthly ? 'switch.monthlyYes' : 'switch.yearlyYes')}
      busy={preview === null}
      onConfirm={() => {
        if (isReady) change.change({ action: 'switch', priceId: offer.priceId, shown: preview })
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
  const t = useTranslations('profile.switch')
  const requests = useTranslations('requests')
  const { id: subscriptionId, store } = subscription
  const { priceId } = offer
  useEffect(() => {
    let isLeft = false
    setPreview(null)
    void callApi((api) => api.previewChange({ uid, subscriptionId, store, priceId })).then((answer) => {
      if (!isLeft) setPreview(isOk(answer) ? answer.data : { failure: answer })
    })
    return () => {
      isLeft = true
    }
  }, [uid, subscriptionId, store, priceId, setPreview])
  if (preview && 'failure' in preview) {
    return (
      <div role="alert" className="mt-2 grid justify-items-start gap-4">
        <p>{`${t('notLoaded')} ${problemWords(requests, preview.failure)}`}</p>
        <Button variant="alt" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      </div>
    )
  }
  // Reserves the height of the amounts.
  if (!preview) return <div className="min-h-60" />
  return <Preview preview={preview} offer={offer} isTrial={subscription.status === 'trialing'} />
}

function Preview({ preview, offer, isTrial }: { preview: PricePreview; offer: PlanOffer; isTrial: boolean }) {
  const { t, plan, locale } = useProfileWords()
  const { dueNow, credit, currency, nextCharge } = preview
  const date = day(nextCharge.at, locale)
  const amountOf = (amount: number) => money(amount, currency, locale)
  const rows = [
    { term: t('switch.chargedToday'), value: amountOf(dueNow), strong: true },
    ...(credit > 0 ? [{ term: t('switch.credited'), value: amountOf(credit) }] : []),
    { term: t(isTrial ? 'switch.firstCharge' : 'switch.nextCharge', { date }), value: amountOf(nextCharge.amount) },
  ]
  const price = priceText(offer, plan, locale)
  return (
    <div className="mt-2 grid gap-3">
      <div className="max-w-128">
        <KeyValueList rows={rows} />
      </div>
      {isTrial && <p>{t('switch.trialUntil', { date })}</p>}
      {credit > offer.amount && <p>{t('switch.creditFirst', { price })}</p>}
      <p className="text-md text-muted">
        {plan('consent.current', {
          kind: 'price',
          price,
          tax: taxValue(offer.taxBehavior),
          start: isTrial ? 'date' : 'today',
          date,
        })}
      </p>
    </div>
  )
}
