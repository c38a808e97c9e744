import type { ReactNode } from 'react'

/** Browsers open it for links and searches inside, and print it. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details data-fold className="border-y border-hair">
      <summary className="flex min-h-14 items-center justify-between gap-6 py-3 font-semibold text-primary">
        {title}
        <span className="handle" />
      </summary>
      {children}
    </details>
  )
}
