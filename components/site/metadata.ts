import type { Metadata } from 'next'
import { siteName } from '@/lib/site'

type PageMeta = {
  /** Canonical path: no query, no trailing slash. */
  path: string
  /** Without the site's name, which is added. */
  title: string
  description: string
  /** False keeps the page out of search engines. */
  index?: boolean
}

/**
 * Title, description and canonical link of one page. The link is written as a path: Next joins it to the
 * origin that the root layout knows, and without one a browser resolves it against the origin it came from.
 */
export function pageMetadata({ path, title, description, index = true }: PageMeta): Metadata {
  const full = title.includes(siteName) ? title : `${title} · ${siteName}`
  return {
    title: full,
    description,
    alternates: { canonical: path },
    openGraph: { title: full, description, siteName, type: 'website' },
    ...(index ? {} : { robots: { index: false, follow: false } }),
  }
}
