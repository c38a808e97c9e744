'use client'
import { useEffect, useState } from 'react'
import { limits } from '@/lib/site'

type BusyProps = {
  children: string
  /** Rendered by the server, to show while scripts load. */
  isServerRendered?: boolean
}

/** Shows progress after half a second. */
export function Busy({ children, isServerRendered = false }: BusyProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), limits.busyDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="min-h-[1.611em] text-muted">
      {isShown
        ? children
        : isServerRendered && <span className="animate-[hold_500ms] scriptless:hidden">{children}</span>}
    </p>
  )
}
