import { useTranslations } from 'next-intl'
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
  const t = useTranslations('reading.evidencePair')
  return (
    <div className="my-6 grid lg:my-10 grid-cols-1 border-y-2 border-text md:grid-cols-2">
      <Half marks={change} note={t('changeNote')}>
        {t.rich('change', { range: (words) => <span className="whitespace-nowrap">{words}</span> })}
        <Cite sources={sources} id="brignell-2020" first={first} />
      </Half>
      <Half marks={none} note={t('noneNote')}>
        {t('none')}
        <Cite sources={sources} id="connery-2021" first={first} />
      </Half>
    </div>
  )
}
