import { useEffect, useRef } from 'react'
import type { PlanOffer } from '@/lib/contract/plan'
import type { Choice } from './offers'
import { payButtonId } from './pay-foot'
import { cardId } from './plan-card'
import type { PayProblem } from './use-pay'

/**
 * Gives the focus back to the button that led away.
 * @param returned the offer of that button, once somebody has come back from its form
 */
export function useReturnedFocus(returned: { priceId: string } | null): void {
  useEffect(() => {
    if (returned) document.getElementById(payButtonId(returned.priceId))?.focus()
  }, [returned])
}

/**
 * Gives the focus back after a refusal: the plan is asked for anew then, and the button that was pressed goes away
 * until it is there.
 * @param waiting whether the buttons to pay are away because the plan is asked for
 * @param problem what went wrong at the last press
 * @param offers all that this page sells
 * @param choices the plans that it shows; the first has the focus where the offer of the press is gone
 */
export function useRefusedFocus(
  waiting: boolean,
  problem: PayProblem | null,
  offers: readonly PlanOffer[],
  choices: readonly Choice[],
): void {
  const isAway = waiting && problem !== null
  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway && problem && document.activeElement === document.body) {
      const interval = offers.find(({ priceId }) => priceId === problem.priceId)?.interval ?? choices[0]?.interval ?? ''
      const place = document.getElementById(payButtonId(problem.priceId)) ?? document.getElementById(cardId(interval))
      place?.focus({ preventScroll: true })
    }
    wasAway.current = isAway
  }, [isAway, problem, offers, choices])
}
