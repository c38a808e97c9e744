import type { ReactNode } from 'react'

/**
 * What a search has found, below its box, for those who see it. What is typed before the scripts of its island have
 * come is answered at once with a word that it is under way; if they do not come, the line at the foot says so instead.
 */
export function SearchLine({ children }: { children: ReactNode }) {
  return (
    <p className="mt-2 min-h-6 text-sm text-muted" aria-hidden>
      <span className="awaited:hidden">{children}</span>
      <span className="hidden awaited:inline">Searching …</span>
    </p>
  )
}
