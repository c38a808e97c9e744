import { Drawing, drawingNamed } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns } from '@/lib/score'
import type { Item } from './lists'

const line = 70
const marksOf = {
  sound: layOutTurns(0, line, 'above 130').marks,
  pause: layOutTurns(0, line, 'above 70, pause 100, below 70').marks,
  repetition: layOutTurns(0, line, 'above 34 34 34 120').marks,
  prolongation: layOutTurns(0, line, 'above 240x56').marks,
  block: [pauseMark(0, line, 80, totalArea([120]) / 2, 'pause'), ...soundMarks(80, line, [120], 'above')],
}

/** How to read the drawings. */
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
            marks={drawingNamed(art, marksOf)}
            line={line}
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
