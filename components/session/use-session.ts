'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { startSession } from './session'
import { getServerSnapshot, getSnapshot, subscribe, type Session } from './store'

export function useSession(): Session {
  useEffect(() => void startSession({ fresh: true }), [])
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}
