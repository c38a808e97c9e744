import { Drawing } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns, type Mark } from '@/lib/score'

const line = 214
const before =
  'below 120 60, pause 110, above 300x74, pause 90, below 64 64 208, pause 60, above 70, pause 140, ' +
  'above 50 170, pause 60, below 110, pause 84'
const after =
  'above 56 56 56 332, pause 118, below 92 250, pause 60, above 84, pause 130, below 300x64, pause 80, ' +
  'above 60 60 240, pause 160, below 120'
const long = layOutTurns(470 - layOutTurns(0, line, before).end, line, `${before}, ${after}`).marks

export function TalkBand({ className }: { className: string }) {
  return (
    <div className={`grid justify-center overflow-hidden ${className}`}>
      <Drawing width={1440} height={384} marks={long} line={line} extends="both" className="h-full w-auto max-w-none" />
    </div>
  )
}

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
  return (
    <Drawing
      width={432}
      height={330}
      marks={[...marks, pauseMark(0, 218, 432, paintedArea, 'below-rest', false)]}
      line={218}
      extends="end"
      className="w-full"
    />
  )
}
