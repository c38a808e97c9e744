import { TrialLink } from './trial-link'

/** The invitation on small screens, in the strip at the foot of the window. */
export function Pill() {
  return (
    <aside aria-label="Trial" className="pill ground-bg px-gut trial-off:hidden lg:hidden">
      <span>Cancel online. No phone call.</span>
      <TrialLink className="rounded-full">Try it free</TrialLink>
    </aside>
  )
}
