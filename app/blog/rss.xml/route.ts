import { feedResponse } from '@/lib/content/feeds/feed'

export const dynamic = 'force-dynamic'

export function GET(request: Request): Promise<Response> {
  return feedResponse(request, 'rss')
}
