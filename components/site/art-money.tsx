import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells } from '@/lib/score'

const year = areaOf([170])
const months = [...Array(12).keys()]
const [wide, step, narrow] = [516, 43, 28]
const small = [narrow, year / 12 / narrow / (Math.PI / 4)] as const

/** What is charged in a year, standing on the water: its area is the same both times. */
export function Charges({ yearly }: { yearly: boolean }) {
  const marks = yearly
    ? swells(0, 90, [170], 'above')
    : months.flatMap((month) => swells(month * step, 90, [small], 'above'))
  const label = yearly ? 'One charge for the year' : 'Twelve charges, one each month'
  return (
    <Drawing
      width={wide}
      height={90}
      marks={marks}
      line={90}
      runs="both"
      label={label}
      className="block w-full rtl:-scale-x-100"
    />
  )
}

/** The time that was paid for, below the line: a year, or its months. */
export function Time({ yearly }: { yearly: boolean }) {
  const marks = yearly
    ? [rest(0, 0, wide, year, 'above-rest', false)]
    : months.map((month) => rest(month * step, 0, step - 4, year / 12, 'above-rest', false))
  return <Drawing width={wide} height={30} marks={marks} className="block w-full rtl:-scale-x-100" />
}
