import type { ReactNode } from 'react'

type SectionProps = {
  /** Stands in the margin, under a small rest. */
  name: string
  /** The section's heading, when the name alone is not one; otherwise the name is the heading. */
  title?: string
  id?: string
  ground?: 'bg' | 'sunken' | 'tint'
  /** What it holds takes the whole width of the page, below its name and title. */
  wide?: boolean
  children: ReactNode
}

const grounds = { bg: '', sunken: 'ground-sunken', tint: 'ground-tint' }
const columns = 'grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]'

/** A stretch of a page: its name in a narrow margin, what it says in the wide column, or across both. */
export function Section({ name, title, id, ground = 'bg', wide = false, children }: SectionProps) {
  const heading = title && <h2 className="max-w-[24ch]">{title}</h2>
  return (
    <section id={id} aria-label={title ?? name} className={`scroll-mt-6 py-16 lg:py-26 ${grounds[ground]}`}>
      <div className={`mx-auto max-w-page px-gut ${wide ? '' : columns}`}>
        <div className={wide ? columns : 'contents'}>
          {title ? <p className="part-name">{name}</p> : <h2 className="part-name">{name}</h2>}
          {wide && heading}
        </div>
        <div className="min-w-0">
          {!wide && heading}
          {children}
        </div>
      </div>
    </section>
  )
}
