import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells, talk, type Mark, type Sound } from '@/lib/score'

/** What somebody writes, with every start it takes: the same in each drawing of this page. */
const written: readonly Sound[] = [34, 34, 34, 130]
const weight = areaOf(written)
const length = 232

/** A letter and its answer: nobody sounds over anybody, and between them lies all the time there is. */
export function Correspondence() {
  const { marks } = talk(0, 70, [
    { voice: 'above', sounds: written },
    { pause: 62 },
    { voice: 'below', sounds: [44, 94] },
  ])
  return <Drawing width={432} height={132} marks={marks} line={70} runs="end" className="w-full" />
}

const small = (marks: Mark[], line: number, height: number) => (
  <Drawing width={length} height={height} marks={marks} line={line} className="w-full" />
)

/** You write: a repetition, as itself. */
export const Writing = () => small(swells(0, 68, written, 'above'), 68, 70)

/** Somebody reads: a rest with the weight of what was written. */
export const Reading = () => small([rest(0, 4, length, weight, 'below-rest', false)], 4, 48)

/** The answer: one swell below, of the same weight again. */
export function Answering() {
  const width = Math.sqrt((weight * 8) / Math.PI)
  return small(swells(0, 4, [width], 'below', false), 4, width / 2 + 6)
}

/** What was written stands; below it the rest of the one who reads has begun. */
export const Waiting = () => (
  <Drawing
    width={length}
    height={110}
    marks={[...swells(0, 68, written, 'above'), rest(0, 68, length, weight, 'below-rest', false)]}
    line={68}
    className="w-full max-w-58"
  />
)
