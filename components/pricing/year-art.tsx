import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells, type Mark, type Sound } from '@/lib/score'

const line = 112
const depth = 18
const trial = rest(0, line, 60, 60 * depth, 'pause', false)

/** A charge whose area equals that of the time it buys. */
function charge(x: number, wide: number, sound: Sound) {
  return [...swells(x, line, [sound], 'above'), rest(x, line, wide, areaOf([sound]), 'above-rest', false)]
}

function months(from: number) {
  const step = (520 - from) / 12
  const [wide, narrow] = [step - 2, 22]
  const sound = [narrow, (wide * depth) / (narrow * (Math.PI / 4))] as const
  return Array.from({ length: 12 }, (_, month) => charge(from + month * step, wide, sound)).flat()
}

function year(from: number) {
  const wide = 518 - from
  return charge(from, wide, Math.sqrt((wide * depth * 8) / Math.PI))
}

function draw(marks: Mark[], label: string) {
  return (
    <Drawing
      width={520}
      height={132}
      line={line}
      runs="both"
      marks={marks}
      label={label}
      className="relative w-full [--paper:var(--tint)]"
    />
  )
}

export const yearArt = {
  trial: {
    month: draw([trial, ...months(64)], 'A trial, then twelve charges, one each month'),
    year: draw([trial, ...year(64)], 'A trial, then one charge for the year'),
  },
  direct: {
    month: draw(months(0), 'Twelve charges, one each month'),
    year: draw(year(0), 'One charge for the year'),
  },
}
