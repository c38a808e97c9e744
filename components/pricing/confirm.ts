import { isSubscriber, standingOf, type Standing } from '@/components/session/standing'
import { isOk, type Answer } from '@/lib/browser/answer'
import type { CurrentPlan, EndedPlan, SyncedPlan } from '@/lib/contract/plan'

type Calls = {
  billingSync: (uid: string) => Promise<Answer<SyncedPlan>>
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

/** What came of a payment: whether `plan` is what was bought, and what was ended by itself, perhaps that very plan. */
type Found = { isBought: boolean; plan: CurrentPlan; ended: EndedPlan | null }

/** A plan gives way to one that was bought, which then is still to come; for any other reason nothing more comes. */
export const isLastWord = (ended: EndedPlan | null) => ended !== null && ended.reason !== 'gave-way'

/**
 * Looks for the plan after a payment: the first and the last ask ring the server's doorbell, so that
 * it goes and asks the provider; those between only read.
 * @returns what was found as soon as nothing more is to come, or at the last ask; null when that had no answer, or
 *   the page is gone
 */
export async function confirmPlan(calls: Calls, uid: string, watch: Watch): Promise<Found | null> {
  let told: Found | null = null
  const wait = watch.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  for (const [index, pause] of pauses.entries()) {
    if (pause) await wait(pause)
    if (watch.stopped()) return null
    watch.asking(index + 1)
    const rings = index === 0 || index === pauses.length - 1
    const answer: Answer<SyncedPlan> = await (rings ? calls.billingSync(uid) : calls.currentPlan(uid))
    told = null
    if (!isOk(answer)) continue
    const { ended = null, ...plan } = answer.data
    told = { isBought: isBought(standingOf(plan), watch.buying), plan, ended }
    if (told.isBought || isLastWord(ended)) return told
  }
  return told
}
