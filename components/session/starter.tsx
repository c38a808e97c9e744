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
      if (signedInBefore()) void import('./session').then(({ startSession }) => startSession())
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
