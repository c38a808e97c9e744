import type { ReactNode } from 'react'
import { pauses } from './confirm-plan'

export type Words = { title: string; line: string; children: ReactNode }
type FrameProps = Words & {
  art: ReactNode
  out?: Words
  still?: Words
}

const ifOut = 'hidden [[data-session=out]_&]:grid'
const unlessOut = '[[data-session=out]_&]:hidden'
const ifStill = 'hidden noscript:grid [[data-scripts=missing][data-session=in]_&]:grid'
const unlessStill = 'noscript:hidden [[data-scripts=missing]_&]:hidden'
const blockIfStill = 'noscript:block [[data-scripts=missing][data-session=in]_&]:block'

/** One live region throughout, so that its changes are announced. */
export function Frame({ title, line, art, children, out, still }: FrameProps) {
  const unless = [out ? unlessOut : '', still ? unlessStill : ''].join(' ').trim()
  const others = [...(out ? [{ words: out, shown: ifOut }] : []), ...(still ? [{ words: still, shown: ifStill }] : [])]
  return (
    <div className={`grid gap-x-16 gap-y-10 lg:grid-cols-[24rem_minmax(0,1fr)] ${still ? blockIfStill : ''}`}>
      <div className={`lg:pt-4 ${still ? unlessStill : ''}`}>{art}</div>
      <div className="grid max-w-measure content-start gap-6">
        <h1 className="text-4xl">
          {others.length === 0 ? title : <span className={unless}>{title}</span>}
          {others.map(({ words, shown }) => (
            <span key={words.title} className={shown}>
              {words.title}
            </span>
          ))}
        </h1>
        <div role="status" className="contents">
          <p key={title} className={`text-lg ${unless}`}>
            {line}
          </p>
          {others.map(({ words, shown }) => (
            <p key={words.title} className={`text-lg ${shown}`}>
              {words.line}
            </p>
          ))}
        </div>
        <div key={title} className={`grid content-start gap-6 ${unless}`}>
          {children}
        </div>
        {others.map(({ words, shown }) => (
          <div key={words.title} className={`content-start gap-6 ${shown}`}>
            {words.children}
          </div>
        ))}
      </div>
    </div>
  )
}

const [wide, high, step] = [66, 54, 82]
const whole = step * (pauses.length - 1) + wide
const radius = whole / 2
const weight = (Math.PI / 4) * radius

/** Constant, so that nothing moves. */
const line = radius + 4

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

/** One block per request, alternating above and below the line. */
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
