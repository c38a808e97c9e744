'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isOk, type Answer } from '@/lib/browser/answer'
import { ask as askApi } from '@/lib/browser/ask'
import { isUnknownHost } from '@/lib/browser/base'
import type { PlanOffer, PlanOffers } from '@/lib/contract/plan'

/**
 * The offers; `silent` when no provider answered or nothing is for sale, `unreached` when not even our server did,
 * `unknown-host` where nothing can be asked.
 */
type Offers = 'loading' | 'silent' | 'unreached' | 'unknown-host' | PlanOffer[]

function offersOf(answer: Answer<PlanOffers>): Offers {
  if (isUnknownHost()) return 'unknown-host'
  if (!isOk(answer)) return answer.status === 0 ? 'unreached' : 'silent'
  return answer.data.plans.length > 0 ? answer.data.plans : 'silent'
}

/** Asks what can be bought and for how much, when the page is there and again on demand. */
export function usePlans(): [Offers, () => Promise<void>] {
  const [offers, setOffers] = useState<Offers>('loading')
  const latest = useRef(0)
  const ask = useCallback(async () => {
    const mine = ++latest.current
    // Whoever asks again would not be helped by the copy that the browser has.
    const answer = await askApi((api) => api.plans({ fresh: mine > 1 }))
    if (mine === latest.current) setOffers(offersOf(answer))
  }, [])
  useEffect(() => {
    void ask()
  }, [ask])
  return [offers, ask]
}
