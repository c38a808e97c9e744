import { Drawing, drawingNamed } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns, type Ink, type Mark, type Sound } from '@/lib/score'
import type { Item } from './lists'

type Sizes = {
  width: number
  height: number
  turn: readonly [short: number, long: number]
  key: readonly [width: number, height: number]
  keys: number
}
const desk: Sizes = { width: 816, height: 104, turn: [90, 190], key: [30, 44], keys: 9 }
const phone: Sizes = { width: 350, height: 66, turn: [54, 116], key: [20, 30], keys: 7 }

function marksOf(way: string, { width, height, turn, key, keys }: Sizes): Mark[] {
  const line = height - 6
  const [short, long] = turn
  const area = totalArea(turn)
  const restsAround = (from: number, to: number, weight: number, ink: Ink) => {
    const high = weight / (width - (to - from))
    return [pauseMark(0, line, from, high * from, ink), pauseMark(to, line, width - to, high * (width - to), ink)]
  }
  const at = Math.round(width * 0.05)
  const typed = Array.from({ length: keys }, (): Sound => key)
  const [start, end] = [Math.round(width * 0.36), Math.round(width * 0.36) + keys * key[0]]
  const lateStart = width - at - short - long
  return drawingNamed(way, {
    speaks: [...soundMarks(at, line, turn, 'above'), ...restsAround(at, at + short + long, area, 'above-rest')],
    types: [...soundMarks(start, line, typed, 'below'), ...restsAround(start, end, totalArea(typed), 'below-rest')],
    unseen: [
      ...soundMarks(lateStart, line, [long, short], 'above'),
      ...restsAround(lateStart, width - at, area, 'above-rest'),
    ],
    passes: [pauseMark(0, line, width, area, 'below')],
    listens: [pauseMark(0, line, width, area, 'above-rest')],
  })
}

const shapes = [
  [phone, 'md:hidden'],
  [desk, 'max-md:hidden'],
] as const

/** One person's hour in a group call. Passing has the same area as speaking. */
function Lane({ way }: { way: string }) {
  return shapes.map(([sizes, where]) => (
    <Drawing
      key={where}
      width={sizes.width}
      height={sizes.height}
      marks={marksOf(way, sizes)}
      line={sizes.height - 6}
      extends="end"
      className={`w-full ${where}`}
    />
  ))
}

/** Sixteen units are a minute. */
const minute = 16
const parts = {
  arrive: 'pause 24, above 44, below 36, pause 20, above 36',
  ask: 'above 140, pause 100',
  turns: 'below 36 36 76, above 116, below 136x40',
  close: 'pause 20, above 40, below 40, above 40, pause 20',
}

export function HourPart({ part, minutes }: { part: string; minutes: number }) {
  return (
    <Drawing
      width={minutes * minute}
      height={150}
      marks={layOutTurns(0, 84, drawingNamed(part, parts)).marks}
      line={84}
      className="h-32 w-auto max-w-full lg:h-auto lg:w-full"
    />
  )
}

const [speaker, listeners, gap] = [320, 4, 8]
const seat = (432 - gap * (listeners - 1)) / listeners

export function OneSpeakerArt() {
  const marks = [
    ...soundMarks((432 - speaker) / 2, 170, [speaker], 'above'),
    ...Array.from({ length: listeners }, (_, index) =>
      pauseMark(index * (seat + gap), 170, seat, totalArea([speaker]) / listeners, 'below-rest', false),
    ),
  ]
  return <Drawing width={432} height={276} marks={marks} line={170} extends="end" className="w-full max-w-108" />
}

type LanesProps = { lanes: readonly (Item & { way: string })[]; narrow?: boolean }

export function Lanes({ lanes, narrow = false }: LanesProps) {
  const columns = narrow ? 'lg:grid-cols-[11rem_minmax(0,1fr)]' : 'lg:grid-cols-[16rem_minmax(0,1fr)]'
  return (
    <ul className={`mt-6 grid grid-cols-1 gap-6 lg:mt-16 ${narrow ? 'lg:gap-10' : 'lg:gap-16'}`}>
      {lanes.map(({ way, title, text }) => (
        <li key={way} className={`items-end gap-x-16 lg:grid ${columns}`}>
          <div className="mb-3 flex flex-wrap items-baseline gap-x-3 lg:mb-0 lg:block">
            <h3>{title}</h3>
            <p className="text-sm text-muted">{text}</p>
          </div>
          <Lane way={way} />
        </li>
      ))}
    </ul>
  )
}
