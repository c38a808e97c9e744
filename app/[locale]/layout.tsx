import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { Document } from '@/components/site/document'
import { documentMetadata } from '@/components/site/metadata'
import { defaultLocale, localeOfSegment, locales, segmentOf } from '@/lib/locales'
import '@/app/globals.css'

export { viewport } from '@/components/site/metadata'

type Props = { params: Promise<{ locale: string }>; children: ReactNode }

export const generateStaticParams = () =>
  locales.filter((each) => each !== defaultLocale).map((each) => ({ locale: segmentOf(each) }))

/** English has Next's file convention. */
export const generateMetadata = async ({ params }: Pick<Props, 'params'>) => ({
  ...documentMetadata,
  manifest: `/${(await params).locale}/manifest.webmanifest`,
})

export default async function RootLayout({ params, children }: Props) {
  const locale = localeOfSegment((await params).locale)
  return locale ? <Document locale={locale}>{children}</Document> : notFound()
}
