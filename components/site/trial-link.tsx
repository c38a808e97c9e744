import { Button } from '@/components/ui/button'
import { paths } from '@/lib/site'

type TrialLinkProps = { children: string; size?: 'normal' | 'big'; wide?: boolean; className?: string }

/** Hidden from subscribers. The early script adds `c=true` for signed-in visitors, hence the suppressed warning. */
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

/** The early script changes the address before hydration. */
const price = { href: paths.pricing, 'data-pricing-link': true, suppressHydrationWarning: true }

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
