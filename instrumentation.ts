import type { Instrumentation } from 'next'
import { shared } from '@/lib/server/process-state'

/** Runs once, before the process answers requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  shared.isMissingPage = async (pathname) => (await import('@/lib/content/missing-page')).isMissingPage(pathname)
  await (await import('@/lib/server/start')).start()
}

/** Logs the route, because the path may contain personal data. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { reportError } = await import('@/lib/server/observability/errors')
  reportError({ source: 'server', error, where: routePath, kind: routeType })
}
