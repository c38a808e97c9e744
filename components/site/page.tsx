import type { ReactNode } from 'react'
import { trialGate } from '@/components/session/trial-gate'
import { AppBanner } from './app-banner'
import { CompactFooter } from './compact-footer'
import { Footer } from './footer'
import { Header } from './header'
import { Pill } from './pill'

type PageProps = {
  /** The page's own path: marks the current link and decides, with the gate, about calls to try. */
  path: string
  header?: boolean
  footer?: 'full' | 'compact' | 'none'
  /** The invitation to the app. */
  banner?: boolean
  /** Asks for the heatmap script, which loads in production only, and only after consent. */
  heatmap?: boolean
  /** Overrides the gate's answer for an anonymous visitor at this path; false leaves the calls to try out. */
  trial?: boolean
  children: ReactNode
}

/** The frame of every page. Nothing in it depends on who is looking: the root's attributes hide and show. */
export function Page({
  path,
  header = true,
  footer = 'full',
  banner = true,
  heatmap = false,
  trial = trialGate(path, 'anonymous'),
  children,
}: PageProps) {
  return (
    <>
      <a href="#main" className="link absolute -start-full z-30 bg-surface p-4 focus:start-2 focus:top-2">
        Skip to the page
      </a>
      {header && <Header path={path} trial={trial} />}
      <main id="main" tabIndex={-1} data-heatmap={heatmap || undefined} className="grow overflow-x-clip">
        {children}
      </main>
      {banner && <AppBanner />}
      {footer === 'full' && <Footer />}
      {footer === 'compact' && <CompactFooter />}
      {trial && <Pill />}
    </>
  )
}
