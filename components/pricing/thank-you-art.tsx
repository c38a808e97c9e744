import type { ReactNode } from 'react'
import { pauses } from './confirm'

const [wide, high, step] = [66, 54, 82]
const whole = step * (pauses.length - 1) + wide
const radius = whole / 2
/** The rest under the swell weighs as much as the swell. */
const weight = (Math.PI / 4) * radius

/** Where the water stands: in one place all along, so that nothing moves when the answer comes. */
const line = radius + 4

/** The waterline comes in from the edge at the start and ends with the drawing, before the words. */
function Shore({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${whole} ${line + weight + 4}`}
      aria-hidden="true"
      className="w-full max-w-48 lg:max-w-96 rtl:-scale-x-100"
    >
      {children}
      <path d={`M-3000 ${line}H${whole}`} className="stroke-text stroke-[1.5]" />
    </svg>
  )
}

/** One rest for each ask, on both sides of the line in turn; those that have been asked are filled. */
export function Asks({ count }: { count: number }) {
  return (
    <Shore>
      {pauses.map((pause, index) => (
        <rect
          key={pause}
          x={index * step}
          y={index % 2 ? line : line - high}
          width={wide}
          height={high}
          className={index < count ? 'fill-primary' : 'fill-primary-rest'}
        />
      ))}
    </Shore>
  )
}

/** The answer has come: one sound, and below it the asks, which weigh as much together. */
export function Answered() {
  const share = whole / pauses.length
  return (
    <Shore>
      <path d={`M0 ${line}a${radius} ${radius} 0 0 1 ${whole} 0z`} className="fill-primary" />
      {pauses.map((pause, index) => (
        <rect
          key={pause}
          x={index * share + 1}
          y={line}
          width={share - 2}
          height={(weight * share) / (share - 2)}
          className="fill-primary-rest"
        />
      ))}
    </Shore>
  )
}
