import { useEffect } from 'react'
import { toolKeeping } from '@/lib/site'

async function storePage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  await serviceWorker.register(toolKeeping.worker, { scope: toolKeeping.scope, updateViaCache: 'none' })
  const { active } = await serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  active?.postMessage(location.pathname)
}

/** Stores the page of a tool once it is used, so that it opens without a connection. */
export function useOffline(): void {
  useEffect(() => {
    // Browsers refuse it in private windows, for example; the tool works without it.
    storePage().catch(() => undefined)
  }, [])
}
