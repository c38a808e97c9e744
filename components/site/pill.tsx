import { TrialLink } from './trial-link'

/** The invitation on small screens, in the strip at the foot of the window. */
export function Pill() {
  return (
    <aside
      aria-label="Trial"
      className="ground-bg flex items-center justify-between gap-4 border-t border-hair px-gut pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] trial-off:hidden lg:hidden"
    >
      <span className="text-sm leading-tight text-muted">Cancel online. No phone call.</span>
      <TrialLink className="shrink-0 rounded-full!">Try it free</TrialLink>
    </aside>
  )
}
