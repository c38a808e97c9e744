import type { ReactNode } from 'react'
import { visitorState } from '@/components/session/visitor-state'
import { Notice } from '@/components/ui/notice'
import { isPrivatePath, offlinePage, paths } from '@/lib/site'
import { OrganizationData, type Crumb, useBreadcrumbs, BreadcrumbData } from './breadcrumbs'
import { asksForConsent, Consent } from './consent'
import { AppBanner, CompactFooter, Footer } from './footer'
import { Header } from './header'
import { missingScript } from './frame-scripts'
import { TrialLink } from './trial-links'

function StickyTrialLink() {
  return (
    <aside aria-label="Trial" className="pill ground-bg px-gut trial-off:hidden lg:hidden">
      <span>At your own pace.</span>
      <TrialLink className="rounded-full">Try it free</TrialLink>
    </aside>
  )
}

/** Pages where the pill would be in the way. */
const withoutTrialLink = new Set<string>([
  paths.contact,
  paths.toolCards,
  paths.toolScore,
  paths.toolCall,
  paths.privacy,
  paths.healthData,
  paths.terms,
  paths.refund,
  paths.accessibility,
  paths.helpElsewhere,
  offlinePage.path,
  '/404',
])

/** Sticks to the bottom: connection status, consent bar, and the trial link on small screens. */
export function BottomBar({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div data-chrome data-foot={path === paths.profile ? 'profile' : ''} className="sticky bottom-0 z-10">
      {/* A `:has` rule would cost ten milliseconds per press on a slow phone. */}
      <p
        id="offline"
        role="status"
        data-off="You’re offline. You can keep reading this page. Other pages need a connection."
        data-back="You’re online again."
        data-failed="Part of this page didn’t load. Please try again, or reload the page."
        data-old="Your browser is too old for this part of the page. Please update it, or use another one."
        data-out="You’re signed out."
        suppressHydrationWarning
        // Inline scripts may write here before hydration.
        dangerouslySetInnerHTML={{ __html: '' }}
        className="mx-auto w-full max-w-page px-gut text-md empty:hidden"
      />
      {children}
    </div>
  )
}

/** For pages that only work with scripts. */
const OldBrowserNotice = () => (
  <div className="mx-auto hidden w-full max-w-page px-gut py-6 in-data-[browser=old]:block">
    <Notice kind="warn" title="Your browser is too old for this page.">
      <p>Please update it, or use another one. You can still read all the other pages.</p>
    </Notice>
  </div>
)

type PageProps = {
  /** Marks the current link, and decides about trial links. */
  path: string
  header?: boolean
  footer?: 'full' | 'compact' | 'none'
  banner?: boolean
  /** Loads in production only, after consent. */
  heatmap?: boolean
  /** Pages with fixed addresses have a default. */
  breadcrumbs?: readonly Crumb[]
  children: ReactNode
}

/** The static frame of every page. Attributes on the root show what depends on the visitor. */
export function Page({
  path,
  header = true,
  footer = 'full',
  banner = true,
  heatmap = false,
  breadcrumbs,
  children,
}: PageProps) {
  const ownCrumbs = useBreadcrumbs(path)
  const trial = visitorState(path, 'anonymous').trial === 'on'
  return (
    <>
      {isPrivatePath(path) && <script dangerouslySetInnerHTML={{ __html: missingScript }} />}
      <a href="#main" className="link skip">
        Skip to content
      </a>
      {asksForConsent() && !isPrivatePath(path) && (
        <a href="#consent" className="link skip choice-made:hidden">
          Skip to the privacy choices
        </a>
      )}
      {header && <Header path={path} trial={trial} />}
      <main id="main" tabIndex={-1} data-above-banner={banner ? '' : undefined} className="grow overflow-x-clip">
        {isPrivatePath(path) && <OldBrowserNotice />}
        {children}
      </main>
      {banner && <AppBanner />}
      {footer === 'full' && <Footer />}
      {footer === 'compact' && <CompactFooter />}
      <BottomBar path={path}>
        <Consent path={path} heatmap={heatmap} />
        {trial && !withoutTrialLink.has(path) && <StickyTrialLink />}
      </BottomBar>
      {path === paths.home ? <OrganizationData /> : <BreadcrumbData crumbs={breadcrumbs ?? ownCrumbs} />}
    </>
  )
}
