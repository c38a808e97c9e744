import { Drawing } from '@/components/ui/drawing'
import { areaOf, type Mark, rest, swells } from '@/lib/score'
import { Section } from './section'

type DayKind = 'practice' | 'call' | 'off'

type Place = { y: number; column: number; size: number; /** Where a day's marks begin in its column. */ at: number }

function day(kind: DayKind, x: number, { y, column, size, at }: Place): Mark[] {
  const half = size / Math.SQRT2
  if (kind === 'practice') return swells(x + at, y, [size], 'above')
  if (kind === 'off') return [rest(x + 6, y, column - 12, areaOf([size]), 'above-rest')]
  const middle = x + at + half - (at > 6 ? half - size / 2 : 0)
  return [...swells(middle - half, y, [half], 'above'), ...swells(middle, y, [half], 'below', false)]
}

const column = 150

export function Week({ days, className = '' }: { days: readonly DayKind[]; className?: string }) {
  const marks = days.flatMap((kind, index) => day(kind, index * column, { y: 62, column, size: 98, at: 6 }))
  return (
    <Drawing
      width={column * days.length}
      height={106}
      marks={marks}
      line={62}
      runs="both"
      className={`w-full rtl:-scale-x-100 ${className}`}
    />
  )
}

export function DownDay({ kind }: { kind: DayKind }) {
  return (
    <Drawing
      width={112}
      height={112}
      marks={day(kind, 0, { y: 112, column: 112, size: 76, at: 18 })}
      className="size-28 rotate-90 -scale-y-100 rtl:scale-y-100"
    />
  )
}

const week = [
  ['Monday', 'practice', 'Practice, a few minutes'],
  ['Tuesday', 'off', 'Off'],
  ['Wednesday', 'call', 'A group call, however you like'],
  ['Thursday', 'off', 'Off'],
  ['Friday', 'practice', 'Something you want to say'],
  ['Saturday', 'off', 'Off'],
  ['Sunday', 'off', 'Off'],
] as const

export function HomeWeek() {
  return (
    <Section name="How a week works" title="Three days hold something. Four are only yours." ground="sunken" wide>
      <p className="mt-6 max-w-144 text-lg lg:ms-60">
        An example: a week of yours may hold less. Days off are part of it.
      </p>
      <Week days={week.map(([, kind]) => kind)} className="mt-16 max-lg:hidden" />
      <ol className="mt-10 grid lg:mt-6 lg:grid-cols-7">
        {week.map(([day, kind, what]) => (
          <li key={day} className="grid grid-cols-[3.5rem_minmax(0,1fr)] lg:block">
            <div className="-ms-14 w-28 self-center lg:hidden">
              <DownDay kind={kind} />
            </div>
            <div className="flex flex-col justify-center border-s-[1.5px] border-text ps-10 lg:border-0 lg:ps-1.5 lg:pe-3">
              <h3 className="text-md">{day}</h3>
              <p className="text-sm text-muted">{what}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
