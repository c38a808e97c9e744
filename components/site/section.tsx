import type { ReactNode } from 'react'

type SectionProps = {
  name: string
  /** If missing, the name is the heading. */
  title?: string
  id?: string
  ground?: 'bg' | 'sunken' | 'tint'
  wide?: boolean
  children: ReactNode
}

const grounds = { bg: '', sunken: 'ground-sunken', tint: 'ground-tint' }
const columns = 'grid grid-cols-1 gap-x-16 gap-y-3 lg:grid-cols-[11rem_minmax(0,1fr)]'

export function Section({ name, title, id, ground = 'bg', wide = false, children }: SectionProps) {
  const heading = title && <h2 className="max-w-[24ch]">{title}</h2>
  return (
    <section id={id} aria-label={title ?? name} className={`scroll-mt-6 py-10 lg:py-26 ${grounds[ground]}`}>
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

type SpreadProps = {
  title: string
  art: ReactNode
  turned?: boolean
  children: ReactNode
}

export function Spread({ title, art, turned = false, children }: SpreadProps) {
  const columns = turned ? 'lg:grid-cols-[minmax(0,1fr)_26rem]' : 'lg:grid-cols-[26rem_minmax(0,1fr)]'
  return (
    <div className={`grid grid-cols-1 items-center gap-x-16 gap-y-6 ${columns}`}>
      <div className={`min-w-0 ${turned ? '' : 'lg:order-last'}`}>{art}</div>
      <div>
        <h3 className="text-xl leading-tight font-normal tracking-tight md:text-2xl">{title}</h3>
        <div className="mt-4 max-w-128">{children}</div>
      </div>
    </div>
  )
}
