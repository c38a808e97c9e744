import { sitemapEntries } from '@/lib/content/pages/sitemap'

/** Depends on the running site's settings. */
export const dynamic = 'force-dynamic'

export default function sitemap() {
  return sitemapEntries()
}
