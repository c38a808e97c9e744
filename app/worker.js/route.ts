export const dynamic = 'force-static'

/** The service worker of posts and tools, bundled by `next.config.ts`. `next dev` has none. */
const text = process.env.SERVICE_WORKER

export const GET = () =>
  new Response(text ?? '', {
    status: text === undefined ? 404 : 200,
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
