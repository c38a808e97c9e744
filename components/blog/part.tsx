import type { ReactNode } from 'react'

/** A stretch below a post's text: its name in the margin, under a small rest, and what it holds beside it. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} data-chrome className="border-t border-hair py-10 last:pb-26 lg:py-16 lg:last:pb-26">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-x-16 gap-y-6 px-gut lg:grid-cols-[14rem_minmax(0,1fr)]">
        <h2 className="part-name">{name}</h2>
        <div className="max-w-measure min-w-0">{children}</div>
      </div>
    </section>
  )
}
