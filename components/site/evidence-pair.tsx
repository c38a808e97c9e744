import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells } from '@/components/ui/score'
import type { Citation } from '@/lib/contract/content'
import { Cite } from './sources'

const change = swells(0, 80, [150], 'above')
const none = [rest(0, 80, 240, areaOf([150]), 'below')]
const half = 'py-6 md:first:pe-10 md:last:ps-10 md:last:border-s max-md:last:border-t border-hair'

type EvidencePairProps = {
  sources: readonly Citation[]
  /** The page cites the two here first, so that its list of sources leads back to here. */
  first?: boolean
}

/** The two reviews that must never stand apart: one finds a change, the other, pooled, finds none. */
export function EvidencePair({ sources, first }: EvidencePairProps) {
  return (
    <div className="my-10 grid border-y-2 border-text md:grid-cols-2">
      <div className={half}>
        <Drawing width={240} height={90} marks={change} line={80} className="mb-6 h-22 overflow-hidden!" />
        <p className="text-xl leading-snug tracking-tight">
          Speech restructuring has the most trial support: mean reductions in stuttering of{' '}
          <span className="whitespace-nowrap">50–57%</span>.
          <Cite of={sources} id="brignell-2020" first={first} />
        </p>
        <p className="mt-4 text-sm text-muted">
          In none of those trials did people reach the level of those who do not stutter.
        </p>
      </div>
      <div className={half}>
        <Drawing width={240} height={90} marks={none} line={80} className="mb-6 h-22 overflow-hidden!" />
        <p className="text-xl leading-snug tracking-tight">
          Pooled, nine trials with 276 people showed no significant difference from comparators.
          <Cite of={sources} id="connery-2021" first={first} />
        </p>
        <p className="mt-4 text-sm text-muted">
          Not in fluency, not in the experience of stuttering, not in quality of life.
        </p>
      </div>
    </div>
  )
}
