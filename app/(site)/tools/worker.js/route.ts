import { toolWorkerScript } from '@/components/tools/offline-worker'

export const dynamic = 'force-static'

/** Its folder is its scope: it sees the tools and no other page. */
export const GET = () =>
  new Response(toolWorkerScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
