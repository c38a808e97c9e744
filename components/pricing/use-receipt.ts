'use client'
import { useEffect, useState } from 'react'
import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { Invoice } from '@/lib/contract/checkout'

export type Receipt = Invoice & { url: string }

/** Pauses before each look, in milliseconds: a provider may write the invoice a moment after the plan. */
export const looks = [0, 4_000] as const

/** The newest invoice that has a page of its own at the provider, or null. */
export function newestReceipt(invoices: readonly Invoice[]): Receipt | null {
  const shown = invoices.filter((invoice): invoice is Receipt => /^https?:/.test(invoice.url ?? ''))
  return shown.toSorted((one, other) => other.date.localeCompare(one.date))[0] ?? null
}

/** Looks for the receipt of a plan that has been confirmed; until there is one, or without one, null. */
export function useReceipt(uid: string | null): Receipt | null {
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  useEffect(() => {
    if (!uid) return
    let gone = false
    const look = async () => {
      for (const pause of looks) {
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
        if (gone) return
        const answer = await ask((api) => api.invoices(uid))
        const found = isOk(answer) ? newestReceipt(answer.data.invoices) : null
        if (!found) continue
        if (!gone) setReceipt(found)
        return
      }
    }
    void look()
    return () => {
      gone = true
    }
  }, [uid])
  return receipt
}
