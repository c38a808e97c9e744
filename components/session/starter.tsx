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

/** Loads the session once a user has signed in here, in any tab. */
export function SessionStarter() {
  useEffect(() => {
    const look = () => {
      if (!signedInBefore()) return
      // Offline, the page stays as it is.
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
