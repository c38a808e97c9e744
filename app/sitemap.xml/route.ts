import { conditionally } from '@/lib/content/conditional'
import { siteOrigin } from '@/lib/content/origin'
import { sitemapText } from '@/lib/content/pages/sitemap'
import { remembered } from '@/lib/content/remembered'

/** Its addresses are those of the running site, which the build does not know. */
export const dynamic = 'force-dynamic'

export function GET(request: Request): Promise<Response> {
  return conditionally(request, 'application/xml', () => remembered(`sitemap ${siteOrigin()}`, sitemapText))
}
