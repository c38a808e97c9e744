import { keepScript } from '@/components/blog/kept-worker'

export const dynamic = 'force-static'

/** The service worker of kept posts. It stands at the root, so that its scope may be the blog's own address. */
export const GET = () =>
  new Response(keepScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
