import { useEffect, useState } from 'react'
import { leaveForCheckout, takePlan } from '@/components/session/plan'
import type { Answer } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { forgetChosenPrice, readChosenPrice } from './chosen-price'
import { confirmPlan, isLastWord } from './confirm'

/** How it stands with a payment that somebody comes back from. */
type Outcome =
  | { state: 'asking'; count: number }
  | { state: 'confirmed'; plan: CurrentPlan; ended: EndedPlan | null }
  /** What was paid for was ended by itself. */
  | { state: 'ended'; plan: CurrentPlan; ended: EndedPlan }
  /** `plan` is what there is, where this browser knows of no payment that is waited for. */
  | { state: 'slow'; plan: CurrentPlan | null }
  /** Not one of the asks got an answer: it is the connection that is missing. */
  | { state: 'unreached' }

/**
 * Asks for the plan that was paid for, and takes it up when it has come.
 * @param uid of who is signed in; null asks nothing yet
 */
export function useOutcome(uid: string | null): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking', count: 1 })
  useEffect(() => {
    if (!uid) return
    let gone = false
    const look = async () => {
      leaveForCheckout(uid)
      let reached = false
      const heard = (answer: Answer<CurrentPlan>) => {
        reached ||= answer.status !== 0
        return answer
      }
      const calls = {
        billingSync: () => ask((api) => api.billingSync(uid)).then(heard),
        currentPlan: () => ask((api) => api.currentPlan(uid)).then(heard),
      }
      const buying = readChosenPrice() !== null
      const found = await confirmPlan(calls, uid, {
        buying,
        asking: (count) => setOutcome({ state: 'asking', count }),
        stopped: () => gone,
      })
      if (gone) return
      if (!found) return setOutcome(reached ? { state: 'slow', plan: null } : { state: 'unreached' })
      const { isBought, plan, ended } = found
      if (!isBought && !isLastWord(ended)) return setOutcome({ state: 'slow', plan: buying ? null : plan })
      takePlan(uid, plan)
      forgetChosenPrice()
      setOutcome(!isBought && ended ? { state: 'ended', plan, ended } : { state: 'confirmed', plan, ended })
    }
    void look()
    return () => {
      gone = true
    }
  }, [uid])
  return outcome
}
