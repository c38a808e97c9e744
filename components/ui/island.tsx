'use client'

import { useEffect, useRef, type ReactNode } from 'react'

type IslandProps = {
  /**
   * What brings its scripts besides a touch, a key or the focus: `now`, at once; `seen`, when it comes near the
   * window of somebody who does not save data; `address`, where the address has a query or a fragment; `kept`, where
   * posts are kept on this device.
   */
  when?: 'now' | 'seen' | 'address' | 'kept'
  children: ReactNode
}

/**
 * A part of a page that needs its scripts to do what it offers. They are held back until somebody turns to it
 * (`components/site/runtime-script.ts`); a press that came before they were there is made good when it says it is
 * ready. A link outside of it that is marked `data-held` waits for it too.
 */
export function Island({ when, children }: IslandProps) {
  const box = useRef<HTMLDivElement>(null)
  // The effects of what is in it have run before this one.
  useEffect(() => {
    const { current } = box
    if (!current) return
    current.dataset.ready = ''
    current.dispatchEvent(new Event('islandready', { bubbles: true }))
  }, [])
  return (
    <div ref={box} data-island={when ?? ''} className="contents">
      {children}
    </div>
  )
}
