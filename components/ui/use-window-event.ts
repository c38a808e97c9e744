import { useEffect, useEffectEvent } from 'react'

/** Calls the latest handler for each event of the window. */
export function useWindowEvent<K extends keyof WindowEventMap>(name: K, handle: (event: WindowEventMap[K]) => void) {
  const latest = useEffectEvent(handle)
  useEffect(() => {
    const listen = (event: WindowEventMap[K]) => latest(event)
    addEventListener(name, listen)
    return () => removeEventListener(name, listen)
  }, [name])
}
