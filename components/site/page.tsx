import type { ReactNode } from 'react'
import { trialGate } from '@/components/session/trial-gate'
import { AppBanner } from './app-banner'
import { CompactFooter } from './compact-footer'
import { asksForConsent, Consent } from './consent'
import { Foot } from './foot'
import { Footer } from './footer'
import { Header } from './header'
import { missingScript } from './missing-script'
import { Organization } from './organization'
import { Pill } from './pill'
import { isPrivatePath, paths } from '@/lib/site'
import { stepsTo, Trail, type Step } from './trail'

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
