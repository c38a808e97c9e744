import { letterShape } from './letters'

const voices = ['stroke-primary', 'stroke-accent']
const gap = 44

/** Stands where a portrait would: initials of bars and half circles on a line, never a stock face. */
export function Initials({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].flatMap((word) => word?.charAt(0) ?? [])
  const shapes = letters.map(letterShape)
  const width = shapes.reduce((sum, shape) => sum + shape.width + gap, -gap)
  return (
    <svg
      viewBox={`0 0 ${width} 170`}
      role="img"
      aria-label={`The initials ${letters.join(' and ')}`}
      className="h-35 w-auto max-w-full lg:h-60"
    >
      {shapes.map(({ d }, index) => (
        <path
          key={letters.slice(0, index + 1).join('')}
          className={voices[index]}
          fill="none"
          strokeWidth="32"
          transform={`translate(${shapes.slice(0, index).reduce((sum, shape) => sum + shape.width + gap, 0)} 0)`}
          d={d}
        />
      ))}
      <path className="stroke-text stroke-[1.5]" d={`M0 160H${width + 3000}`} />
    </svg>
  )
}
