import type { Metadata } from 'next'
import { useLocale, useMessages } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ErrorPage } from '@/components/site/error-page'
import { localPath } from '@/lib/locales'
import { paths, siteName } from '@/lib/site'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('errorPages.failed')
  return { title: t('documentTitle', { site: siteName }), robots: { index: false, follow: false } }
}

/** Sent by the server in place of a failed page; works without script. */
export default function SomethingWentWrongPage() {
  return <ErrorPage {...useMessages().failed} home={localPath(paths.home, useLocale())} isPage />
}
