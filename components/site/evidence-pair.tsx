import type { ReactNode } from 'react'
import { Drawing } from '@/components/ui/drawing'
import { totalArea, type Mark, pauseMark, soundMarks } from '@/lib/score'
import type { Citation } from '@/lib/contract/content'
import { Cite } from './sources'

const change = soundMarks(0, 80, [150], 'above')
const none = [pauseMark(0, 80, 240, totalArea([150]), 'below')]

type EvidencePairProps = {
  sources: readonly Citation[]
  /** The sources list links back here. */
  first?: boolean
}

type HalfProps = { marks: Mark[]; note: string; children: ReactNode }

const Half = ({ marks, note, children }: HalfProps) => (
  <div className="border-hair py-5 max-md:last:border-t md:py-6 md:first:pe-10 md:last:border-s md:last:ps-10">
    <Drawing
      width={240}
      height={90}
      marks={marks}
      line={80}
      className="mb-6 h-22 max-w-full overflow-hidden max-md:hidden"
    />
    <p className="text-lg leading-snug tracking-tight md:text-xl">{children}</p>
    <p className="mt-4 text-sm text-muted">{note}</p>
  </div>
)

/** These two reviews must always be shown together. */
export function EvidencePair({ sources, first }: EvidencePairProps) {
  return (
    <div className="my-6 grid lg:my-10 grid-cols-1 border-y-2 border-text md:grid-cols-2">
      <Half marks={change} note="In none of the trials did people end up speaking like those who don’t stutter.">
        Speech restructuring, a way of speaking that you learn and practise, has the most trials behind it. On average,
        stuttering went down by <span className="whitespace-nowrap">50 to 57%</span>.
        <Cite sources={sources} id="brignell-2020" first={first} />
      </Half>
      <Half marks={none} note="This was true for fluency, for living with stuttering, and for quality of life.">
        When nine trials with 276 people were pooled, treatment made no clear (statistically significant) difference
        compared with the other groups.
        <Cite sources={sources} id="connery-2021" first={first} />
      </Half>
    </div>
  )
}
