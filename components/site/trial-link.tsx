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
