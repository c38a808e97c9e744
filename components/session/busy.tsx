'use client'
import { useEffect, useState } from 'react'
import { limits } from '@/lib/site'

type BusyProps = {
  children: string
  /** It stands in the page as it is served: on a slow line, before any script has come. */
  served?: boolean
}

/** Says that something is under way, but only if it takes longer than half a second: most things do not. */
export function Busy({ children, served = false }: BusyProps) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), limits.busyDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="min-h-[1.611em] text-muted">
      {late
        ? children
        : served && (
            <span className="animate-[hold_500ms] noscript:hidden in-data-[scripts=missing]:hidden">{children}</span>
          )}
    </p>
  )
}
