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

/**
 * Loads the session where the local hint says that somebody signed in here before, also when
 * another tab signs in later. For everybody else nothing is loaded and nothing is asked for.
 */
export function SessionStarter() {
  useEffect(() => {
    const look = () => {
      if (!signedInBefore()) return
      // Without a connection the page stays as the early script has shown it.
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
