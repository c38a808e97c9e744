import { Button } from '@/components/ui/button'
import { paths } from '@/lib/site'

type TrialLinkProps = { children: string; size?: 'normal' | 'big'; wide?: boolean; className?: string }

/**
 * A way to the plans for those who may try: out of sight for a subscriber. The early script adds
 * `c=true` to the address for a person who is signed in, hence the suppressed warning.
 */
export function TrialLink({ children, className = '', ...look }: TrialLinkProps) {
  return (
    <Button
      href={paths.pricing}
      data-pricing-link
      suppressHydrationWarning
      className={`trial-off:hidden ${className}`}
      {...look}
    >
      {children}
    </Button>
  )
}

/** The early script keeps the address right for a person who is signed in. */
const price = { href: paths.pricing, 'data-pricing-link': true, suppressHydrationWarning: true }

/** What a page asks for: the trial with the price beside it, or the price alone. The note under it stands once a page. */
export function PriceLinks({ trial = true, note = true }: { trial?: boolean; note?: boolean }) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {trial ? (
          <>
            <TrialLink size="big">Begin your free trial</TrialLink>
            <a {...price} className="link tap font-semibold">
              See the price
            </a>
          </>
        ) : (
          <Button {...price} size="big">
            See the price
          </Button>
        )}
      </div>
      {note && <p className="mt-3 text-sm text-muted">Cancel online. No phone call.</p>}
    </div>
  )
}
