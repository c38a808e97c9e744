'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readFactors, type AccountFactors } from '@/lib/browser/account-factors'

/** The account's second factors: undefined until they are known, null when they cannot be. */
export function useFactors() {
  const [factors, setFactors] = useState<AccountFactors | null>()
  const gone = useRef(false)
  const look = useCallback(async () => {
    const next = await readFactors().catch(() => null)
    if (!gone.current) setFactors(next)
    return next
  }, [])
  useEffect(() => {
    gone.current = false
    void look()
    return () => {
      gone.current = true
    }
  }, [look])
  return { factors, look }
}
