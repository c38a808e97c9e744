import { inkClass, layersOf, waterlineClass, type Mark } from '@/lib/score'

type DrawingProps = {
  width: number
  height: number
  marks: readonly Mark[]
  /** Height of the waterline. */
  line?: number
  /** Where the waterline runs on beyond the drawing; never where text stands beside it. */
  runs?: 'start' | 'end' | 'both'
  /** Said instead of the picture; without it the picture is decoration. */
  label?: string
  /** `slice` fills its box and is cut at its far edge. */
  fit?: 'meet' | 'slice'
  /** How often the marks stand in it, and after how many units again; the id is the page's. */
  again?: { id: string; every: number; times: number }
  /** Parts of a unit to which it is drawn; each digit is sent. */
  parts?: number
  className?: string
}

/** Marks on a waterline, as SVG that takes its colours from the theme. */
export function Drawing({
  width,
  height,
  marks,
  line,
  runs,
  label,
  fit = 'meet',
  again,
  parts,
  className = '',
}: DrawingProps) {
  // Where text is read from the right, its neighbour stands on the other side, and the line runs away from it.
  const oneSided = runs === 'start' || runs === 'end'
  const paths = layersOf(marks, parts).map(({ ink, d }) => <path key={d} className={inkClass[ink]} d={d} />)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={`${oneSided ? 'rtl:-scale-x-100 ' : ''}${className}`}
      preserveAspectRatio={fit === 'slice' ? 'xMinYMid slice' : undefined}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {again ? <g id={again.id}>{paths}</g> : paths}
      {again &&
        Array.from({ length: again.times - 1 }, (_, before) => (
          <use key={before} href={`#${again.id}`} x={Math.round(again.every) * (before + 1)} />
        ))}
      {line !== undefined && (
        <path
          className={waterlineClass}
          vectorEffect="non-scaling-stroke"
          d={`M${runs === 'both' || runs === 'start' ? -3000 : 0} ${line}H${runs === 'both' || runs === 'end' ? width + 3000 : width}`}
        />
      )}
    </svg>
  )
}
