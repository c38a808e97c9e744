'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** After this long without any of it arriving, it is the connection that is waited for. */
const patienceMs = 3000

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * Whether what is under way waits for the connection: the browser says that there is none, or nothing
 * has moved for a while.
 * @param part from 0 to 1 while something is under way, else null
 */
export function useStandstill(part: number | null): boolean {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const [stuck, setStuck] = useState(false)
  useEffect(() => {
    if (part === null) return
    const timer = setTimeout(() => setStuck(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setStuck(false)
    }
  }, [part])
  return part !== null && (!online || stuck)
}
