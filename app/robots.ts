import type { MetadataRoute } from 'next'
import { absolute, mayBeFound } from '@/lib/content/origin'
import { paths } from '@/lib/site'

/** Depends on the running site's settings. */
export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  if (!mayBeFound()) return { rules: { userAgent: '*', disallow: '/' } }
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', paths.auth, paths.profile, paths.thankyou] },
    sitemap: absolute('/sitemap.xml'),
  }
}
