'use client'

import { useEffect, useRef, type ReactNode } from 'react'

type IslandProps = {
  /**
   * When its scripts load besides on touch, key or focus: at once, near the viewport, if the address has a query or
   * fragment, or if posts are saved on the device.
   */
  when?: 'now' | 'seen' | 'address' | 'kept'
  children: ReactNode
}

/**
 * A part of a page whose scripts load when someone uses it (`components/site/runtime-script.ts`). Earlier clicks are
 * replayed. Links outside with `data-held` wait for it too.
 */
export function Island({ when, children }: IslandProps) {
  const box = useRef<HTMLDivElement>(null)
  // Effects of the children have run before this one.
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
