import { feedResponse } from '@/lib/content/feeds/feed'

/** Its addresses are those of the running site, which the build does not know. */
export const dynamic = 'force-dynamic'

export function GET(request: Request): Promise<Response> {
  return feedResponse(request, 'json')
}
