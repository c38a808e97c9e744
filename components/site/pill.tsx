import { TrialLink } from './trial-link'

/** The invitation on small screens, in the strip at the foot of the window. */
export function Pill() {
  return (
    <aside
      aria-label="Trial"
      className="ground-bg flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-hair px-gut pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] trial-off:hidden lg:hidden"
    >
      <span className="min-w-0 flex-[1_1_6rem] text-sm leading-tight text-muted">Cancel online. No phone call.</span>
      <TrialLink className="rounded-full!">Try it free</TrialLink>
    </aside>
  )
}
