import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { visitorState } from '@/components/session/visitor-state'
import { linkTo } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Locale } from '@/lib/locales'
import { isDraft } from '@/lib/site-settings'
import { isPrivatePath, offlinePage, paths } from '@/lib/site'
import { OrganizationData, type Crumb, useBreadcrumbs, BreadcrumbData } from './breadcrumbs'
import { asksForConsent, Consent } from './consent'
import { AppBanner, CompactFooter, Footer } from './footer'
import { Header } from './header'
import { missingScript } from './frame-scripts'
import { LanguageOffer } from './languages'
import { TrialLink } from './trial-links'

function StickyTrialLink() {
  const t = useTranslations('site.trial')
  return (
    <aside aria-label={t('pillName')} className="pill ground-bg px-gut trial-off:hidden lg:hidden">
      <span>{t('pace')}</span>
      <TrialLink className="rounded-full">{t('tryFree')}</TrialLink>
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
  const t = useTranslations('site.connection')
  return (
    <div data-chrome data-foot={path === paths.profile ? 'profile' : ''} className="sticky bottom-0 z-10">
      {/* A `:has` rule would cost ten milliseconds per press on a slow phone. */}
      <p
        id="offline"
        role="status"
        data-off={t('offline')}
        data-back={t('online')}
        data-failed={t('failed')}
        data-old={t('oldBrowser')}
        data-out={t('signedOut')}
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
function OldBrowserNotice() {
  const t = useTranslations('site.oldBrowser')
  return (
    <div className="mx-auto hidden w-full max-w-page px-gut py-6 in-data-[browser=old]:block">
      <Notice kind="warn" title={t('title')} text={t('text')} />
    </div>
  )
}

/** Until the owner lists the language in `REVIEWED_LOCALES`. */
function DraftLine() {
  const t = useTranslations('site')
  if (!isDraft(useLocale())) return null
  return (
    <aside aria-label={t('languages')} data-chrome className="ground-tint px-gut py-2 text-center text-sm">
      {t.rich('draft', {
        link: linkTo(paths.contact),
      })}
    </aside>
  )
}

type PageProps = {
  /** Marks the current link, and decides about trial links. */
  path: string
  footer?: 'full' | 'compact'
  /** Offers the app above the full footer. */
  banner?: boolean
  /** Loads in production only, after consent. */
  heatmap?: boolean
  /** Pages with fixed addresses have a default. */
  breadcrumbs?: readonly Crumb[]
  translations?: readonly Locale[]
  children: ReactNode
}

/** The static frame of every page. Attributes on the root show what depends on the visitor. */
export function Page({
  path,
  footer = 'full',
  banner = footer === 'full',
  heatmap = false,
  breadcrumbs,
  translations,
  children,
}: PageProps) {
  const t = useTranslations('site.skip')
  const ownCrumbs = useBreadcrumbs(path)
  const trial = visitorState(path, 'anonymous').trial === 'on'
  return (
    <>
      {isPrivatePath(path) && <script dangerouslySetInnerHTML={{ __html: missingScript }} />}
      <a href="#main" className="link skip">
        {t('content')}
      </a>
      {asksForConsent() && !isPrivatePath(path) && (
        <a href="#consent" className="link skip choice-made:hidden">
          {t('consent')}
        </a>
      )}
      <Header path={path} trial={trial} translations={translations} />
      <DraftLine />
      <main id="main" tabIndex={-1} data-above-banner={banner ? '' : undefined} className="grow overflow-x-clip">
        {isPrivatePath(path) && <OldBrowserNotice />}
        {children}
      </main>
      {banner && <AppBanner />}
      {footer === 'full' ? (
        <Footer path={path} translations={translations} />
      ) : (
        <CompactFooter path={path} translations={translations} />
      )}
      <BottomBar path={path}>
        <Consent path={path} heatmap={heatmap} />
        <LanguageOffer />
        {trial && !withoutTrialLink.has(path) && <StickyTrialLink />}
      </BottomBar>
      {path === paths.home ? <OrganizationData /> : <BreadcrumbData crumbs={breadcrumbs ?? ownCrumbs} />}
    </>
  )
}
