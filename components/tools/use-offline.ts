import { useEffect } from 'react'
import { sendRequest, startWorker } from '@/lib/browser/offline'

async function storePage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await sendRequest(await startWorker(), { order: 'tool', path: location.pathname.replace(/(.)\/$/, '$1') })
}

/** Stores the page of a used tool, so that it opens offline. */
export function useOffline(): void {
  useEffect(() => {
    // Optional: browsers may refuse it, for example in private windows.
    storePage().catch(() => undefined)
  }, [])
}
