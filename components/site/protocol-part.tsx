import type { ReactNode } from 'react'
import { Drawing } from '@/components/ui/drawing'
import type { ProtocolPart as Part } from '@/lib/contract/content'
import { areaOf, type Mark, rest, swells, talk } from '@/lib/score'
import { Study } from './study'
import { Written } from './written'

const line = 78

function windows(): Mark[] {
  const [width, inside] = [150, 96]
  const area = areaOf([inside])
  const window = (x: number, ink: 'above' | 'below'): Mark[] => {
    const height = (2 * area) / width
    const middle = line + (ink === 'above' ? 0 : height)
    return [
      rest(x, middle, width, width * height, `${ink}-rest`),
      ...swells(x + (width - inside) / 2, line, [inside], ink, ink === 'above'),
    ]
  }
  return [...window(0, 'above'), rest(150, line + 4.5, 40, 40 * 9, 'pause'), ...window(190, 'below')]
}

/** The idea is visible in the first 340 units, which phones show. */
const marks: Record<string, Mark[]> = {
  ease: talk(0, line, [{ voice: 'above', sounds: [[340, 70]] }, { pause: 80 }, { voice: 'above', sounds: [[240, 60]] }])
    .marks,
  carry: [
    ...swells(40, line, [130], 'above'),
    rest(0, line, 210, areaOf([130]), 'below', false),
    ...swells(396, line, [84, 84], 'above'),
    rest(340, line, 280, areaOf([84, 84]), 'below', false),
  ],
  tell: talk(0, line, [
    { voice: 'above', sounds: [34, 34, 96] },
    { pause: 56 },
    { voice: 'below', sounds: [120] },
    { pause: 64 },
    { voice: 'above', sounds: [128] },
    { voice: 'below', sounds: [60, 92] },
  ]).marks,
  together: talk(
    0,
    line,
    (['above', 'below', 'above', 'below', 'above', 'below', 'above', 'below'] as const).map((voice, index) => ({
      voice,
      sounds: index % 3 === 1 ? [28, 57] : [85],
    })),
  ).marks,
  screen: windows(),
}

export function PartArt({ part }: { part: string }) {
  return (
    <div className="-me-[clamp(1.25rem,5vw,4.5rem)] lg:me-0">
      <Drawing
        width={736}
        height={150}
        marks={marks[part] ?? []}
        line={line}
        fit="slice"
        className="h-37.5 w-full overflow-hidden lg:max-w-184"
      />
    </div>
  )
}

const [third, half] = [120 / Math.sqrt(3), 120 / Math.SQRT2]
const phases: Mark[][] = [
  [rest(0, 64, 208, areaOf([120]), 'above-rest')],
  talk(0, 64, [{ voice: 'above', sounds: [third, third, third] }]).marks,
  talk(0, 64, [
    { voice: 'above', sounds: [half] },
    { voice: 'below', sounds: [half] },
  ]).marks,
]

export function PhaseArt({ phase }: { phase: number }) {
  return <Drawing width={208} height={112} marks={phases[phase] ?? []} line={64} className="w-full max-w-52" />
}

type ProtocolPartProps = {
  part: Part
  children?: ReactNode
}

export function ProtocolPart({ part, children }: ProtocolPartProps) {
  const { id, title, html, studies, after } = part
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-16 scroll-mt-6 lg:mt-26">
      <PartArt part={id} />
      <h2 id={`${id}-title`} className="mt-6 max-w-[22ch]">
        {title}
      </h2>
      <Written html={html} className="mt-6" />
      {children}
      {studies.length > 0 && (
        <div className="mt-10 border-b border-hair">
          {studies.map((study) => (
            <Study key={study.what} study={study} />
          ))}
        </div>
      )}
      {after && <Written html={after} className="mt-10" />}
    </section>
  )
}
