import { siteOrigin } from '@/lib/content/origin'
import { sitemapText } from '@/lib/content/pages/sitemap'
import { conditionally, remembered } from '@/lib/content/text-response'

export const dynamic = 'force-dynamic'

export function GET(request: Request): Promise<Response> {
  return conditionally(request, 'application/xml', () => remembered(`sitemap ${siteOrigin()}`, sitemapText))
}
