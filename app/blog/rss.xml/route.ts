import { rss } from '@/lib/content/feed'

/** Its addresses are those of the running site, which the build does not know. */
export const dynamic = 'force-dynamic'

export async function GET() {
  return new Response(await rss(), {
    headers: { 'Content-Type': 'application/rss+xml; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  })
}
