import type { Metadata } from 'next'
import type { PageEntry } from '@/lib/pages'
import { paths, siteName } from '@/lib/site'

/** What a page says of itself in its head. */
export type PageMeta = Pick<PageEntry, 'path' | 'title' | 'description' | 'index'>

/**
 * Title, description, canonical link and shared-link picture of one page. Links are written as paths: Next
 * joins them to the origin that the root layout knows.
 */
export function pageMetadata({ path, title, description, index }: PageMeta): Metadata {
  const full = title.includes(siteName) ? title : `${title} · ${siteName}`
  return {
    title: full,
    description,
    alternates: { canonical: path },
    openGraph: {
      title: full,
      description,
      siteName,
      type: 'website',
      url: path,
      images: [{ url: paths.picture(path), width: 1200, height: 630, alt: '' }],
    },
    twitter: { card: 'summary_large_image' },
    ...(index === false ? { robots: { index: false, follow: false } } : {}),
  }
}
