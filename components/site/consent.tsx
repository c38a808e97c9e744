import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, Link } from '@/components/ui/button'
import { siteSettings } from '@/lib/site-settings'
import { isPrivatePath, paths } from '@/lib/site'

const kinds = ['chat', 'analytics', 'heatmap'] as const

export const asksForConsent = () => Object.values(siteSettings().scripts).some((address) => address !== null)

type ConsentProps = {
  path: string
  heatmap: boolean
}

/** The consent bar. It covers nothing, and both answers look alike. Hidden without script. */
export function Consent({ path, heatmap }: ConsentProps) {
  const t = useTranslations('site.consent')
  const format = useFormatter()
  const { scripts: addresses } = siteSettings()
  const here = !isPrivatePath(path)
  const wanted = kinds.filter((kind) => addresses[kind] !== null)
  if (wanted.length === 0) return null
  const details = (words: ReactNode) => (
    <Link href={`${paths.privacy}#scripts`} className="link whitespace-nowrap">
      {words}
    </Link>
  )
  const data = {
    'data-asks': here || undefined,
    'data-chat': (here && addresses.chat) || undefined,
    'data-analytics': (here && addresses.analytics) || undefined,
    'data-heatmap': (here && heatmap && addresses.heatmap) || undefined,
  }
  return (
    <section id="consent" tabIndex={-1} aria-label={t('name')} className="ground-surface" {...data}>
      <div className="mx-auto max-w-page px-gut">
        <div>
          <p>
            {`${t('question', { scripts: format.list(wanted.map((kind) => t(kind))) })} `}
            {/* Prevents the question from counting as the largest text of a page. */}
            <span className="inline-block">
              {t('worksWithout')}
              <span className="hidden choices-accepted:inline">{` ${t('accepted')}`}</span>
              <span className="hidden choices-declined:inline">{` ${t('declined')}`}</span> {details(t('whatTheySee'))}
            </span>
          </p>
          <p>{t.rich('globalPrivacyControl', { details })}</p>
        </div>
        <div>
          {(['decline', 'accept', 'close'] as const).map((action) => (
            <Button key={action} variant="alt" data-consent-do={action}>
              {t(action)}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}

export function PrivacyChoices({ className }: { className: string }) {
  const t = useTranslations('site.consent')
  if (!asksForConsent()) return null
  return (
    <li className="noscript:hidden">
      <button type="button" data-consent-do="open" className={className}>
        {t('open')}
      </button>
    </li>
  )
}
