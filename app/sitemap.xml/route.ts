import { siteOrigin } from '@/lib/content/origin'
import { sitemapText } from '@/lib/content/pages/sitemap'
import { conditionally, remembered } from '@/lib/content/text-response'

/** Its addresses are those of the running site, which the build does not know. */
export const dynamic = 'force-dynamic'

export function GET(request: Request): Promise<Response> {
  return conditionally(request, 'application/xml', () => remembered(`sitemap ${siteOrigin()}`, sitemapText))
}
