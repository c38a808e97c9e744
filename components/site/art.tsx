/** Drawings of single pages, and how to read them. */
import { Drawing, drawingNamed } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns, type Mark } from '@/lib/score'
import type { Item } from './lists'

type ArtProps = { marks: readonly Mark[]; line: number; height: number; className?: string }

/** Beside a text; its line continues to the edge of the window. */
const Art = ({ marks, line, height, className = '' }: ArtProps) => (
  <Drawing width={432} height={height} marks={marks} line={line} extends="end" className={`w-full ${className}`} />
)

const talkLine = 214
const before =
  'below 120 60, pause 110, above 300x74, pause 90, below 64 64 208, pause 60, above 70, pause 140, ' +
  'above 50 170, pause 60, below 110, pause 84'
const after =
  'above 56 56 56 332, pause 118, below 92 250, pause 60, above 84, pause 130, below 300x64, pause 80, ' +
  'above 60 60 240, pause 160, below 120'
const long = layOutTurns(470 - layOutTurns(0, talkLine, before).end, talkLine, `${before}, ${after}`).marks

export const TalkBand = ({ className }: { className: string }) => (
  <div className={`grid justify-center overflow-hidden ${className}`}>
    <Drawing
      width={1440}
      height={384}
      marks={long}
      line={talkLine}
      extends="both"
      className="h-full w-auto max-w-none"
    />
  </div>
)

/** The bar has the same area as the shape above it. */
export function NestedPartsArt() {
  const rings: [number, number, Mark['ink']][] = [
    [432, 216, 'above-rest'],
    [336, 168, 'paper'],
    [240, 120, 'above'],
    [132, 66, 'paper'],
    [60, 30, 'below'],
  ]
  const paintedArea = rings.reduce((sum, [width, height, ink]) => {
    const area = totalArea([[width, height]])
    return ink === 'paper' ? sum - area : sum + area
  }, 0)
  const marks = rings.flatMap(([width, height, ink]) => soundMarks((432 - width) / 2, 218, [[width, height]], ink))
  return <Art height={330} line={218} marks={[...marks, pauseMark(0, 218, 432, paintedArea, 'below-rest', false)]} />
}

const listening = [
  pauseMark(0, 150, 172, totalArea([260]), 'below'),
  ...soundMarks(172, 150, [260], 'above'),
  pauseMark(172, 150, 260, totalArea([260]), 'below-rest', false),
]

export const ListeningArt = () => <Art marks={listening} line={150} height={270} className="max-w-108" />

const twoVoices = layOutTurns(0, 150, 'above 200, pause 32, below 200').marks

export const TwoVoicesArt = () => <Art marks={twoVoices} line={150} height={300} className="max-w-108" />

const question = layOutTurns(0, 130, 'above 30 30 120, pause 52, below 200').marks

export const QuestionArt = () => <Art marks={question} line={130} height={236} />

const month = totalArea([96])
const months = (ink: Mark['ink'], isAbove: boolean) =>
  [0, 1, 2].map((index) => pauseMark(112 + index * 108, 110, 92, month, ink, isAbove))
const charge = [
  ...soundMarks(0, 110, [96], 'above'),
  ...months('above-rest', true),
  pauseMark(0, 110, 96, month, 'below', false),
  ...months('below-rest', false),
]

export const RefundArt = () => <Art marks={charge} line={110} height={200} />

const room: Mark[] = [
  pauseMark(0, 160, 300, 300 * 150, 'above-rest'),
  ...soundMarks(50, 160, [200], 'paper'),
  ...soundMarks(95, 160, [110], 'above'),
  pauseMark(0, 160, 432, 300 * 150 - totalArea([200]) + totalArea([110]), 'below-rest', false),
]

export const PrivacyArt = () => <Art marks={room} line={160} height={244} />

const terms = layOutTurns(0, 120, 'above 150, below 150, pause 60').marks

export const TermsArt = () => <Art marks={terms} line={120} height={210} />

const legendLine = 70
const legendMarks = {
  sound: layOutTurns(0, legendLine, 'above 130').marks,
  pause: layOutTurns(0, legendLine, 'above 70, pause 100, below 70').marks,
  repetition: layOutTurns(0, legendLine, 'above 34 34 34 120').marks,
  prolongation: layOutTurns(0, legendLine, 'above 240x56').marks,
  block: [pauseMark(0, legendLine, 80, totalArea([120]) / 2, 'pause'), ...soundMarks(80, legendLine, [120], 'above')],
}

export function Legend({ entries }: { entries: readonly (Item & { art: string })[] }) {
  return (
    <ul className="mt-10">
      {entries.map(({ art, title, text }) => (
        <li
          key={art}
          className="grid items-center gap-x-16 gap-y-4 border-t border-hair py-6 first:border-0 first:pt-0 last:pb-0 md:grid-cols-[16rem_minmax(0,1fr)]"
        >
          <Drawing
            width={260}
            height={132}
            marks={drawingNamed(art, legendMarks)}
            line={legendLine}
            className="w-65 max-w-full"
          />
          <div>
            <h3>{title}</h3>
            <p className="mt-1 max-w-128">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
