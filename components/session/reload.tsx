'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'

/** Loads the page once more. Without a connection it waits for one, since a reload would lose the page as well. */
export function Reload() {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [waiting])
  return (
    <>
      <Button variant="alt" className="mt-4" onClick={() => (navigator.onLine ? location.reload() : setWaiting(true))}>
        Try again
      </Button>
      <p role="status" className="pt-2 empty:hidden">
        {waiting && 'You are offline. This page tries again by itself as soon as you are connected.'}
      </p>
    </>
  )
}
