import type { Ink, Mark } from './score'

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
  className?: string
}

const fills: Record<Ink, string> = {
  above: 'fill-primary',
  below: 'fill-accent',
  'above-rest': 'fill-primary-rest',
  'below-rest': 'fill-accent-rest',
  pause: 'fill-text',
  paper: 'fill-[var(--paper,var(--bg))]',
}
const round = (value: number) => Math.round(value * 10) / 10

/** The path of a mark: a half ellipse, or a bar, on its line. */
function pathOf({ kind, x, y, width, height, up }: Mark): string {
  const [left, wide, high] = [round(x), round(width), round(height)]
  if (kind === 'swell') return `M${left} ${round(y)}a${round(width / 2)} ${high} 0 0 ${up ? 1 : 0} ${wide} 0z`
  return `M${left} ${round(y)}v${up ? -high : high}h${wide}v${up ? high : -high}z`
}

/**
 * Marks of one ink become one path, so that a large drawing stays a small piece of HTML. A hole has to
 * lie between what is under it and what is over it, so the order is kept where there is one.
 */
export function layersOf(marks: readonly Mark[]): { ink: Ink; d: string }[] {
  const ordered = marks.some(({ ink }) => ink === 'paper')
  const layers: { ink: Ink; d: string }[] = []
  for (const mark of marks) {
    const open = ordered ? layers.at(-1) : layers.find(({ ink }) => ink === mark.ink)
    if (open?.ink === mark.ink) open.d += pathOf(mark)
    else layers.push({ ink: mark.ink, d: pathOf(mark) })
  }
  return layers
}

/** Marks on a waterline, as SVG that takes its colours from the theme. */
export function Drawing({ width, height, marks, line, runs, label, fit = 'meet', className = '' }: DrawingProps) {
  // Where text is read from the right, its neighbour stands on the other side, and the line runs away from it.
  const oneSided = runs === 'start' || runs === 'end'
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={`overflow-visible ${oneSided ? 'rtl:-scale-x-100' : ''} ${className}`}
      preserveAspectRatio={fit === 'slice' ? 'xMinYMid slice' : undefined}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true, focusable: false })}
    >
      {layersOf(marks).map(({ ink, d }) => (
        <path key={d} className={fills[ink]} d={d} />
      ))}
      {line !== undefined && (
        <path
          className="stroke-text stroke-[1.5]"
          d={`M${runs === 'both' || runs === 'start' ? -3000 : 0} ${line}H${runs === 'both' || runs === 'end' ? width + 3000 : width}`}
        />
      )}
    </svg>
  )
}
