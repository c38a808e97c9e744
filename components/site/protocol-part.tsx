import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Drawing } from '@/components/ui/drawing'
import type { ProtocolPart as Part, Study as StudyText } from '@/lib/contract/content'
import { Disclosure } from './section'
import { totalArea, type Mark, peopleDots, pauseMark, soundMarks } from '@/lib/score'
import { SanitizedHtml } from './sanitized-html'

const most = 300

/** One dot per person, up to 300. */
function People({ count }: { count: number }) {
  const t = useTranslations('protocol')
  if (count > most) return null
  const { d, size, height } = peopleDots(count)
  return (
    <svg viewBox={`0 0 320 ${height}`} role="img" aria-label={t('people', { count })} className="w-full max-w-80">
      <path className="stroke-primary" fill="none" strokeLinecap="round" strokeWidth={size} d={d} />
    </svg>
  )
}

const kinds = ['found', 'changed', 'unchanged', 'mind'] as const

/** A result and its absence have the same area. */
const icons: Record<(typeof kinds)[number], Mark[]> = {
  found: soundMarks(4, 24, [44], 'above'),
  changed: soundMarks(4, 24, [44], 'above'),
  unchanged: [pauseMark(0, 24, 52, totalArea([44]), 'below')],
  mind: [pauseMark(0, 24, 52, 52 * 5, 'pause')],
}

function Study({ study }: { study: StudyText }) {
  const t = useTranslations('protocol.outcomes')
  const { people, name, what } = study
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-6 border-t border-hair py-8 print:break-inside-avoid">
      <div className="min-w-0 grow basis-68">
        <h3 className="text-2xl leading-tight font-normal tracking-tight">{name}</h3>
        <p className="mt-1 mb-4 text-sm text-muted">
          <SanitizedHtml html={what} inline />
        </p>
        {people !== null && <People count={people} />}
      </div>
      <dl className="min-w-0 grow-999 basis-80 space-y-5">
        {kinds.map((kind) => {
          const text = study[kind]
          if (text === null) return null
          return (
            <div key={kind} className="relative ps-18">
              <dt className="text-md font-semibold">
                <Drawing width={52} height={26} marks={icons[kind]} line={24} className="absolute start-0 top-0 w-13" />
                {t(kind)}
              </dt>
              <dd className="mt-0.5">
                <SanitizedHtml html={text} inline />
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

type PartSectionProps = { id: string; title: string; children: ReactNode }

export const PartSection = ({ id, title, children }: PartSectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6 not-first:mt-10 lg:not-first:mt-26">
    <h2 id={`${id}-title`} className="max-w-[22ch]">
      {title}
    </h2>
    {children}
  </section>
)

type ProtocolPartProps = {
  part: Part
  children?: ReactNode
}

export function ProtocolPart({ part, children }: ProtocolPartProps) {
  const { id, title, html, studies, after } = part
  const t = useTranslations('protocol')
  return (
    <PartSection id={id} title={title}>
      <SanitizedHtml html={html} className="mt-4" />
      {children}
      {studies.length > 0 && (
        <div className="mt-6">
          <Disclosure title={t('studies', { count: studies.length })}>
            {studies.map((study) => (
              <Study key={study.what} study={study} />
            ))}
          </Disclosure>
        </div>
      )}
      {after && <SanitizedHtml html={after} className="mt-6" />}
    </PartSection>
  )
}
