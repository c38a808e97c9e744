import { useEffect } from 'react'
import { sendRequest, startWorker } from '@/lib/browser/offline'
import { splitPath } from '@/lib/locales'
import { paths } from '@/lib/site'

async function storePage(): Promise<void> {
  const path = location.pathname.replace(/(.)\/$/, '$1')
  // Other pages may show a part of a tool.
  if (!('serviceWorker' in navigator) || !splitPath(path).path.startsWith(`${paths.tools}/`)) return
  await sendRequest(await startWorker(), { order: 'tool', path })
}

/** Stores the page of a used tool, so that it opens offline. */
export function useOffline(): void {
  useEffect(() => {
    // Optional: browsers may refuse it, for example in private windows.
    storePage().catch(() => undefined)
  }, [])
}
