import type { ReactNode } from 'react'
import { pollDelaysMs } from './confirm-plan'

export type Words = { title: string; line: string; children: ReactNode }
type FrameProps = Words & {
  art: ReactNode
  out?: Words
  still?: Words
}

const shownIfSignedOut = 'hidden [[data-session=out]_&]:grid'
const hiddenIfSignedOut = '[[data-session=out]_&]:hidden'
const shownWithoutScript = 'hidden noscript:grid [[data-scripts=missing][data-session=in]_&]:grid'
const hiddenWithoutScript = 'noscript:hidden [[data-scripts=missing]_&]:hidden'
const blockWithoutScript = 'noscript:block [[data-scripts=missing][data-session=in]_&]:block'

/** One live region throughout, so that its changes are announced. */
export function Frame({ title, line, art, children, out, still }: FrameProps) {
  const hidden = [out ? hiddenIfSignedOut : '', still ? hiddenWithoutScript : ''].join(' ').trim()
  const alternatives = [
    ...(out ? [{ words: out, shown: shownIfSignedOut }] : []),
    ...(still ? [{ words: still, shown: shownWithoutScript }] : []),
  ]
  return (
    <div className={`grid gap-x-16 gap-y-10 lg:grid-cols-[24rem_minmax(0,1fr)] ${still ? blockWithoutScript : ''}`}>
      <div className={`lg:pt-4 ${still ? hiddenWithoutScript : ''}`}>{art}</div>
      <div className="grid max-w-measure content-start gap-6">
        <h1 className="text-4xl">
          {alternatives.length === 0 ? title : <span className={hidden}>{title}</span>}
          {alternatives.map(({ words, shown }) => (
            <span key={words.title} className={shown}>
              {words.title}
            </span>
          ))}
        </h1>
        <div role="status" className="contents">
          <p key={title} className={`text-lg ${hidden}`}>
            {line}
          </p>
          {alternatives.map(({ words, shown }) => (
            <p key={words.title} className={`text-lg ${shown}`}>
              {words.line}
            </p>
          ))}
        </div>
        <div key={title} className={`grid content-start gap-6 ${hidden}`}>
          {children}
        </div>
        {alternatives.map(({ words, shown }) => (
          <div key={words.title} className={`content-start gap-6 ${shown}`}>
            {words.children}
          </div>
        ))}
      </div>
    </div>
  )
}

const [wide, high, step] = [66, 54, 82]
const width = step * (pollDelaysMs.length - 1) + wide
const radius = width / 2
const area = (Math.PI / 4) * radius

/** Constant, so that nothing moves. */
const line = radius + 4

function BaseLine({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${line + area + 4}`}
      aria-hidden="true"
      className="w-full max-w-48 lg:max-w-96 rtl:-scale-x-100"
    >
      {children}
      <path d={`M-3000 ${line}H${width}`} className="stroke-text stroke-[1.5]" />
    </svg>
  )
}

/** One block per request, alternating above and below the line. */
export function AttemptsDrawing({ count }: { count: number }) {
  return (
    <BaseLine>
      {pollDelaysMs.map((pause, index) => (
        <rect
          key={pause}
          x={index * step}
          y={index % 2 ? line : line - high}
          width={wide}
          height={high}
          className={index < count ? 'fill-primary' : 'fill-primary-rest'}
        />
      ))}
    </BaseLine>
  )
}

export function DoneDrawing() {
  const part = width / pollDelaysMs.length
  return (
    <BaseLine>
      <path d={`M0 ${line}a${radius} ${radius} 0 0 1 ${width} 0z`} className="fill-primary" />
      {pollDelaysMs.map((pause, index) => (
        <rect
          key={pause}
          x={index * part + 1}
          y={line}
          width={part - 2}
          height={(area * part) / (part - 2)}
          className="fill-primary-rest"
        />
      ))}
    </BaseLine>
  )
}
