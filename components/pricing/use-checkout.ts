'use client'
import { useEffect, useRef, useState } from 'react'
import { askPlan, leaveForCheckout } from '@/components/session/plan'
import { type Failure, isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { StripeForm } from '@/lib/browser/stripe-embed'
import type { PublicConfig } from '@/lib/contract/config'
import type { PlanOffer } from '@/lib/contract/plan'
import { exact } from '@/lib/site'
import { keepChosenPrice } from './chosen-price'
import { hasOtherWay } from './offers'
import { checkoutProblem, type Problem, unclear, unopened } from './problems'

const isPaidPage = (url: string) => new URL(url, location.origin).pathname === exact.checkoutSuccess

/** What went wrong, and with which offer: it is said beside the button that was pressed. */
export type PayProblem = Problem & { priceId: string }

/** The offer whose button was pressed, and how far that has come. */
export type Paying = { priceId: string; step: Step }

/**
 * A form of Stripe's that stands in the page, and what it is for. `trial`: whether it was begun with one, whatever
 * becomes known of the person's plan meanwhile.
 */
export type Inside = { offer: PlanOffer; trial: boolean; form: StripeForm }

/** `plan`: there is one already; `terms`: what is charged is not what the page shows any more. */
export type Refusal = 'plan' | 'terms'

/** How long the way to another page may take, in milliseconds, before the button of this one is free again. */
export const leavingMs = 10_000

/**
 * Makes a checkout session and leads to its page, or into the provider's form: one at a time, however often
 * it is pressed.
 * @param offers all that this page sells
 * @param trial whether the page shows a trial beside the buttons
 * @param refused called when a press was refused because there is a plan, or because the page showed older terms
 */
export function usePay(uid: string, offers: readonly PlanOffer[], trial: boolean, refused: (why: Refusal) => void) {
  const [paying, setPaying] = useState<Paying | null>(null)
  const [inside, setInside] = useState<Inside | null>(null)
  const [problem, setProblem] = useState<PayProblem | null>(null)
  /** The offer whose button takes the focus: the person has come back to it. */
  const [returned, setReturned] = useState<{ priceId: string } | null>(null)
  const underWay = useRef(false)
  /** The press that counts; one that no longer does is not followed. */
  const latest = useRef<object | null>(null)

  useEffect(() => {
    // Back from the payment page out of the browser's memory: the button is still pressed there.
    const restore = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      latest.current = null
      underWay.current = false
      setPaying(null)
      setInside(null)
      void askPlan()
    }
    addEventListener('pageshow', restore)
    return () => {
      latest.current = null
      removeEventListener('pageshow', restore)
    }
  }, [])
  useEffect(() => (inside ? () => inside.form.close() : undefined), [inside])

  function leave(url: string, priceId: string) {
    leaveForCheckout(uid)
    location.assign(url)
    const mine = latest.current
    // Whoever stops the way there, as with Escape, is still here, and no event says so.
    setTimeout(() => {
      if (latest.current !== mine) return
      underWay.current = false
      setPaying(null)
      if (!isPaidPage(url)) return
      setInside(null)
      setProblem({ priceId, ...unclear })
    }, leavingMs)
  }

  /** `shown`: whether a trial stood beside what was pressed. */
  async function pay(offer: PlanOffer, { hosted = false, shown = trial } = {}) {
    if (underWay.current) return
    underWay.current = true
    const { priceId } = offer
    const mine = {}
    latest.current = mine
    const isNow = () => latest.current === mine
    setInside(null)
    setProblem(null)
    // The button in the form's place is gone with it.
    setReturned(hosted ? { priceId } : null)
    setPaying({ priceId, step: 'opening' })
    const tell = (step: Step) => {
      if (!isNow()) return
      // Whatever comes of a window that is open, no copy of the plan may outlive it.
      if (step === 'window') leaveForCheckout(uid)
      setPaying({ priceId, step })
    }
    const paid = () => leave(exact.checkoutSuccess, priceId)
    const trialDays = shown ? offer.trialDays : 0
    const opened = await openCheckout({ uid, offer, trialDays, tell }, { hosted, paid })
    // Whoever has to sign in again comes back to the plan and the currency of this press.
    if (opened.kind === 'refused' && opened.answer.status === 401) keepChosenPrice(priceId)
    if (isNow()) arrive(offer, shown, opened)
    else if (opened.kind === 'inside') opened.form.close()
  }

  function arrive(offer: PlanOffer, trial: boolean, opened: Opened) {
    const { priceId } = offer
    if (opened.kind !== 'refused' && opened.kind !== 'unopened') keepChosenPrice(priceId)
    if (opened.kind === 'leave') return leave(opened.url, priceId)
    underWay.current = false
    setPaying(null)
    if (opened.kind === 'inside') {
      leaveForCheckout(uid)
      return setInside({ offer, trial, form: opened.form })
    }
    if (opened.kind === 'closed') return setReturned({ priceId })
    if (opened.kind === 'unclear') return setProblem({ priceId, ...unclear })
    if (opened.kind === 'unopened') return setProblem({ priceId, ...unopened(offer.provider, opened.url) })
    setProblem({ priceId, ...checkoutProblem(opened.answer, offer.provider, hasOtherWay(offers, offer)) })
    const { status, data } = opened.answer
    const isOld = data.error.code === 'terms-changed' || data.error.code === 'unknown-price'
    if ((status !== 409 || data.error.code === 'provider-refused') && !isOld) return
    refused(isOld ? 'terms' : 'plan')
    void askPlan()
  }

  /** Away from the form, back to the plans as they were. */
  function back() {
    if (inside) setReturned({ priceId: inside.offer.priceId })
    setInside(null)
  }

  return { pay, paying, problem, inside, back, returned }
}

/** How far a press has come: under way, on the provider's own page instead, or in the provider's window. */
export type Step = 'opening' | 'instead' | 'window'

/** Where a press has led. */
export type Opened =
  | { kind: 'leave'; url: string }
  | { kind: 'inside'; form: StripeForm }
  /** The person closed the provider's window without paying. */
  | { kind: 'closed' }
  | { kind: 'refused'; answer: Failure }
  /** The provider's window was open and ended with an error: it may have been paid in. */
  | { kind: 'unclear' }
  /** There is no page to go to; `url` is the provider's own one, where there is that. */
  | { kind: 'unopened'; url?: string }

type Press = {
  uid: string
  offer: PlanOffer
  /** Days of trial, as they stand beside the button. */
  trialDays: number
  tell: (step: Step) => void
}

const shownOf = ({ offer: { amount, currency }, trialDays }: Press) => ({ amount, currency, trialDays })

const settings = (): Promise<PublicConfig | null> =>
  import('@/lib/browser/config').then(({ publicConfig }) => publicConfig()).catch(() => null)

const isAddress = (url: string | null): url is string => url !== null && /^https?:/.test(url)

const leaveFor = (url: string | null): Opened => (isAddress(url) ? { kind: 'leave', url } : { kind: 'unopened' })

const success = (): Opened => ({ kind: 'leave', url: location.origin + exact.checkoutSuccess })

/**
 * Makes the checkout of a purchase and says where to go: into a form or window of the provider's where this
 * deployment has one and its script comes, else to the provider's own page. Nothing of a provider is loaded
 * before. Never throws.
 * @param hosted the person asked for the provider's own page
 * @param paid for a form that was paid and leads nowhere by itself
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
  const { uid, offer, tell } = press
  // The script first: without it the one session that is made is a hosted one.
  const stripe = key
    ? await import('@/lib/browser/stripe-embed').then(({ loadStripeForm }) => loadStripeForm(key)).catch(() => null)
    : null
  if (key && !stripe) tell('instead')
  const answer = await ask((api) =>
    api.stripeCheckout(uid, offer.priceId, stripe ? 'embedded' : 'hosted', shownOf(press)),
  )
  if (!isOk(answer)) return { kind: 'refused', answer }
  const { data } = answer
  if (data.url !== null) return leaveFor(data.url)
  const form = await stripe?.open(data.clientSecret, paid).catch(() => null)
  if (form) return { kind: 'inside', form }
  tell('instead')
  const own = await ask((api) => api.stripeCheckout(uid, offer.priceId, 'hosted', shownOf(press)))
  return isOk(own) ? leaveFor(own.data.url) : { kind: 'refused', answer: own }
}

async function byChargebee(press: Press, site: string | null): Promise<Opened> {
  const { uid, offer, tell } = press
  const chargebee = site
    ? await import('@/lib/browser/chargebee-embed')
        .then(({ loadChargebeeWindow }) => loadChargebeeWindow(site))
        .catch(() => null)
    : null
  if (site && !chargebee) tell('instead')
  const answer = await ask((api) =>
    api.chargebeeCheckout(uid, offer.priceId, chargebee ? 'embedded' : 'hosted', shownOf(press)),
  )
  if (!isOk(answer)) return { kind: 'refused', answer }
  const { url } = answer.data
  if (!chargebee) return leaveFor(url)
  let shown = false
  const open = () => {
    shown = true
    tell('window')
  }
  const end = await chargebee.open(answer.data, open).catch(() => 'failed' as const)
  if (end === 'paid') return success()
  if (end === 'failed' && shown) return { kind: 'unclear' }
  return end === 'closed' ? { kind: 'closed' } : { kind: 'unopened', ...(isAddress(url) && { url }) }
}
