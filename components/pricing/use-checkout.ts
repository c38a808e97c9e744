'use client'
import { useEffect, useRef, useState } from 'react'
import { refreshPlan, leaveForCheckout } from '@/components/session/session'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { type Failure, isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { PlanOffer } from '@/lib/contract/plan'
import { saveChosenPrice, hasOtherProvider } from './offers'
import { checkoutProblem, notOpenedProblem, type Problem } from './problems'
import { usePricingWords } from './terms'

export type PayProblem = Problem & { priceId: string }

/** `plan`: one exists. `terms`: the page was outdated. */
export type Refusal = 'plan' | 'terms'

/** Milliseconds after which the button works again, if the browser has not left. */
export const leavingMs = 10_000

function refusalOf({ status, data: { error } }: Failure): Refusal | null {
  if (error.code === 'terms-changed' || error.code === 'unknown-price') return 'terms'
  return status === 409 && error.code !== 'provider-refused' ? 'plan' : null
}

type CheckoutOptions = {
  uid: string
  offers: readonly PlanOffer[]
  trial: boolean
  onRefused: (refusal: Refusal) => void
}

/** Opens the provider's page. `paying` is the price of the pressed button. */
export function useCheckout({ uid, offers, trial, onRefused }: CheckoutOptions) {
  const words = usePricingWords()
  const [paying, setPaying] = useState<string | null>(null)
  const [problem, setProblem] = useState<PayProblem | null>(null)
  const currentAttempt = useRef<object | null>(null)

  useEffect(() => () => void (currentAttempt.current = null), [])
  useWindowEvent('pageshow', ({ persisted }) => {
    // Restored from the back/forward cache, still busy.
    if (!persisted) return
    stop()
    void refreshPlan()
  })

  function stop() {
    currentAttempt.current = null
    setPaying(null)
  }

  async function pay(offer: PlanOffer) {
    if (currentAttempt.current) return
    const attempt = (currentAttempt.current = {})
    const isCurrent = () => currentAttempt.current === attempt
    const { priceId, provider, amount, currency } = offer
    setProblem(null)
    setPaying(priceId)
    const shown = { amount, currency, trialDays: trial ? offer.trialDays : 0 }
    const answer = await callApi((api) => api.checkout(provider, { uid, priceId, locale: words.locale, shown }))
    // Preselected after signing in again.
    if (isOk(answer) || answer.status === 401) saveChosenPrice(priceId)
    if (!isCurrent()) return
    if (isOk(answer) && /^https?:/.test(answer.data.url)) {
      leaveForCheckout(uid)
      location.assign(answer.data.url)
      // Stopping the navigation fires no event.
      return void setTimeout(() => isCurrent() && stop(), leavingMs)
    }
    stop()
    if (isOk(answer)) return setProblem({ priceId, ...notOpenedProblem(words) })
    setProblem({ priceId, ...checkoutProblem(words, answer, provider, hasOtherProvider(offers, offer)) })
    const refusal = refusalOf(answer)
    if (!refusal) return
    onRefused(refusal)
    void refreshPlan()
  }

  return { pay, paying, problem }
}
