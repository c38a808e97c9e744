import { useEffect } from 'react'
import { offlineToolsConfig } from '@/lib/site'

async function storePage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  await serviceWorker.register(offlineToolsConfig.workerPath, {
    scope: offlineToolsConfig.scope,
    updateViaCache: 'none',
  })
  const { active } = await serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  active?.postMessage(location.pathname)
}

/** Stores the page of a used tool, so that it opens offline. */
export function useOffline(): void {
  useEffect(() => {
    // Optional: browsers may refuse it, for example in private windows.
    storePage().catch(() => undefined)
  }, [])
}
