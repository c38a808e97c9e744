import type { ReactNode } from 'react'
import { trialGate } from '@/components/session/trial-gate'
import { isPrivatePath, paths } from '@/lib/site'
import { Organization, type Step, stepsTo, Trail } from './breadcrumbs'
import { asksForConsent, Consent } from './consent'
import { AppBanner, CompactFooter, Footer } from './footer'
import { Header } from './header'
import { missingScript } from './page-scripts'
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

/**
 * What stands at the foot of the window: a line about the connection, the question about scripts of others,
 * and on small screens the invitation to try. It is the document's last strip and sticks to the window's
 * edge, so text ends above it and the page's last line has its own room.
 */
export function Foot({ children }: { children: ReactNode }) {
  return (
    <div data-chrome data-foot className="sticky bottom-0 z-10">
      {/* Named, since a rule with `:has` for it would cost a press on a slow phone ten milliseconds. */}
      <div data-foot-line className="ground-tint">
        <p
          id="offline"
          role="status"
          data-off="You are offline. This page stays readable. Other pages wait for a connection."
          data-back="You are online again."
          data-failed="A part of this page could not be loaded. Please try again, or load the page anew."
          suppressHydrationWarning
          // Inline scripts may have said something before React looks: what is in it is not React's.
          dangerouslySetInnerHTML={{ __html: '' }}
          className="mx-auto max-w-page px-gut text-md empty:hidden"
        />
      </div>
      {children}
    </div>
  )
}

type PageProps = {
  /** The page's own path: marks the current link and decides, with the gate, about calls to try. */
  path: string
  header?: boolean
  footer?: 'full' | 'compact' | 'none'
  /** The invitation to the app. */
  banner?: boolean
  /** Asks for the heatmap script, which loads in production only, and only after consent. */
  heatmap?: boolean
  /** The way here from the first page; a page with a fixed address needs none. */
  trail?: readonly Step[]
  children: ReactNode
}

/** The frame of every page. Nothing in it depends on who is looking: the root's attributes hide and show. */
export function Page({
  path,
  header = true,
  footer = 'full',
  banner = true,
  heatmap = false,
  trail = stepsTo(path),
  children,
}: PageProps) {
  const trial = trialGate(path, 'anonymous')
  return (
    <>
      {isPrivatePath(path) && <script dangerouslySetInnerHTML={{ __html: missingScript }} />}
      <a href="#main" className="link skip">
        Skip to the page
      </a>
      {asksForConsent() && !isPrivatePath(path) && (
        <a href="#consent" className="link skip asks-not:hidden">
          Skip to the privacy choices
        </a>
      )}
      {header && <Header path={path} trial={trial} />}
      <main id="main" tabIndex={-1} className="grow overflow-x-clip">
        {children}
      </main>
      {banner && <AppBanner />}
      {footer === 'full' && <Footer />}
      {footer === 'compact' && <CompactFooter />}
      <Foot>
        <Consent path={path} heatmap={heatmap} />
        {trial && <Pill />}
      </Foot>
      {path === paths.home ? <Organization /> : <Trail steps={trail} />}
    </>
  )
}
