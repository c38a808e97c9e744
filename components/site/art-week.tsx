import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells, type Mark } from '@/lib/score'

type DayKind = 'practice' | 'call' | 'off'

type Place = { y: number; column: number; size: number; /** Where a day's marks begin in its column. */ at: number }

/** A day of practice, of a call or of rest: all three paint the same area. */
function day(kind: DayKind, x: number, { y, column, size, at }: Place): Mark[] {
  const half = size / Math.SQRT2
  if (kind === 'practice') return swells(x + at, y, [size], 'above')
  if (kind === 'off') return [rest(x + 6, y, column - 12, areaOf([size]), 'above-rest')]
  const middle = x + at + half - (at > 6 ? half - size / 2 : 0)
  return [...swells(middle - half, y, [half], 'above'), ...swells(middle, y, [half], 'below', false)]
}

const column = 150

/** Seven days on one line, which runs on into the weeks before and after. */
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

/** One day of a week that runs down the page: the line is the border of the text beside it. */
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
