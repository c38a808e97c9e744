import type { ReactNode } from 'react'

/** A stretch below a post's text: its name in the margin, under a small rest, and what it holds beside it. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} data-chrome className="stretch border-t border-hair">
      <div className="margined mx-auto max-w-page px-gut">
        <h2 className="part-name">{name}</h2>
        <div className="max-w-measure min-w-0">{children}</div>
      </div>
    </section>
  )
}
