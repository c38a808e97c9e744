import { Drawing } from '@/components/ui/drawing'
import { totalArea, type Mark, pauseMark, soundMarks, layOutTurns } from '@/lib/score'

const line = 70
const entries: { name: string; text: string; marks: Mark[] }[] = [
  {
    name: 'A sound, and someone who listens',
    text: 'The half circle is a sound. The bar below it is someone listening. Both have exactly the same area.',
    marks: layOutTurns(0, line, 'above 130').marks,
  },
  {
    name: 'A pause that nobody fills',
    text: 'A thin bar on the line. It belongs to both voices.',
    marks: layOutTurns(0, line, 'above 70, pause 100, below 70').marks,
  },
  {
    name: 'A repetition',
    text: 'Small half circles, then the one they lead to.',
    marks: layOutTurns(0, line, 'above 34 34 34 120').marks,
  },
  {
    name: 'A prolongation',
    text: 'A sound that takes its time.',
    marks: layOutTurns(0, line, 'above 240x56').marks,
  },
  {
    name: 'A block',
    text: 'A bar, and then the word.',
    marks: [pauseMark(0, line, 80, totalArea([120]) / 2, 'pause'), ...soundMarks(80, line, [120], 'above')],
  },
]

export function Legend() {
  return (
    <ul className="mt-10">
      {entries.map(({ name, text, marks }) => (
        <li
          key={name}
          className="grid items-center gap-x-16 gap-y-4 border-t border-hair py-6 first:border-0 first:pt-0 last:pb-0 md:grid-cols-[16rem_minmax(0,1fr)]"
        >
          <Drawing width={260} height={132} marks={marks} line={line} className="w-65 max-w-full" />
          <div>
            <h3>{name}</h3>
            <p className="mt-1 max-w-128">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
