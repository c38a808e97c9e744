import type { MetadataRoute } from 'next'
import { absoluteUrl } from '@/lib/site-settings'
import { isIndexable } from '@/lib/content/pages/sitemap'
import { paths } from '@/lib/site'

/** Depends on the running site's settings. */
export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  if (!isIndexable()) return { rules: { userAgent: '*', disallow: '/' } }
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', paths.auth, paths.profile, paths.thankyou] },
    sitemap: absoluteUrl('/sitemap.xml'),
  }
}
