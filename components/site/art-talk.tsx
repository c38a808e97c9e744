import { Drawing } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns, type Mark, type Turn } from '@/lib/score'

const line = 176

type StripProps = { marks: readonly Mark[]; width: number; extends: 'start' | 'end'; height?: number }

/** A score of fixed height that may extend beyond the window. */
function Strip({ marks, width, extends: side, height = 270 }: StripProps) {
  return (
    <div className={`flex h-50 sm:h-60 lg:h-67.5 ${side === 'start' ? 'justify-end' : ''}`}>
      <Drawing
        width={width}
        height={height}
        marks={marks}
        line={line}
        extends={side}
        className="h-full w-auto max-w-none shrink-0"
      />
    </div>
  )
}

function Talk({ turns, extends: side = 'end' }: { turns: readonly Turn[]; extends?: StripProps['extends'] }) {
  const { marks, end } = layOutTurns(0, line, turns)
  return <Strip marks={marks} width={end} extends={side} />
}

export const ConversationArt = () => (
  <Talk
    extends="start"
    turns={[
      { voice: 'above', sounds: [[300, 70]] },
      { pause: 60 },
      { voice: 'below', sounds: [40, 40, 150] },
      { voice: 'above', sounds: [90] },
      { pause: 84 },
      { voice: 'below', sounds: [74] },
      { voice: 'above', sounds: [52, 212] },
      { voice: 'below', sounds: [46, 120] },
    ]}
  />
)

export const SlowSpeechArt = () => (
  <Talk
    turns={[
      { voice: 'above', sounds: [[430, 84]] },
      { pause: 130 },
      { voice: 'above', sounds: [[360, 66]] },
      { pause: 300 },
    ]}
  />
)

export const WritingFirstArt = () => (
  <Talk
    extends="start"
    turns={[
      { pause: 400 },
      { voice: 'above', sounds: [40, 200] },
      { pause: 140 },
      { voice: 'below', sounds: [176, 60] },
    ]}
  />
)

export const WrittenAnswerArt = () => (
  <Talk
    turns={[
      { voice: 'above', sounds: [48, 188] },
      { pause: 150 },
      { voice: 'below', sounds: [200, 52] },
      { pause: 400 },
    ]}
  />
)

/** The same word aloud and in silence, with equal areas. */
export function AloudAndSilentArt() {
  const sounds = [44, 44, 200] as const
  const aloud = layOutTurns(0, line, [{ voice: 'above', sounds }, { pause: 80 }])
  const silent = [
    ...soundMarks(aloud.end, line, sounds, 'above-rest'),
    pauseMark(aloud.end, line, 288, totalArea(sounds), 'below', false),
  ]
  return <Strip marks={[...aloud.marks, ...silent]} width={aloud.end + 288} extends="end" />
}

export function ChosenTaskArt() {
  const [wide, gap] = [150, 12]
  const marks = [0, 1, 2, 3, 4].flatMap((index) => {
    const x = index * (wide + gap)
    return index === 3
      ? soundMarks(x, line, [wide], 'above')
      : [pauseMark(x, line, wide, totalArea([wide]), 'above-rest')]
  })
  return <Strip marks={marks} width={5 * wide + 4 * gap} extends="start" height={210} />
}

export const OneToOneArt = () => (
  <Talk
    turns={[
      { voice: 'above', sounds: [36, 36, 170] },
      { pause: 70 },
      { voice: 'below', sounds: [172] },
      { pause: 120 },
      { voice: 'above', sounds: [[300, 72]] },
      { voice: 'below', sounds: [60, 120] },
      { pause: 300 },
    ]}
  />
)

export function WrittenNoteArt() {
  const begun = layOutTurns(0, line, [
    { voice: 'below', sounds: [210] },
    { voice: 'above', sounds: [56, 150] },
    { pause: 130 },
  ])
  const words = (count: number) => Array.from({ length: count }, (): [number, number] => [24, 34])
  const [first, second] = [words(6), words(4)]
  const wide = (sounds: readonly unknown[]) => sounds.length * 24
  const next = begun.end + wide(first) + 36
  const marks = [
    ...begun.marks,
    ...soundMarks(begun.end, line, first, 'above'),
    pauseMark(begun.end, line, wide(first), totalArea(first), 'below-rest', false),
    ...soundMarks(next, line, second, 'above'),
    pauseMark(next, line, wide(second), totalArea(second), 'below-rest', false),
  ]
  return <Strip marks={marks} width={next + wide(second)} extends="start" />
}
