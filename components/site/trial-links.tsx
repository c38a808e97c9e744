import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, Link } from '@/components/ui/button'
import { localPath } from '@/lib/locales'
import { siteSettings } from '@/lib/site-settings'
import { paths } from '@/lib/site'

/** Of each link to the prices. The head script changes the address, hence the suppressed warning. */
export const pricingLink = { 'data-pricing-link': '', suppressHydrationWarning: true }

type TrialLinkProps = { children: string; size?: 'big'; wide?: boolean; className?: string }

/** Hidden from subscribers; without the word "trial" after a trial. Resumes a cancelled plan that still runs. */
export function TrialLink({ children, className = '', ...look }: TrialLinkProps) {
  const t = useTranslations('site.trial')
  const locale = useLocale()
  return (
    <Button
      href={paths.pricing}
      {...pricingLink}
      data-pricing-link={localPath(paths.pricing, locale)}
      data-used-label={t('startAgain')}
      data-resume-link={localPath(`${paths.profile}#resume`, locale)}
      data-resume-label={t('resume')}
      className={`trial-off:hidden trial-used:after:content-[attr(data-used-label)] resumable:after:content-[attr(data-resume-label)] ${className}`}
      {...look}
    >
      <span className="trial-used:hidden">{children}</span>
    </Button>
  )
}

const second = 'link tap font-semibold'
const forMembers = `${second} hidden member:inline-flex`

/** The main offer: trial and price, or for members the app, calls and profile. */
export function TrialCallToAction({ note }: { note?: ReactNode }) {
  const t = useTranslations('site.trial')
  return (
    <div>
      {/* Two rows for the members' links on phones. */}
      <div className="flex flex-wrap content-start items-center gap-x-6 gap-y-2 max-sm:signed-in:min-h-28">
        <TrialLink size="big">{t('start')}</TrialLink>
        <Link href={`${paths.home}#price`} className={`${second} member:hidden`}>
          {t('seePrice')}
        </Link>
        <Button
          href={siteSettings().app}
          size="big"
          className="hidden member:inline-flex resumable:bg-transparent resumable:text-primary resumable:shadow-[inset_0_0_0_2px_var(--border)]"
        >
          {t('openApp')}
        </Button>
        <Link href={`${paths.sessions}#when`} className={forMembers}>
          {t('groupCalls')}
        </Link>
        <Link href={paths.profile} className={forMembers}>
          {t('seePlan')}
        </Link>
      </div>
      {note !== null && (
        <p className="mt-3 text-md max-sm:min-h-[2lh] trial-used:hidden member:hidden">{note ?? t('note')}</p>
      )}
    </div>
  )
}
