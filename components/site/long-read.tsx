import type { ReactNode } from 'react'
import type { Heading } from '@/lib/contract/content'
import { Contents } from './contents'

type LongReadProps = {
  name: string
  short: ReactNode
  contents: readonly Heading[]
  children: ReactNode
}

export function LongRead({ name, short, contents, children }: LongReadProps) {
  return (
    <div className="margined mx-auto max-w-page gap-y-10 px-gut pb-16 lg:gap-y-16 lg:pb-26">
      <section
        aria-labelledby="short"
        className="ground-tint max-w-184 p-6 md:p-10 lg:col-start-2 print:border-y print:border-text print:bg-transparent print:px-0 print:py-4"
      >
        <h2 id="short" className="small-name">
          {name}
        </h2>
        <div className="mt-2 text-lg">{short}</div>
      </section>
      <Contents headings={contents} />
      <div className="min-w-0 lg:col-start-2">{children}</div>
    </div>
  )
}
