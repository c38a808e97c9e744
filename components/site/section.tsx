import type { ReactNode } from 'react'

type SectionProps = {
  /** Stands in the margin, under a small rest. */
  name: string
  /** The section's heading, when the name alone is not one; otherwise the name is the heading. */
  title?: string
  id?: string
  ground?: 'bg' | 'sunken'
  children: ReactNode
}

const grounds = { bg: '', sunken: 'ground-sunken' }
const margin =
  'text-sm font-semibold tracking-normal text-muted before:mb-3 before:block before:h-2.25 before:w-10 before:bg-accent'

/** A stretch of a page: its name in a narrow margin, what it says in the wide column. */
export function Section({ name, title, id, ground = 'bg', children }: SectionProps) {
  return (
    <section id={id} aria-label={title ?? name} className={`py-16 lg:py-26 ${grounds[ground]}`}>
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-6 px-gut lg:grid-cols-[11rem_minmax(0,1fr)]">
        {title ? <p className={margin}>{name}</p> : <h2 className={margin}>{name}</h2>}
        <div>
          {title && <h2 className="max-w-[24ch]">{title}</h2>}
          {children}
        </div>
      </div>
    </section>
  )
}
