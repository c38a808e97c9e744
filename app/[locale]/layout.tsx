import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { Document } from '@/components/site/document'
import { defaultLocale, localeOfSegment, locales, segmentOf } from '@/lib/locales'
import '@/app/globals.css'

export { documentMetadata as metadata, viewport } from '@/components/site/metadata'

type Props = { params: Promise<{ locale: string }>; children: ReactNode }

export const generateStaticParams = () =>
  locales.filter((each) => each !== defaultLocale).map((each) => ({ locale: segmentOf(each) }))

export default async function RootLayout({ params, children }: Props) {
  const locale = localeOfSegment((await params).locale)
  return locale ? <Document locale={locale}>{children}</Document> : notFound()
}
