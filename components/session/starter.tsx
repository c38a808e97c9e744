'use client'
import { useEffect } from 'react'
import { storageKeys } from '@/lib/site'
import { readHint } from './store'

/** Loads the session once a user has signed in here, in any tab. */
export function SessionStarter() {
  useEffect(() => {
    const startIfSignedIn = () => {
      if (!readHint()) return
      // Offline, the page stays as it is.
      import('./session').then(({ startSession }) => startSession()).catch(() => undefined)
    }
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKeys.session || event.key === null) startIfSignedIn()
    }
    startIfSignedIn()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return null
}
