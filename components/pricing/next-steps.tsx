import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { linkTo } from '@/components/ui/button'
import { QrCode } from '@/components/ui/qr-code'
import { qrImage } from '@/components/ui/qr-image'
import { isolate } from '@/lib/locales'
import { paths } from '@/lib/site'

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid gap-3 border-t border-hair pt-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </li>
  )
}

/**
 * First steps of a new subscriber, with a QR code from the server.
 * @param children the links to the app stores
 */
export function NextSteps({ app, children }: { app: string; children: ReactNode }) {
  const t = useTranslations('thankYou.steps')
  const plan = useTranslations('plan')
  const locale = useLocale()
  return (
    <ol className="grid gap-6">
      <Step title={plan('getApp')}>
        <div className="flex items-center justify-between gap-8">
          <div className="grid gap-3">
            <p>{t('signInApp')}</p>
            {children}
          </div>
          <figure className="hidden shrink-0 justify-items-center gap-2 lg:grid lg:pointer-coarse:hidden print:hidden">
            <QrCode src={qrImage(app)} label={t('qrLabel', { address: isolate(app, locale) })} className="size-36" />
            <figcaption className="text-sm text-muted">{t('scan')}</figcaption>
          </figure>
        </div>
      </Step>
      <Step title={t('callTitle')}>
        <p>
          {t.rich('call', {
            calls: linkTo(paths.sessions),
            rehearse: linkTo(paths.toolCall),
          })}
        </p>
      </Step>
      <Step title={t('nothingTitle')}>
        <p>{t('nothing')}</p>
      </Step>
    </ol>
  )
}
