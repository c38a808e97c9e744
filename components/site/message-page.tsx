import type { ReactNode } from 'react'
import { Drawing } from '@/components/ui/drawing'
import { pauseMark, layOutTurns } from '@/lib/score'

const line = 104
const before = layOutTurns(0, line, 'above 48 48 128, pause 60')
const [long, high] = [860, 76]
const pause = pauseMark(before.end, line, long, long * high, 'above-rest')
const after = layOutTurns(
  before.end + long,
  line,
  'pause 60, below 180, pause 90, above 60 150, pause 70, below 300x60',
)
const marks = [...before.marks, pause, ...after.marks]

export function MessagePage({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-gut pt-10 pb-16 lg:pt-16 lg:pb-26">
      <h1 className="max-w-[17ch]">{title}</h1>
      <p className="mt-6 max-w-144 text-lg md:text-xl">{text}</p>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">{children}</div>
      <Drawing
        width={1440}
        height={208}
        marks={marks}
        line={line}
        extends="both"
        className="mt-16 h-[clamp(8rem,15vw,13rem)] w-auto max-w-none"
      />
    </div>
  )
}
