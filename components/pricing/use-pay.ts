'use client'
import { useEffect, useRef, useState } from 'react'
import { askPlan, leaveForCheckout } from '@/components/session/plan'
import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { PlanOffer } from '@/lib/contract/plan'
import { paths } from '@/lib/site'
import { forgetChosenPrice } from './chosen-price'
import { checkoutProblem, type Problem } from './problem'

/** What went wrong, and with which offer: it is said beside the button that was pressed. */
export type PayProblem = Problem & { priceId: string }

/** Makes a checkout session and leads the browser to its page: one at a time, however often it is pressed. */
export function usePay(uid: string) {
  const [paying, setPaying] = useState<string | null>(null)
  const [problem, setProblem] = useState<PayProblem | null>(null)
  const underWay = useRef(false)

  useEffect(() => {
    // Back from the payment page out of the browser's memory: the button is still pressed there.
    const restore = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      underWay.current = false
      setPaying(null)
      void askPlan()
    }
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [])

  async function pay(offer: PlanOffer) {
    if (underWay.current) return
    underWay.current = true
    setPaying(offer.priceId)
    setProblem(null)
    const answer = await ask<{ url: string }>((api) =>
      (offer.provider === 'stripe' ? api.stripeCheckout : api.chargebeeCheckout)(uid, offer.priceId),
    )
    if (isOk(answer) && /^https?:/.test(answer.data.url)) {
      leaveForCheckout()
      forgetChosenPrice()
      location.assign(answer.data.url)
      return
    }
    underWay.current = false
    setPaying(null)
    const { priceId } = offer
    if (isOk(answer)) {
      const title = 'The payment page could not be opened.'
      return setProblem({ priceId, title, text: 'Nothing was charged. Press again.' })
    }
    setProblem({ priceId, ...checkoutProblem(answer, paths) })
    if (answer.status === 409) void askPlan()
  }

  return { pay, paying, problem }
}
