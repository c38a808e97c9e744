'use client'
import { useEffect, useState } from 'react'
import type { PlanOffer, Provider } from '@/lib/contract/plan'

const providers: Provider[] = ['stripe', 'chargebee']

/**
 * The provider that should be selling here and has given no price at all, so that its buttons are missing.
 * One that this deployment does without, or that sells nothing in one currency, is not silent.
 */
export function useSilent(offers: readonly PlanOffer[]): Provider | null {
  const missing = providers.find((name) => !offers.some(({ provider }) => provider === name)) ?? null
  const [silent, setSilent] = useState<Provider | null>(null)
  useEffect(() => {
    let gone = false
    const look = async (name: Provider) => {
      const config = await import('@/lib/browser/config').then(({ publicConfig }) => publicConfig()).catch(() => null)
      if (!gone && config?.[name]) setSilent(name)
    }
    if (missing) void look(missing)
    return () => {
      gone = true
    }
  }, [missing])
  return silent === missing ? silent : null
}
