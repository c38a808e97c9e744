import type { ReactNode } from 'react'

/** The visible result count. Input before the scripts have loaded shows "Searching …". */
export function SearchLine({ children }: { children: ReactNode }) {
  return (
    <p className="mt-2 min-h-6 text-sm text-muted" aria-hidden>
      <span className="awaited:hidden">{children}</span>
      <span className="hidden awaited:inline">Searching …</span>
    </p>
  )
}
