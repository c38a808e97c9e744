'use client'
import { useEffect, useRef, useState } from 'react'
import { refreshPlan, leaveForCheckout } from '@/components/session/plan'
import { useWindowEvent } from '@/components/session/use-window-event'
import { type Failure, isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { StripeForm } from '@/lib/browser/stripe-embed'
import type { CheckoutUi } from '@/lib/contract/checkout'
import type { PublicConfig } from '@/lib/contract/config'
import type { PlanOffer } from '@/lib/contract/plan'
import { registeredPaths } from '@/lib/site'
import { keepChosenPrice } from './chosen-price'
import { hasOtherWay } from './offers'
import { checkoutProblem, type Problem, unclear, unopened } from './problems'

const isPaidPage = (url: string) => new URL(url, location.origin).pathname === registeredPaths.checkoutSuccess

export type PayProblem = Problem & { priceId: string }

export type Paying = { priceId: string; step: Step }

/** `trial`: it begins with one. */
export type Inside = { offer: PlanOffer; trial: boolean; form: StripeForm }

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
  refused: (why: Refusal) => void
}

/** The problem of a checkout that did not open, or null. */
function problemOf(opened: Opened, offer: PlanOffer, offers: readonly PlanOffer[]): PayProblem | null {
  const { priceId, provider } = offer
  switch (opened.kind) {
    case 'unclear':
      return { priceId, ...unclear }
    case 'unopened':
      return { priceId, ...unopened(provider, opened.url) }
    case 'refused':
      return { priceId, ...checkoutProblem(opened.answer, provider, hasOtherWay(offers, offer)) }
    default:
      return null
  }
}

/** Creates a checkout session and opens its page or form. */
export function useCheckout({ uid, offers, trial, refused }: CheckoutOptions) {
  const [paying, setPaying] = useState<Paying | null>(null)
  const [inside, setInside] = useState<Inside | null>(null)
  const [problem, setProblem] = useState<PayProblem | null>(null)
  /** This offer's button gets the focus. */
  const [returned, setReturned] = useState<{ priceId: string } | null>(null)
  /** The press under way. */
  const press = useRef<object | null>(null)

  useEffect(() => () => void (press.current = null), [])
  useWindowEvent('pageshow', ({ persisted }) => {
    // Restored from the back/forward cache, still busy.
    if (!persisted) return
    stop()
    setInside(null)
    void refreshPlan()
  })
  useEffect(() => (inside ? () => inside.form.close() : undefined), [inside])

  function stop() {
    press.current = null
    setPaying(null)
  }

  function leave(url: string, priceId: string) {
    leaveForCheckout(uid)
    location.assign(url)
    const mine = (press.current ??= {})
    // Stopping the navigation fires no event.
    setTimeout(() => {
      if (press.current !== mine) return
      stop()
      if (!isPaidPage(url)) return
      setInside(null)
      setProblem({ priceId, ...unclear })
    }, leavingMs)
  }

  async function pay(offer: PlanOffer, { hosted = false, shown = trial } = {}) {
    if (press.current) return
    const mine = (press.current = {})
    const isNow = () => press.current === mine
    const { priceId } = offer
    setInside(null)
    setProblem(null)
    setReturned(hosted ? { priceId } : null)
    setPaying({ priceId, step: 'opening' })
    const tell = (step: Step) => isNow() && setPaying({ priceId, step })
    const paid = () => leave(registeredPaths.checkoutSuccess, priceId)
    const opened = await openCheckout({ uid, offer, trialDays: shown ? offer.trialDays : 0, tell }, { hosted, paid })
    // Preselected after signing in again.
    if (opened.kind === 'refused' && opened.answer.status === 401) keepChosenPrice(priceId)
    if (isNow()) arrive(offer, shown, opened)
    else if (opened.kind === 'inside') opened.form.close()
  }

  function arrive(offer: PlanOffer, trial: boolean, opened: Opened) {
    const { priceId } = offer
    if (opened.kind !== 'refused' && opened.kind !== 'unopened') keepChosenPrice(priceId)
    if (opened.kind === 'leave') return leave(opened.url, priceId)
    stop()
    if (opened.kind === 'inside') {
      leaveForCheckout(uid)
      return setInside({ offer, trial, form: opened.form })
    }
    if (opened.kind === 'closed') return setReturned({ priceId })
    setProblem(problemOf(opened, offer, offers))
    const why = opened.kind === 'refused' ? refusalOf(opened.answer) : null
    if (!why) return
    refused(why)
    void refreshPlan()
  }

  function back() {
    if (inside) setReturned({ priceId: inside.offer.priceId })
    setInside(null)
  }

  return { pay, paying, problem, inside, back, returned }
}

/** `instead`: falling back to the provider's own page. `window`: the provider's window is open. */
export type Step = 'opening' | 'instead' | 'window'

export type Opened =
  | { kind: 'leave'; url: string }
  | { kind: 'inside'; form: StripeForm }
  | { kind: 'closed' }
  | { kind: 'refused'; answer: Failure }
  /** It failed after opening, so it may have been paid in. */
  | { kind: 'unclear' }
  | { kind: 'unopened'; url?: string }

type Press = {
  uid: string
  offer: PlanOffer
  trialDays: number
  tell: (step: Step) => void
}

const callOf = ({ uid, offer, trialDays }: Press, ui: CheckoutUi) => {
  const { priceId, amount, currency } = offer
  return { uid, priceId, ui, shown: { amount, currency, trialDays } }
}

const settings = (): Promise<PublicConfig | null> =>
  import('@/lib/browser/config').then(({ publicConfig }) => publicConfig()).catch(() => null)

const isAddress = (url: string | null): url is string => url !== null && /^https?:/.test(url)

const leaveFor = (url: string | null): Opened => (isAddress(url) ? { kind: 'leave', url } : { kind: 'unopened' })

const success = (): Opened => ({ kind: 'leave', url: location.origin + registeredPaths.checkoutSuccess })

/**
 * Opens the embedded form or window if possible, otherwise the hosted page. Never throws.
 * @param paid called by a form that does not navigate itself
 */
export async function openCheckout(press: Press, { hosted = false, paid }: { hosted?: boolean; paid: () => void }) {
  const config = hosted ? null : await settings()
  switch (press.offer.provider) {
    case 'stripe':
      return byStripe(press, config?.stripePublishableKey ?? null, paid)
    case 'chargebee':
      return byChargebee(press, config?.chargebeeCheckoutSite ?? null)
    default:
      return press.offer.provider satisfies never
  }
}

async function byStripe(press: Press, key: string | null, paid: () => void): Promise<Opened> {
  const { tell } = press
  // Loaded first: if it fails, a hosted session is created instead.
  const stripe = key
    ? await import('@/lib/browser/stripe-embed').then(({ loadStripeForm }) => loadStripeForm(key)).catch(() => null)
    : null
  if (key && !stripe) tell('instead')
  const answer = await callApi((api) => api.stripeCheckout(callOf(press, stripe ? 'embedded' : 'hosted')))
  if (!isOk(answer)) return { kind: 'refused', answer }
  const { data } = answer
  if (data.url !== null) return leaveFor(data.url)
  const form = await stripe?.open(data.clientSecret, paid).catch(() => null)
  if (form) return { kind: 'inside', form }
  tell('instead')
  const own = await callApi((api) => api.stripeCheckout(callOf(press, 'hosted')))
  return isOk(own) ? leaveFor(own.data.url) : { kind: 'refused', answer: own }
}

async function byChargebee(press: Press, site: string | null): Promise<Opened> {
  const { tell } = press
  const chargebee = site
    ? await import('@/lib/browser/chargebee-embed')
        .then(({ loadChargebeeWindow }) => loadChargebeeWindow(site))
        .catch(() => null)
    : null
  if (site && !chargebee) tell('instead')
  const answer = await callApi((api) => api.chargebeeCheckout(callOf(press, chargebee ? 'embedded' : 'hosted')))
  if (!isOk(answer)) return { kind: 'refused', answer }
  const { url } = answer.data
  if (!chargebee) return leaveFor(url)
  let shown = false
  const open = () => {
    shown = true
    // The window may be paid in, which changes the plan.
    leaveForCheckout(press.uid)
    tell('window')
  }
  const end = await chargebee.open(answer.data, open).catch(() => 'failed' as const)
  if (end === 'paid') return success()
  if (end === 'failed' && shown) return { kind: 'unclear' }
  return end === 'closed' ? { kind: 'closed' } : { kind: 'unopened', ...(isAddress(url) && { url }) }
}
