import { isSubscriber, standingOf, type Standing } from '@/components/session/standing'
import { isOk, type Answer } from '@/lib/browser/answer'
import type { CurrentPlan } from '@/lib/contract/plan'

type Calls = {
  billingSync: (uid: string) => Promise<Answer<CurrentPlan>>
  currentPlan: (uid: string) => Promise<Answer<CurrentPlan>>
}
type Watch = {
  /**
   * Whether this browser left for a payment and has not seen what came of it: then a plan that will not renew
   * is the one before.
   */
  buying: boolean
  /** Told before each ask, counted from one. */
  asking: (count: number) => void
  /** True once the page is gone: nothing more is asked. */
  stopped: () => boolean
  wait?: (ms: number) => Promise<void>
}

/** Pauses before each ask, in milliseconds: five asks within about twenty seconds, then we stop. */
export const pauses = [0, 1_000, 2_500, 5_000, 10_000] as const

/** Whether a plan can be the one that was paid for: it may have been cancelled since. */
const isBought = (standing: Standing, buying: boolean) =>
  isSubscriber(standing) || (standing === 'cancelling' && !buying)

/**
 * Looks for the plan after a payment: the first and the last ask ring the server's doorbell, so that
 * it goes and asks the provider; those between only read.
 * @returns the plan once it is there, or null when it did not come in time
 */
export async function confirmPlan(calls: Calls, uid: string, watch: Watch): Promise<CurrentPlan | null> {
  const wait = watch.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  for (const [index, pause] of pauses.entries()) {
    if (pause) await wait(pause)
    if (watch.stopped()) return null
    watch.asking(index + 1)
    const rings = index === 0 || index === pauses.length - 1
    const answer = await (rings ? calls.billingSync(uid) : calls.currentPlan(uid))
    if (isOk(answer) && isBought(standingOf(answer.data), watch.buying)) return answer.data
  }
  return null
}
