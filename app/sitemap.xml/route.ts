import { sitemapText } from '@/lib/content/pages/sitemap'
import { respondWithText } from '@/lib/content/text-response'

export const dynamic = 'force-dynamic'

export function GET(request: Request): Promise<Response> {
  return respondWithText(request, 'application/xml', sitemapText)
}
