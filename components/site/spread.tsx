import type { ReactNode } from 'react'

type SpreadProps = {
  id?: string
  title: string
  /** A strip that runs out of the window: to its end, or, turned round, to its start. */
  art: ReactNode
  turned?: boolean
  children: ReactNode
}

/** One thing beside its score, which leaves the page on the side where no text stands. */
export function Spread({ id, title, art, turned = false, children }: SpreadProps) {
  const columns = turned ? 'lg:grid-cols-[minmax(0,1fr)_26rem]' : 'lg:grid-cols-[26rem_minmax(0,1fr)]'
  return (
    <div id={id} className={`grid scroll-mt-10 grid-cols-1 items-center gap-x-16 gap-y-6 ${columns}`}>
      <div className={`min-w-0 ${turned ? '' : 'lg:order-last'}`}>{art}</div>
      <div>
        <h3 className="text-xl leading-tight font-normal tracking-tight md:text-2xl">{title}</h3>
        <div className="mt-4 max-w-128">{children}</div>
      </div>
    </div>
  )
}
