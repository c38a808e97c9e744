'use client'
import { useState } from 'react'
import { readCopy } from '@/components/session/memory'
import type { Plan } from '@/components/session/store'
import type { CurrentPlan } from '@/lib/contract/plan'

/**
 * The plan as it was last known in this tab, on this page or on the one before; null when it never was.
 * It tells how much room the plan will take, and is not shown as the plan itself.
 */
export function useLastPlan(plan: Plan): CurrentPlan | null {
  const [last, setLast] = useState<CurrentPlan | null>(() => readCopy()?.plan ?? null)
  if (typeof plan === 'object' && plan !== last) setLast(plan)
  return last
}
