'use client'
import { useEffect, useState } from 'react'
import { limits } from '@/lib/site'

type BusyProps = {
  children: string
  /** Rendered by the server, to show while scripts load. */
  served?: boolean
}

/** Shows progress after half a second. */
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
