import { shared } from '@/lib/process-state'

/** Runs once when the process starts, before it answers anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  shared.isKnownRoute = async (route, params) => (await import('@/lib/content/known-addresses')).isKnown(route, params)
  await (await import('@/lib/server/start')).start()
}
