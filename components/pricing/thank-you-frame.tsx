import type { ReactNode } from 'react'

export type Words = { title: string; line: string; children: ReactNode }
type FrameProps = Words & {
  art: ReactNode
  /** What stands there instead for somebody who, as far as this browser knows, is not signed in. */
  out?: Words
}

const ifOut = 'hidden [[data-session=out]_&]:grid'
const unlessOut = '[[data-session=out]_&]:hidden'

/**
 * Only the line that says how it stands is live: one element all along, so that its changes are heard. It has
 * no box, and what is in it comes anew with all that stands below the heading, so that nothing moves.
 */
export function Frame({ title, line, art, children, out }: FrameProps) {
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <div className="lg:pt-4">{art}</div>
      <div className="grid max-w-measure content-start gap-6">
        <h1 className="text-4xl">
          {out ? (
            <>
              <span className={unlessOut}>{title}</span>
              <span className={ifOut}>{out.title}</span>
            </>
          ) : (
            title
          )}
        </h1>
        <div role="status" className="contents">
          <p key={title} className={`text-lg ${out ? unlessOut : ''}`}>
            {line}
          </p>
          {out && <p className={`text-lg ${ifOut}`}>{out.line}</p>}
        </div>
        <div key={title} className={`grid content-start gap-6 ${out ? unlessOut : ''}`}>
          {children}
        </div>
        {out && <div className={`content-start gap-6 ${ifOut}`}>{out.children}</div>}
      </div>
    </div>
  )
}
