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
    <section id={id} aria-label={title ?? name} className={`scroll-mt-6 py-10 lg:py-20 ${grounds[ground]}`}>
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

type PageHeadProps = {
  title: string
  /** A second line of the heading, in its voice. */
  slogan?: string
  lede?: ReactNode
  art?: ReactNode
  children?: ReactNode
}

export function PageHead({ title, slogan, lede, art, children }: PageHeadProps) {
  const columns = art ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-end lg:gap-16' : ''
  return (
    <div className={`mx-auto max-w-page px-gut pt-10 pb-12 lg:pt-16 lg:pb-16 ${columns}`}>
      <div>
        <h1 className="max-w-[17ch] md:min-w-min">{title}</h1>
        {slogan && (
          <p className="mt-3 max-w-[26ch] text-2xl leading-tight tracking-tight text-balance md:text-3xl">{slogan}</p>
        )}
        {lede && <p className="mt-6 max-w-144 text-lg md:text-xl">{lede}</p>}
        {children}
      </div>
      {art && <div className="mt-10 lg:mt-0">{art}</div>}
    </div>
  )
}

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
