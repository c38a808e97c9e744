'use client'
import { useEffect, useState } from 'react'
import { leaveForCheckout, applyPlan } from '@/components/session/session'
import { isSubscriber, type PlanState, planStateOf } from '@/components/session/plan-state'
import { type Answer, isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { Invoice } from '@/lib/contract/checkout'
import type { CurrentPlan, EndedPlan, SyncedPlan } from '@/lib/contract/plan'
import { isPaid, isRefunded, receiptAddress, receiptsOf } from '@/lib/contract/receipt'
import { clearChosenPrice, readChosenPrice } from './offers'

type Calls = {
  billingSync: (uid: string) => Promise<Answer<SyncedPlan>>
  currentPlan: (uid: string) => Promise<Answer<CurrentPlan>>
}
type PollOptions = {
  /** During a checkout, a plan without renewal is the previous one. */
  buying: boolean
  asking: (count: number) => void
  stopped: () => boolean
  wait?: (ms: number) => Promise<void>
}

/** Milliseconds before each of the five requests. */
export const pollDelaysMs = [0, 1_000, 2_500, 5_000, 10_000] as const

const isBought = (planState: PlanState, buying: boolean) =>
  isSubscriber(planState) || (planState === 'cancelling' && !buying)

type PollResult = { isBought: boolean; plan: CurrentPlan; ended: EndedPlan | null }

/** False for a plan that the new one replaces. */
const endsPurchase = (ended: EndedPlan | null) => ended !== null && ended.reason !== 'gave-way'

/**
 * Polls for the plan after a payment. The first and last request make the server ask the provider.
 * @returns null if the last request failed or the page was left
 */
export async function confirmPlan(calls: Calls, uid: string, options: PollOptions): Promise<PollResult | null> {
  let result: PollResult | null = null
  const wait = options.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  for (const [index, pause] of pollDelaysMs.entries()) {
    if (pause) await wait(pause)
    if (options.stopped()) return null
    options.asking(index + 1)
    const isSync = index === 0 || index === pollDelaysMs.length - 1
    const answer: Answer<SyncedPlan> = await (isSync ? calls.billingSync(uid) : calls.currentPlan(uid))
    result = null
    if (!isOk(answer)) continue
    const { ended = null, ...plan } = answer.data
    result = { isBought: isBought(planStateOf(plan), options.buying), plan, ended }
    if (result.isBought || endsPurchase(ended)) return result
  }
  return result
}

type PlanConfirmation =
  | { state: 'asking'; count: number }
  | { state: 'confirmed'; plan: CurrentPlan; ended: EndedPlan | null }
  | { state: 'ended'; plan: CurrentPlan; ended: EndedPlan }
  /** `plan` is set if no payment is pending here. */
  | { state: 'slow'; plan: CurrentPlan | null }
  | { state: 'unreached' }

export function usePlanConfirmation(uid: string | null): PlanConfirmation {
  const [confirmation, setConfirmation] = useState<PlanConfirmation>({ state: 'asking', count: 1 })
  useEffect(() => {
    if (!uid) return
    let isUnmounted = false
    const confirm = async () => {
      leaveForCheckout(uid)
      let isReached = false
      const noteAnswer = (answer: Answer<CurrentPlan>) => {
        isReached ||= answer.status !== 0
        return answer
      }
      const calls = {
        billingSync: () => callApi((api) => api.billingSync(uid)).then(noteAnswer),
        currentPlan: () => callApi((api) => api.currentPlan(uid)).then(noteAnswer),
      }
      const buying = readChosenPrice() !== null
      const result = await confirmPlan(calls, uid, {
        buying,
        asking: (count) => setConfirmation({ state: 'asking', count }),
        stopped: () => isUnmounted,
      })
      if (isUnmounted) return
      if (!result) return setConfirmation(isReached ? { state: 'slow', plan: null } : { state: 'unreached' })
      const { isBought, plan, ended } = result
      if (!isBought && !endsPurchase(ended)) return setConfirmation({ state: 'slow', plan: buying ? null : plan })
      applyPlan(uid, plan)
      clearChosenPrice()
      setConfirmation(!isBought && ended ? { state: 'ended', plan, ended } : { state: 'confirmed', plan, ended })
    }
    void confirm()
    return () => {
      isUnmounted = true
    }
  }, [uid])
  return confirmation
}

export type Receipt = Invoice & { url: string }

/** Milliseconds before each request. The invoice may follow the plan. */
const receiptPauses = [0, 4_000] as const

/** Maximum age of the invoice, in milliseconds. */
export const maxReceiptAgeMs = 15 * 60_000

/** The paid invoice of this purchase, or null if in doubt. */
export function recentReceipt(invoices: readonly Invoice[], now = Date.now()): Receipt | null {
  const newest = receiptsOf(invoices).find((invoice) => isPaid(invoice) && !isRefunded(invoice))
  const url = newest ? receiptAddress(newest) : null
  if (!newest || !url || !(Math.abs(now - Date.parse(newest.date)) <= maxReceiptAgeMs)) return null
  return { ...newest, url }
}

export function useReceipt(uid: string | null): Receipt | null {
  const [receipt, setReceipt] = useState<{ uid: string; found: Receipt } | null>(null)
  useEffect(() => {
    if (!uid) return
    let isUnmounted = false
    const poll = async () => {
      for (const pause of receiptPauses) {
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
        if (isUnmounted) return
        const answer = await callApi((api) => api.invoices(uid))
        const found = isOk(answer) ? recentReceipt(answer.data.invoices) : null
        if (!found) continue
        if (!isUnmounted) setReceipt({ uid, found })
        return
      }
    }
    void poll()
    return () => {
      isUnmounted = true
    }
  }, [uid])
  return receipt && receipt.uid === uid ? receipt.found : null
}
