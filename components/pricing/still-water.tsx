import type { ReactNode } from 'react'

/**
 * The shore of the plans when there is nothing to choose: not yet, or no more, and then the one charge
 * stands on it. Until then it is about as high as the plans are, so that what stands below stays where it
 * is; on a phone that is out of sight, and one plan needs no more room than its words.
 */
export function StillWater({ charge, children }: { charge?: boolean; children: ReactNode }) {
  return (
    <div>
      <div className="mx-auto flex h-52 max-w-page items-end px-gut">
        {charge && <span aria-hidden="true" className="h-20 w-40 rounded-t-full bg-primary" />}
      </div>
      <div className={`ground-tint border-t-[1.5px] border-text ${charge ? 'pb-6 md:min-h-128 md:pb-0' : 'min-h-128'}`}>
        <div className="mx-auto max-w-page px-gut">
          {charge && <span aria-hidden="true" className="block h-15.75 w-40 bg-primary-rest" />}
        </div>
        {children}
      </div>
    </div>
  )
}
