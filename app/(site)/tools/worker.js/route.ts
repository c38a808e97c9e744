import { toolWorkerScript } from '@/components/tools/offline-worker'

export const dynamic = 'force-static'

/** Served from here, so that its scope is the tools only. */
export const GET = () =>
  new Response(toolWorkerScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
