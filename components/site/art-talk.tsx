import type { ReactNode } from 'react'
import { Drawing, drawingNamed } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns, type Mark } from '@/lib/score'

const line = 176

type StripProps = { marks: readonly Mark[]; width: number; extends?: 'start' | 'end' }

function Strip({ marks, width, extends: side = 'end' }: StripProps) {
  return (
    <div className={`flex h-50 sm:h-60 lg:h-67.5 ${side === 'start' ? 'justify-end' : ''}`}>
      <Drawing
        width={width}
        height={270}
        marks={marks}
        line={line}
        extends={side}
        className="h-full w-auto max-w-none shrink-0"
      />
    </div>
  )
}

function Talk({ turns, extends: side }: { turns: string; extends?: StripProps['extends'] }) {
  const { marks, end } = layOutTurns(0, line, turns)
  return <Strip marks={marks} width={end} extends={side} />
}

function WrittenNote() {
  const begun = layOutTurns(0, line, 'below 210, above 56 150, pause 130')
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

const drawings: Record<string, ReactNode> = {
  OneToOne: <Talk turns="above 36 36 170, pause 70, below 172, pause 120, above 300x72, below 60 120, pause 300" />,
  WritingFirst: <Talk extends="start" turns="pause 400, above 40 200, pause 140, below 176 60" />,
  WrittenNote: <WrittenNote />,
}

export const talkArt = (name: string): ReactNode => drawingNamed(name, drawings)
