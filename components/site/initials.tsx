import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells, type Mark } from '@/components/ui/score'

/** A letter as one of two signs: a swell over its rest, or a rest over its swell. */
function sign(letter: string, x: number): Mark[] {
  const up = letter.charCodeAt(0) % 2 === 1
  return [
    ...swells(x, 48, [44], up ? 'above' : 'below', up),
    rest(x, 48, 44, areaOf([44]), up ? 'below' : 'above', !up),
  ]
}

/** Stands where a portrait would: two signs drawn from the initials, never a stock face. */
export function Initials({ name }: { name: string }) {
  const letters = name.split(/\s+/).map((word) => word.charAt(0))
  const marks = letters.slice(0, 2).flatMap((letter, index) => sign(letter, 2 + index * 48))
  return <Drawing width={96} height={96} marks={marks} className="ground-tint w-24 shrink-0 rounded-lg" />
}
