import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Button, Link } from '@/components/ui/button'
import { paths, siteName } from '@/lib/site'
import { MessagePage } from './message-page'
import { Page } from './page'

export async function missingMetadata(): Promise<Metadata> {
  const t = await getTranslations('errorPages.missing')
  return {
    title: t('documentTitle', { site: siteName }),
    description: t('description'),
    robots: { index: false, follow: false },
  }
}

const linkClass = 'link tap font-semibold'

/** Only where a page may lack what it names: a boundary for all would be in the data of every page. */
export function MissingPage() {
  const t = useTranslations('errorPages')
  return (
    <Page path="/404" footer="compact">
      <MessagePage title={t('missing.title')} text={t('missing.text')}>
        <Button href={paths.home} size="big">
          {t('goHome')}
        </Button>
        <span className="flex gap-x-6">
          <Link href={paths.faq} className={linkClass}>
            {t('missing.questions')}
          </Link>
          <Link href={paths.blog} className={linkClass}>
            {t('missing.blog')}
          </Link>
        </span>
      </MessagePage>
    </Page>
  )
}
