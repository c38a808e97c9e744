'use client'
import { useEffect, useRef, useState } from 'react'
import { askPlan, leaveForCheckout } from '@/components/session/plan'
import type { StripeForm } from '@/lib/browser/stripe-embed'
import type { PlanOffer } from '@/lib/contract/plan'
import { exact, paths } from '@/lib/site'
import { keepChosenPrice } from './chosen-price'
import { openCheckout, type Opened, type Step } from './open-checkout'
import { checkoutProblem, unopened, type Problem } from './problem'

/** What went wrong, and with which offer: it is said beside the button that was pressed. */
export type PayProblem = Problem & { priceId: string }

/** The offer whose button was pressed, and how far that has come. */
export type Paying = { priceId: string; step: Step }

/** A form of Stripe's that stands in the page, and what it is for. */
export type Inside = { offer: PlanOffer; form: StripeForm }

/**
 * Makes a checkout session and leads to its page, or into the provider's form: one at a time, however often
 * it is pressed.
 */
export function usePay(uid: string) {
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

  function leave(url: string) {
    leaveForCheckout()
    location.assign(url)
  }

  async function pay(offer: PlanOffer, { hosted = false } = {}) {
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
      if (step === 'window') leaveForCheckout()
      setPaying({ priceId, step })
    }
    const paid = () => leave(exact.checkoutSuccess)
    const opened = await openCheckout({ uid, offer, tell }, { hosted, paid })
    if (isNow()) arrive(offer, opened)
    else if (opened.kind === 'inside') opened.form.close()
  }

  function arrive(offer: PlanOffer, opened: Opened) {
    const { priceId } = offer
    if (opened.kind === 'leave') {
      keepChosenPrice(priceId)
      return leave(opened.url)
    }
    underWay.current = false
    setPaying(null)
    if (opened.kind === 'inside') {
      leaveForCheckout()
      return setInside({ offer, form: opened.form })
    }
    if (opened.kind === 'closed') return setReturned({ priceId })
    if (opened.kind === 'unopened') return setProblem({ priceId, ...unopened(offer.provider, opened.url) })
    setProblem({ priceId, ...checkoutProblem(opened.answer, paths) })
    if (opened.answer.status === 409) void askPlan()
  }

  /** Away from the form, back to the plans as they were. */
  function back() {
    if (inside) setReturned({ priceId: inside.offer.priceId })
    setInside(null)
  }

  return { pay, paying, problem, inside, back, returned }
}
