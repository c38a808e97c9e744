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

export type PlanConfirmation =
  | { state: 'asking'; count: number }
  | { state: 'confirmed'; plan: CurrentPlan; ended: EndedPlan | null }
  | { state: 'ended'; plan: CurrentPlan; ended: EndedPlan }
  /** `plan` is set if no payment is pending here. */
  | { state: 'slow'; plan: CurrentPlan | null }
  | { state: 'unreached' }

type PollOptions = {
  /** During a checkout, a plan without renewal is the previous one. */
  isBuying: boolean
  onAsking: (count: number) => void
  isStopped: () => boolean
}

/** Milliseconds before each of the five requests. */
export const pollDelaysMs = [0, 1_000, 2_500, 5_000, 10_000] as const

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const isBought = (planState: PlanState, isBuying: boolean) =>
  isSubscriber(planState) || (planState === 'cancelling' && !isBuying)

/**
 * Polls for the plan after a payment. The first and last request make the server ask the provider.
 * @returns null if the page was left
 */
export async function confirmPlan(
  uid: string,
  { isBuying, onAsking, isStopped }: PollOptions,
): Promise<PlanConfirmation | null> {
  let isReached = false
  let plan: CurrentPlan | null = null
  for (const [index, pause] of pollDelaysMs.entries()) {
    if (pause) await wait(pause)
    if (isStopped()) return null
    onAsking(index + 1)
    const isSync = index === 0 || index === pollDelaysMs.length - 1
    const answer: Answer<SyncedPlan> = await callApi((api) => (isSync ? api.billingSync(uid) : api.currentPlan(uid)))
    isReached ||= answer.status !== 0
    plan = null
    if (!isOk(answer)) continue
    const { ended = null, ...current } = answer.data
    plan = current
    if (isBought(planStateOf(plan), isBuying)) return { state: 'confirmed', plan, ended }
    // A plan that gave way to the new one is not the purchase.
    if (ended && ended.reason !== 'gave-way') return { state: 'ended', plan, ended }
  }
  return isReached ? { state: 'slow', plan: isBuying ? null : plan } : { state: 'unreached' }
}

export function usePlanConfirmation(uid: string | null): PlanConfirmation {
  const [confirmation, setConfirmation] = useState<PlanConfirmation>({ state: 'asking', count: 1 })
  useEffect(() => {
    if (!uid) return
    let isLeft = false
    const confirm = async () => {
      leaveForCheckout(uid)
      const result = await confirmPlan(uid, {
        isBuying: readChosenPrice() !== null,
        onAsking: (count) => setConfirmation({ state: 'asking', count }),
        isStopped: () => isLeft,
      })
      if (isLeft || !result) return
      if (result.state === 'confirmed' || result.state === 'ended') {
        applyPlan(uid, result.plan)
        clearChosenPrice()
      }
      setConfirmation(result)
    }
    void confirm()
    return () => {
      isLeft = true
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
    let isLeft = false
    const poll = async () => {
      for (const pause of receiptPauses) {
        if (pause) await wait(pause)
        if (isLeft) return
        const answer = await callApi((api) => api.invoices(uid))
        const found = isOk(answer) ? recentReceipt(answer.data.invoices) : null
        if (found && !isLeft) return setReceipt({ uid, found })
      }
    }
    void poll()
    return () => {
      isLeft = true
    }
  }, [uid])
  return receipt?.uid === uid ? receipt.found : null
}
