'use client'
import { useEffect, useRef, useState } from 'react'
import { refreshPlan, leaveForCheckout } from '@/components/session/session'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { type Failure, isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { StripeForm } from '@/lib/browser/stripe-embed'
import type { CheckoutUi } from '@/lib/contract/checkout'
import type { PublicConfig } from '@/lib/contract/config'
import type { PlanOffer } from '@/lib/contract/plan'
import { localPath, splitPath, type Locale } from '@/lib/locales'
import { registeredPaths } from '@/lib/site'
import { saveChosenPrice, hasOtherProvider } from './offers'
import { checkoutProblem, type Problem, unknownOutcomeProblem, notOpenedProblem } from './problems'
import { usePricingWords } from './terms'

const isPaidPage = (url: string) =>
  splitPath(new URL(url, location.origin).pathname).path === registeredPaths.checkoutSuccess

export type PayProblem = Problem & { priceId: string }

export type Paying = { priceId: string; step: CheckoutStep }

/** `trial`: it begins with one. */
export type EmbeddedForm = { offer: PlanOffer; trial: boolean; form: StripeForm }

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

/** Creates a checkout session and opens its page or form. */
export function useCheckout({ uid, offers, trial, onRefused }: CheckoutOptions) {
  const words = usePricingWords()
  const { locale } = words
  const [paying, setPaying] = useState<Paying | null>(null)
  const [embedded, setEmbedded] = useState<EmbeddedForm | null>(null)
  const [problem, setProblem] = useState<PayProblem | null>(null)
  /** This offer's button gets the focus. */
  const [returned, setReturned] = useState<{ priceId: string } | null>(null)
  const currentAttempt = useRef<object | null>(null)

  useEffect(() => () => void (currentAttempt.current = null), [])
  useWindowEvent('pageshow', ({ persisted }) => {
    // Restored from the back/forward cache, still busy.
    if (!persisted) return
    stop()
    setEmbedded(null)
    void refreshPlan()
  })
  useEffect(() => (embedded ? () => embedded.form.close() : undefined), [embedded])

  function stop() {
    currentAttempt.current = null
    setPaying(null)
  }

  function leave(url: string, priceId: string) {
    leaveForCheckout(uid)
    location.assign(url)
    const attempt = (currentAttempt.current ??= {})
    // Stopping the navigation fires no event.
    setTimeout(() => {
      if (currentAttempt.current !== attempt) return
      stop()
      if (!isPaidPage(url)) return
      setEmbedded(null)
      setProblem({ priceId, ...unknownOutcomeProblem(words) })
    }, leavingMs)
  }

  async function pay(offer: PlanOffer, { hosted = false, shown = trial } = {}) {
    if (currentAttempt.current) return
    const attempt = (currentAttempt.current = {})
    const isCurrent = () => currentAttempt.current === attempt
    const { priceId } = offer
    setEmbedded(null)
    setProblem(null)
    setReturned(hosted ? { priceId } : null)
    setPaying({ priceId, step: 'opening' })
    const onStep = (step: CheckoutStep) => isCurrent() && setPaying({ priceId, step })
    const onPaid = () => leave(localPath(registeredPaths.checkoutSuccess, locale), priceId)
    const call = { uid, offer, trialDays: shown ? offer.trialDays : 0, locale, onStep }
    const opened = await openCheckout(call, { hosted, onPaid })
    // Preselected after signing in again.
    if (opened.kind === 'refused' && opened.answer.status === 401) saveChosenPrice(priceId)
    if (isCurrent()) showResult(offer, shown, opened)
    else if (opened.kind === 'embedded') opened.form.close()
  }

  function showResult(offer: PlanOffer, trial: boolean, opened: Opened) {
    const { priceId, provider } = offer
    if (opened.kind !== 'refused' && opened.kind !== 'not-opened') saveChosenPrice(priceId)
    if (opened.kind === 'leave') return leave(opened.url, priceId)
    stop()
    switch (opened.kind) {
      case 'embedded':
        leaveForCheckout(uid)
        return setEmbedded({ offer, trial, form: opened.form })
      case 'closed':
        return setReturned({ priceId })
      case 'unknown-outcome':
        return setProblem({ priceId, ...unknownOutcomeProblem(words) })
      case 'not-opened':
        return setProblem({ priceId, ...notOpenedProblem(words, provider, opened.url) })
      case 'refused': {
        setProblem({ priceId, ...checkoutProblem(words, opened.answer, provider, hasOtherProvider(offers, offer)) })
        const refusal = refusalOf(opened.answer)
        if (!refusal) return
        onRefused(refusal)
        return void refreshPlan()
      }
      default:
        return opened satisfies never
    }
  }

  function back() {
    if (embedded) setReturned({ priceId: embedded.offer.priceId })
    setEmbedded(null)
  }

  return { pay, paying, problem, embedded, back, returned }
}

/** `fallback`: going back to the provider's own page. `window`: the provider's window is open. */
export type CheckoutStep = 'opening' | 'fallback' | 'window'

export type Opened =
  | { kind: 'leave'; url: string }
  | { kind: 'embedded'; form: StripeForm }
  | { kind: 'closed' }
  | { kind: 'refused'; answer: Failure }
  /** It failed after opening, so the payment may have gone through. */
  | { kind: 'unknown-outcome' }
  | { kind: 'not-opened'; url?: string }

type CheckoutCall = {
  uid: string
  offer: PlanOffer
  trialDays: number
  locale: Locale
  onStep: (step: CheckoutStep) => void
}

const requestOf = ({ uid, offer, trialDays, locale }: CheckoutCall, ui: CheckoutUi) => {
  const { priceId, amount, currency } = offer
  return { uid, priceId, ui, locale, shown: { amount, currency, trialDays } }
}

const loadConfig = (): Promise<PublicConfig | null> =>
  import('@/lib/browser/config').then(({ publicConfig }) => publicConfig()).catch(() => null)

const isAddress = (url: string | null): url is string => url !== null && /^https?:/.test(url)

const leaveFor = (url: string | null): Opened => (isAddress(url) ? { kind: 'leave', url } : { kind: 'not-opened' })

const success = ({ locale }: CheckoutCall): Opened => ({
  kind: 'leave',
  url: location.origin + localPath(registeredPaths.checkoutSuccess, locale),
})

/**
 * Opens the embedded form or window if possible, otherwise the hosted page. Never throws.
 * @param onPaid called by a form that does not navigate itself
 */
async function openCheckout(call: CheckoutCall, { hosted = false, onPaid }: { hosted?: boolean; onPaid: () => void }) {
  const config = hosted ? null : await loadConfig()
  switch (call.offer.provider) {
    case 'stripe':
      return openStripe(call, config?.stripePublishableKey ?? null, onPaid)
    case 'chargebee':
      return openChargebee(call, config?.chargebeeCheckoutSite ?? null)
    default:
      return call.offer.provider satisfies never
  }
}

async function openStripe(call: CheckoutCall, key: string | null, onPaid: () => void): Promise<Opened> {
  const { onStep, locale } = call
  // Loaded first: if it fails, a hosted session is created instead.
  const stripe = key
    ? await import('@/lib/browser/stripe-embed')
        .then(({ loadStripeForm }) => loadStripeForm(key, locale))
        .catch(() => null)
    : null
  if (key && !stripe) onStep('fallback')
  const answer = await callApi((api) => api.stripeCheckout(requestOf(call, stripe ? 'embedded' : 'hosted')))
  if (!isOk(answer)) return { kind: 'refused', answer }
  const { data } = answer
  if (data.url !== null) return leaveFor(data.url)
  const form = await stripe?.open(data.clientSecret, onPaid).catch(() => null)
  if (form) return { kind: 'embedded', form }
  onStep('fallback')
  const hostedAnswer = await callApi((api) => api.stripeCheckout(requestOf(call, 'hosted')))
  return isOk(hostedAnswer) ? leaveFor(hostedAnswer.data.url) : { kind: 'refused', answer: hostedAnswer }
}

async function openChargebee(call: CheckoutCall, site: string | null): Promise<Opened> {
  const { onStep } = call
  const chargebee = site
    ? await import('@/lib/browser/chargebee-embed')
        .then(({ loadChargebeeWindow }) => loadChargebeeWindow(site))
        .catch(() => null)
    : null
  if (site && !chargebee) onStep('fallback')
  const answer = await callApi((api) => api.chargebeeCheckout(requestOf(call, chargebee ? 'embedded' : 'hosted')))
  if (!isOk(answer)) return { kind: 'refused', answer }
  const { url } = answer.data
  if (!chargebee) return leaveFor(url)
  let isShown = false
  const open = () => {
    isShown = true
    // The visitor may pay in the window, which changes the plan.
    leaveForCheckout(call.uid)
    onStep('window')
  }
  const end = await chargebee.open(answer.data, open).catch(() => 'failed' as const)
  if (end === 'paid') return success(call)
  if (end === 'failed' && isShown) return { kind: 'unknown-outcome' }
  return end === 'closed' ? { kind: 'closed' } : { kind: 'not-opened', ...(isAddress(url) && { url }) }
}
