import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells, talk, type Mark, type Sound, type Turn } from '@/components/ui/score'

const line = 214
const before: Turn[] = [
  { voice: 'below', sounds: [120, 60] },
  { pause: 110 },
  { voice: 'above', sounds: [[300, 74]] },
  { pause: 90 },
  { voice: 'below', sounds: [64, 64, 208] },
  { pause: 60 },
  { voice: 'above', sounds: [70] },
  { pause: 140 },
  { voice: 'above', sounds: [50, 170] },
  { pause: 60 },
  { voice: 'below', sounds: [110] },
  { pause: 84 },
]
const after: Turn[] = [
  { voice: 'above', sounds: [56, 56, 56, 332] },
  { pause: 118 },
  { voice: 'below', sounds: [92, 250] },
  { pause: 60 },
  { voice: 'above', sounds: [84] },
  { pause: 130 },
  { voice: 'below', sounds: [[300, 64]] },
  { pause: 80 },
  { voice: 'above', sounds: [60, 60, 240] },
  { pause: 160 },
  { voice: 'below', sounds: [120] },
]
const long = talk(470 - talk(0, line, before).end, line, [...before, ...after]).marks

/** Two people talk, as wide as the window: a narrow one sees one repetition, a wide one sees six turns. */
export function TalkBand({ className = 'h-[clamp(15.5rem,27vw,24rem)]' }: { className?: string }) {
  return (
    <div className={`grid justify-center overflow-hidden ${className}`}>
      <Drawing width={1440} height={384} marks={long} line={line} runs="both" className="h-full w-auto max-w-none" />
    </div>
  )
}

function Small({ turns, height = 130, at = 84 }: { turns: Turn[]; height?: number; at?: number }) {
  return <Drawing width={260} height={height} marks={talk(0, at, turns).marks} line={at} className="w-full" />
}

/** Three small swells, then a large one: a repetition, as itself. */
export const Repetition = () => <Small turns={[{ voice: 'above', sounds: [40, 40, 40, 140] }]} />

/** A long low swell: a prolongation. */
export const Prolongation = () => <Small turns={[{ voice: 'above', sounds: [[260, 60]] }]} />

/** A bar before a swell: a block. */
export const Block = () => <Small turns={[{ pause: 90 }, { voice: 'above', sounds: [170] }]} height={150} at={94} />

/** Turns that pass from one to the other. */
export const Turns = () => (
  <Small
    turns={[
      { voice: 'above', sounds: [90] },
      { voice: 'below', sounds: [30, 60] },
      { voice: 'above', sounds: [80] },
    ]}
    at={58}
  />
)

/** A question above the line and its answer below. */
export const AskAndAnswer = () => (
  <Small turns={[{ voice: 'above', sounds: [40, 70] }, { pause: 40 }, { voice: 'below', sounds: [110] }]} at={62} />
)

/** A bar that carries a swell: one weight. */
export const Carry = () => (
  <Drawing
    width={260}
    height={140}
    marks={[...swells(40, 80, [150], 'above'), rest(40, 80, 150, areaOf([150]), 'below', false)]}
    line={80}
    className="w-full"
  />
)

/** Swells within swells; the bar below has the area of what is painted above it. */
export function Nested({ runs }: { runs?: 'end' }) {
  const rings: [number, number, Mark['ink']][] = [
    [432, 216, 'above-rest'],
    [336, 168, 'paper'],
    [240, 120, 'above'],
    [132, 66, 'paper'],
    [60, 30, 'below'],
  ]
  const painted = rings.reduce((sum, [width, height, ink]) => {
    const area = areaOf([[width, height]])
    return ink === 'paper' ? sum - area : sum + area
  }, 0)
  const marks = rings.flatMap(([width, height, ink]) => swells((432 - width) / 2, 218, [[width, height]], ink))
  return (
    <Drawing
      width={432}
      height={330}
      marks={[...marks, rest(0, 218, 432, painted, 'below-rest', false)]}
      line={218}
      runs={runs}
      className="w-full"
    />
  )
}

const full = areaOf([84])

/** A day of practice, of a call or of rest: all three paint the same area. */
export function Day({ kind }: { kind: 'practice' | 'call' | 'off' }) {
  const half = 84 / Math.SQRT2
  const marks = {
    practice: swells(31, 64, [84], 'above'),
    call: [...swells(8, 64, [half], 'above'), ...swells(8 + half, 64, [half], 'below', false)],
    off: [rest(4, 64, 138, full, 'above-rest')],
  }[kind]
  return <Drawing width={150} height={104} marks={marks} line={64} className="w-full" />
}

/** One person's hour in a group call. A pass lasts the whole call and weighs as much as a turn. */
export function Lane({ way }: { way: 'speaks' | 'types' | 'unseen' | 'passes' }) {
  const turn: Sound[] = [78, 150]
  const keys = Array.from({ length: 8 }, (): Sound => [25, 34])
  const around = (from: number, to: number, area: number, ink: Mark['ink']) => {
    const height = area / (640 - (to - from))
    return [rest(0, 82, from, height * from, ink), rest(to, 82, 640 - to, height * (640 - to), ink)]
  }
  const marks = {
    speaks: [...swells(30, 82, turn, 'above'), ...around(30, 258, areaOf(turn), 'above-rest')],
    types: [...swells(240, 82, keys, 'below'), ...around(240, 440, areaOf(keys), 'below-rest')],
    unseen: [...swells(392, 82, [150, 78], 'above'), ...around(392, 620, areaOf(turn), 'above-rest')],
    passes: [rest(0, 82, 640, areaOf(turn), 'below')],
  }[way]
  return <Drawing width={640} height={92} marks={marks} line={82} className="w-full" />
}

/** One small charge a month, or one for the year: above the line the money, below it the time it buys. */
export function Payments({ yearly }: { yearly: boolean }) {
  const year = areaOf([150])
  const month = [...Array(12).keys()]
  const marks = yearly
    ? swells(24, 90, [150], 'above')
    : month.flatMap((number) => swells(24 + number * 40, 90, [[28, year / 12 / 28 / (Math.PI / 4)]], 'above'))
  const time = yearly
    ? [rest(24, 90, 476, year, 'above-rest', false)]
    : month.map((number) => rest(24 + number * 40, 90, 36, year / 12, 'above-rest', false))
  const label = yearly
    ? 'Above the line one charge, below it a year'
    : 'Above the line twelve small charges, below it twelve months'
  return <Drawing width={520} height={140} marks={[...marks, ...time]} line={90} label={label} className="w-full" />
}
