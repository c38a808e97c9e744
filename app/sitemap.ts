import type { MetadataRoute } from 'next'
import { sitemapEntries } from '@/lib/content/pages'

/** Its addresses are those of the running site, which the build does not know. */
export const dynamic = 'force-dynamic'

export default function sitemap(): Promise<MetadataRoute.Sitemap> {
  return sitemapEntries()
}
