'use client'
import { useEffect, useState } from 'react'
import { leaveForCheckout, applyPlan } from '@/components/session/plan'
import { isSubscriber, type PlanState, planStateOf } from '@/components/session/plan-state'
import { type Answer, isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { Invoice } from '@/lib/contract/checkout'
import type { CurrentPlan, EndedPlan, SyncedPlan } from '@/lib/contract/plan'
import { isPaid, isRefunded, receiptAddress, receiptsOf } from '@/lib/contract/receipt'
import { forgetChosenPrice, readChosenPrice } from './chosen-price'

type Calls = {
  billingSync: (uid: string) => Promise<Answer<SyncedPlan>>
  currentPlan: (uid: string) => Promise<Answer<CurrentPlan>>
}
type Watch = {
  /** During a checkout, a plan without renewal is the previous one. */
  buying: boolean
  asking: (count: number) => void
  stopped: () => boolean
  wait?: (ms: number) => Promise<void>
}

/** Milliseconds before each of the five requests. */
export const pauses = [0, 1_000, 2_500, 5_000, 10_000] as const

const isBought = (planState: PlanState, buying: boolean) =>
  isSubscriber(planState) || (planState === 'cancelling' && !buying)

type Found = { isBought: boolean; plan: CurrentPlan; ended: EndedPlan | null }

/** False for a plan that the new one replaces. */
export const isLastWord = (ended: EndedPlan | null) => ended !== null && ended.reason !== 'gave-way'

/**
 * Polls for the plan after a payment. The first and last request make the server ask the provider.
 * Returns null if the last request failed or the page was left.
 */
export async function confirmPlan(calls: Calls, uid: string, watch: Watch): Promise<Found | null> {
  let found: Found | null = null
  const wait = watch.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  for (const [index, pause] of pauses.entries()) {
    if (pause) await wait(pause)
    if (watch.stopped()) return null
    watch.asking(index + 1)
    const syncs = index === 0 || index === pauses.length - 1
    const answer: Answer<SyncedPlan> = await (syncs ? calls.billingSync(uid) : calls.currentPlan(uid))
    found = null
    if (!isOk(answer)) continue
    const { ended = null, ...plan } = answer.data
    found = { isBought: isBought(planStateOf(plan), watch.buying), plan, ended }
    if (found.isBought || isLastWord(ended)) return found
  }
  return found
}

type Outcome =
  | { state: 'asking'; count: number }
  | { state: 'confirmed'; plan: CurrentPlan; ended: EndedPlan | null }
  | { state: 'ended'; plan: CurrentPlan; ended: EndedPlan }
  /** `plan` is set if no payment is pending here. */
  | { state: 'slow'; plan: CurrentPlan | null }
  | { state: 'unreached' }

export function useOutcome(uid: string | null): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking', count: 1 })
  useEffect(() => {
    if (!uid) return
    let gone = false
    const look = async () => {
      leaveForCheckout(uid)
      let reached = false
      const noteAnswer = (answer: Answer<CurrentPlan>) => {
        reached ||= answer.status !== 0
        return answer
      }
      const calls = {
        billingSync: () => callApi((api) => api.billingSync(uid)).then(noteAnswer),
        currentPlan: () => callApi((api) => api.currentPlan(uid)).then(noteAnswer),
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
      applyPlan(uid, plan)
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

/** Milliseconds before each request. The invoice may follow the plan. */
const receiptPauses = [0, 4_000] as const

/** Maximum age of the invoice, in milliseconds. */
export const freshMs = 15 * 60_000

/** The paid invoice of this purchase, or null if in doubt. */
export function freshReceipt(invoices: readonly Invoice[], now = Date.now()): Receipt | null {
  const newest = receiptsOf(invoices).find((one) => isPaid(one) && !isRefunded(one))
  const url = newest ? receiptAddress(newest) : null
  if (!newest || !url || !(Math.abs(now - Date.parse(newest.date)) <= freshMs)) return null
  return { ...newest, url }
}

export function useReceipt(uid: string | null): Receipt | null {
  const [receipt, setReceipt] = useState<{ of: string; found: Receipt } | null>(null)
  useEffect(() => {
    if (!uid) return
    let gone = false
    const look = async () => {
      for (const pause of receiptPauses) {
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
        if (gone) return
        const answer = await callApi((api) => api.invoices(uid))
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
  return receipt && receipt.of === uid ? receipt.found : null
}
