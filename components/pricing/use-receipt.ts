'use client'
import { useEffect, useState } from 'react'
import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { Invoice } from '@/lib/contract/checkout'
import { isPaid, isPaidBack, receiptAddress, receiptsOf } from '@/lib/contract/receipt'

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
