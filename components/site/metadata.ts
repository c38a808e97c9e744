import type { Metadata } from 'next'
import type { PageEntry } from '@/lib/pages'
import { paths, siteName } from '@/lib/site'

/** What a page says of itself in its head. */
export type PageMeta = Pick<PageEntry, 'path' | 'title' | 'description' | 'index'> & {
  /** What its picture says; the title's words where it is not given. */
  card?: string
  /** A page that somebody wrote: the days, ISO 8601, on which it was written and last reviewed. */
  article?: { written: string; reviewed: string | null }
}

/**
 * Title, description, canonical link and shared-link picture of one page. Links are written as paths: Next
 * joins them to the origin that the root layout knows.
 */
export function pageMetadata({ path, title, description, index, card = title, article }: PageMeta): Metadata {
  const full = title.includes(siteName) ? title : `${title} · ${siteName}`
  return {
    title: full,
    description,
    alternates: { canonical: path },
    openGraph: {
      title: full,
      description,
      siteName,
      locale: 'en_GB',
      url: path,
      images: [{ url: paths.picture(path), width: 1200, height: 630, alt: card }],
      ...(article
        ? { type: 'article', publishedTime: article.written, modifiedTime: article.reviewed ?? article.written }
        : { type: 'website' }),
    },
    twitter: { card: 'summary_large_image' },
    ...(index === false ? { robots: { index: false, follow: false } } : {}),
  }
}
