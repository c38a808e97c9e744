import { savedPostsWorkerScript } from '@/components/blog/saved-posts-worker'

export const dynamic = 'force-static'

/** The service worker must be at the root to have the blog as its scope. */
export const GET = () =>
  new Response(savedPostsWorkerScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
