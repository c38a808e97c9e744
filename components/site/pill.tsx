import { TrialLink } from './trial-link'

/**
 * The invitation on small screens. It stands on a strip of its own at the end of the document and
 * sticks to the foot of the window: text ends above the strip, nothing lies half under a button,
 * and the page's last line has its own room above it.
 */
export function Pill() {
  return (
    <aside
      aria-label="Trial"
      data-chrome
      className="ground-bg sticky bottom-0 z-10 flex items-center justify-between gap-4 border-t border-hair px-gut pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] trial-off:hidden lg:hidden"
    >
      <span className="text-sm leading-tight text-muted">Cancel online. No phone call.</span>
      <TrialLink className="shrink-0 rounded-full!">Try it free</TrialLink>
    </aside>
  )
}
