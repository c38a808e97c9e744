import { inkClass, layersOf, waterlineClass, type Mark } from '@/lib/score'

type DrawingProps = {
  width: number
  height: number
  marks: readonly Mark[]
  line?: number
  /** Sides on which the waterline continues; never next to text. */
  runs?: 'start' | 'end' | 'both'
  /** Without a label, the drawing is decorative. */
  label?: string
  /** `slice` fills its box and is cropped at the far edge. */
  fit?: 'meet' | 'slice'
  /** Repeats the marks every `every` units; the id must be unique on the page. */
  again?: { id: string; every: number; times: number }
  /** Precision as parts of a unit; each digit costs bytes. */
  parts?: number
  className?: string
}

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
  // In right-to-left text, mirror the line's direction.
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
        Array.from({ length: again.times - 1 }, (_, index) => (
          <use key={index} href={`#${again.id}`} x={Math.round(again.every) * (index + 1)} />
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
