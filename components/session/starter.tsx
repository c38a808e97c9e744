'use client'
import { useEffect } from 'react'
import { storageKeys } from '@/lib/site'

function signedInBefore(): boolean {
  try {
    return localStorage.getItem(storageKeys.session) !== null
  } catch {
    return false
  }
}

/** Loads the session only if somebody signed in here before, now or later in another tab. */
export function SessionStarter() {
  useEffect(() => {
    const look = () => {
      if (!signedInBefore()) return
      // Offline, the page stays as the early script has shown it.
      import('./session').then(({ startSession }) => startSession()).catch(() => undefined)
    }
    const hear = (event: StorageEvent) => {
      if (event.key === storageKeys.session || event.key === null) look()
    }
    look()
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])
  return null
}
