import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells } from '@/lib/score'

const key = [
  ['one voice', swells(0, 12, [24], 'above')],
  ['the other, listening', [rest(0, 12, 24, areaOf([24]), 'below-rest')]],
  ['a pause', [rest(0, 12, 24, 24 * 5, 'pause')]],
] as const

/** What the marks of the score above it mean, in a line. */
export function Key() {
  return (
    <ul aria-label="Key to the drawing" className="flex flex-wrap gap-x-8 gap-y-1 text-sm text-muted">
      {key.map(([name, marks]) => (
        <li key={name} className="flex items-center gap-2.5">
          <Drawing width={24} height={12} marks={marks} className="h-3 w-6" />
          {name}
        </li>
      ))}
    </ul>
  )
}
