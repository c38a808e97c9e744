import type { MetadataRoute } from 'next'
import { absoluteUrl } from '@/lib/site-settings'
import { isIndexable } from '@/lib/content/pages/sitemap'
import { locales, localPath } from '@/lib/locales'
import { paths } from '@/lib/site'

const pages = [paths.auth, paths.profile, paths.thankyou]

/** Depends on the running site's settings. */
export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  if (!isIndexable()) return { rules: { userAgent: '*', disallow: '/' } }
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: ['/api/', ...locales.flatMap((locale) => pages.map((path) => localPath(path, locale)))],
    },
    sitemap: absoluteUrl('/sitemap.xml'),
  }
}
