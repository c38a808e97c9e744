import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { SavedPosts, TryAgain } from '@/components/blog/saved-posts'
import { offlinePageScript } from '@/components/site/frame-scripts'
import { MessagePage } from '@/components/site/message-page'
import { Page } from '@/components/site/page'
import { Island } from '@/components/ui/island'
import { Link } from '@/components/ui/button'
import { localPath } from '@/lib/locales'
import { offlinePage, paths, siteName } from '@/lib/site'

export async function generateMetadata() {
  const t = await getTranslations('savedPage')
  return {
    title: t('documentTitle', { site: siteName }),
    description: t('description'),
    robots: { index: false, follow: false },
  }
}

const [onOwnAddress, onOtherAddress] = ['in-data-offline-page:hidden', 'hidden in-data-offline-page:inline']

/** Saved posts. Offline, it also replaces pages that are not stored. */
export default function SavedPostsPage() {
  const t = useTranslations('savedPage')
  const path = localPath(offlinePage.path, useLocale())
  const otherTitle = t('notStored.documentTitle', { site: siteName })
  return (
    <Page path={offlinePage.path} footer="compact">
      <script data-path={path} data-title={otherTitle} dangerouslySetInnerHTML={{ __html: offlinePageScript }} />
      <MessagePage
        title={
          <>
            <span className={onOwnAddress}>{t('title')}</span>
            <span className={onOtherAddress}>{t('notStored.title')}</span>
          </>
        }
        text={
          <>
            <span className={onOwnAddress}>{t('text')}</span>
            <span className={onOtherAddress}>{t('notStored.text')}</span>
          </>
        }
      >
        <Island when="now" messages={['savedPosts']}>
          <TryAgain title={otherTitle} />
        </Island>
        <Link href={paths.blog} className="link tap text-md">
          {t('allPosts')}
        </Link>
        <div className="w-full">
          <p className="mt-6 hidden max-w-144 text-lg noscript:block">{t('noScript')}</p>
          <Island when="now" messages={['savedPosts']}>
            <SavedPosts headingClass="hidden in-data-offline-page:block" emptyMessage={t('empty')} />
          </Island>
        </div>
      </MessagePage>
    </Page>
  )
}
