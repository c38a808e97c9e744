'use client'
import { useEffect, useState } from 'react'
import { limits } from '@/lib/site'

/** Says that something is under way, but only if it takes longer than half a second: most things do not. */
export function Busy({ children }: { children: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), limits.busyDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="min-h-[1.611em] text-muted">
      {late && children}
    </p>
  )
}
