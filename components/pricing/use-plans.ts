'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isOk } from '@/lib/browser/answer'
import type { PlanOffer } from '@/lib/contract/plan'

/** The offers, or `silent` when no provider answered or nothing is for sale. */
export type Offers = 'loading' | 'silent' | PlanOffer[]

/** Asks what can be bought and for how much, when the page is there and again on demand. */
export function usePlans(): [Offers, () => Promise<void>] {
  const [offers, setOffers] = useState<Offers>('loading')
  const latest = useRef(0)
  const ask = useCallback(async () => {
    const mine = ++latest.current
    const { plans } = await import('@/lib/browser/api')
    const answer = await plans()
    if (mine === latest.current) {
      setOffers(isOk(answer) && answer.data.plans.length > 0 ? answer.data.plans : 'silent')
    }
  }, [])
  useEffect(() => {
    void ask()
  }, [ask])
  return [offers, ask]
}
