'use client'
import { useEffect, useState } from 'react'
import { leaveForCheckout, takePlan } from '@/components/session/plan'
import { isSubscriber, type Standing, standingOf } from '@/components/session/plan-state'
import { type Answer, isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { Invoice } from '@/lib/contract/checkout'
import type { CurrentPlan, EndedPlan, SyncedPlan } from '@/lib/contract/plan'
import { isPaid, isPaidBack, receiptAddress, receiptsOf } from '@/lib/contract/receipt'
import { forgetChosenPrice, readChosenPrice } from './chosen-price'

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

export type Receipt = Invoice & { url: string }

/** Pauses before each look, in milliseconds: a provider may write the invoice a moment after the plan. */
const looks = [0, 4_000] as const

/** How far from now, in milliseconds, the date of an invoice may lie that belongs to what was bought just now. */
export const freshMs = 15 * 60_000

/**
 * The receipt of what was bought just now: the newest that is paid, if it has a page of its own and its date is
 * about now by this device's clock. Null where there is a doubt: another purchase's must not pass for it, such as
 * that of a second plan, which was paid back.
 */
export function freshReceipt(invoices: readonly Invoice[], now = Date.now()): Receipt | null {
  const newest = receiptsOf(invoices).find((one) => isPaid(one) && !isPaidBack(one))
  const url = newest ? receiptAddress(newest) : null
  if (!newest || !url || !(Math.abs(now - Date.parse(newest.date)) <= freshMs)) return null
  return { ...newest, url }
}

/** Looks for the receipt of a plan that has been confirmed just now; until there is one, or without one, null. */
export function useReceipt(uid: string | null): Receipt | null {
  const [receipt, setReceipt] = useState<{ of: string; found: Receipt } | null>(null)
  useEffect(() => {
    if (!uid) return
    let gone = false
    const look = async () => {
      for (const pause of looks) {
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
        if (gone) return
        const answer = await ask((api) => api.invoices(uid))
        const found = isOk(answer) ? freshReceipt(answer.data.invoices) : null
        if (!found) continue
        if (!gone) setReceipt({ of: uid, found })
        return
      }
    }
    void look()
    return () => {
      gone = true
    }
  }, [uid])
  // Another person may have signed in since.
  return receipt && receipt.of === uid ? receipt.found : null
}
