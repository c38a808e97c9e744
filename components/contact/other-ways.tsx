import { useTranslations } from 'next-intl'
import { Button, linkTo } from '@/components/ui/button'
import { receivedAnchor } from '@/lib/contract/contact'
import { paths } from '@/lib/site'
import { WaitingArt } from './art'

export function OtherWays({ mail }: { mail: string }) {
  const t = useTranslations('contact.ways')
  return (
    <div className="grid content-start gap-8 text-md leading-relaxed">
      <div>
        <h3 className="text-md">{t('email.title')}</h3>
        <p>
          <a href={`mailto:${mail}`} className="link tap font-semibold wrap-anywhere">
            <bdi>{mail}</bdi>
          </a>
        </p>
        <p className="text-muted">{t('email.text')}</p>
      </div>
      <div className="border-t border-hair pt-6">
        <h3 className="text-md">{t('cancel.title')}</h3>
        <p className="mt-2 text-muted">
          {t.rich('cancel.text', {
            link: linkTo(paths.profile),
          })}
        </p>
      </div>
      <div className="border-t border-hair pt-6">
        <h3 className="text-md">{t('questions.title')}</h3>
        <p className="mt-2 text-muted">
          {t.rich('questions.text', {
            link: linkTo(paths.faq),
          })}
        </p>
      </div>
    </div>
  )
}

/** Confirms the message without script, by an anchor. */
export function SentMessage() {
  const t = useTranslations('contact.sent')
  return (
    <div id={receivedAnchor} className="hidden scroll-mt-10 target:block">
      <WaitingArt />
      <h3 className="mt-8 text-2xl font-normal tracking-tight">{t('title')}</h3>
      <p className="mt-2">{t('text')}</p>
      <p className="mt-8">
        <Button variant="alt" href={paths.contact}>
          {t('another')}
        </Button>
      </p>
    </div>
  )
}
