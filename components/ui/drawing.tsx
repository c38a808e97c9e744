import { inkClass, layersOf, waterlineClass, type Mark } from '@/lib/score'

type DrawingProps = {
  width: number
  height: number
  marks: readonly Mark[]
  line?: number
  /** Sides on which the waterline continues; never next to text. */
  extends?: 'start' | 'end' | 'both'
  /** `slice` fills its box and is cropped at the far edge. */
  fit?: 'meet' | 'slice'
  /** Repeats the marks every `every` units; the id must be unique on the page. */
  repeat?: { id: string; every: number; times: number }
  /** Precision as parts of a unit; each digit costs bytes. */
  precision?: number
  className?: string
}

export const Marks = ({ marks, precision }: Pick<DrawingProps, 'marks' | 'precision'>) =>
  layersOf(marks, precision).map(({ ink, d }) => <path key={d} className={inkClass[ink]} d={d} />)

export const Waterline = ({ y, start = 0, end }: { y: number; start?: number; end: number }) => (
  <path className={waterlineClass} vectorEffect="non-scaling-stroke" d={`M${start} ${y}H${end}`} />
)

/** How far a waterline continues beyond the window. */
export const beyond = 3000

export function Drawing({
  width,
  height,
  marks,
  line,
  extends: sides,
  fit = 'meet',
  repeat,
  precision,
  className = '',
}: DrawingProps) {
  const paths = <Marks marks={marks} precision={precision} />
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      // Time runs in the direction of the text.
      className={`rtl:-scale-x-100 ${className}`}
      preserveAspectRatio={fit === 'slice' ? 'xMinYMid slice' : undefined}
      aria-hidden
    >
      {repeat ? <g id={repeat.id}>{paths}</g> : paths}
      {repeat &&
        Array.from({ length: repeat.times - 1 }, (_, index) => (
          <use key={index} href={`#${repeat.id}`} x={Math.round(repeat.every) * (index + 1)} />
        ))}
      {line !== undefined && (
        <Waterline
          y={line}
          start={sides === 'both' || sides === 'start' ? -beyond : 0}
          end={sides === 'both' || sides === 'end' ? width + beyond : width}
        />
      )}
    </svg>
  )
}

/**
 * A drawing that a text in `content/<locale>/pages` names.
 * @throws {Error} if there is none
 */
export function drawingNamed<Of>(name: string, drawings: Readonly<Record<string, Of>>): Of {
  const found = drawings[name]
  if (found === undefined) throw new Error(`There is no drawing "${name}", only ${Object.keys(drawings).join(', ')}.`)
  return found
}
