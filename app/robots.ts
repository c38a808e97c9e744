import type { MetadataRoute } from 'next'
import { absolute, mayBeFound } from '@/lib/content/origin'
import { paths } from '@/lib/site'

/** Mode and origin are those of the running site. */
export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  if (!mayBeFound()) return { rules: { userAgent: '*', disallow: '/' } }
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', paths.auth, paths.profile, paths.thankyou] },
    sitemap: absolute('/sitemap.xml'),
  }
}
