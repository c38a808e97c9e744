import { Drawing } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns, type Mark, type Sound } from '@/lib/score'

const written: readonly Sound[] = [34, 34, 34, 130]
const weight = totalArea(written)
const length = 232

const letters = layOutTurns(0, 70, 'above 34 34 34 130, pause 62, below 44 94').marks

export const CorrespondenceArt = () => (
  <Drawing width={432} height={132} marks={letters} line={70} extends="end" className="w-full" />
)

const small = (marks: Mark[], line: number, height: number) => (
  <Drawing width={length} height={height} marks={marks} line={line} className="w-full" />
)

export const WritingArt = () => small(soundMarks(0, 68, written, 'above'), 68, 70)

export const ReadingArt = () => small([pauseMark(0, 4, length, weight, 'below-rest', false)], 4, 48)

export function AnsweringArt() {
  const width = Math.sqrt((weight * 8) / Math.PI)
  return small(soundMarks(0, 4, [width], 'below', false), 4, width / 2 + 6)
}

export const WaitingArt = () => (
  <Drawing
    width={length}
    height={110}
    marks={[...soundMarks(0, 68, written, 'above'), pauseMark(0, 68, length, weight, 'below-rest', false)]}
    line={68}
    className="w-full max-w-58"
  />
)
