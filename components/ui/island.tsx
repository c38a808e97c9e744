'use client'

import { useEffect, useRef, type ReactNode } from 'react'

type IslandProps = {
  /**
   * When scripts load besides on use: at once, near the viewport, if the address has a query or fragment, or if posts
   * are
   * saved on the device.
   */
  when?: 'now' | 'seen' | 'address' | 'saved'
  children: ReactNode
}

/**
 * A part of a page whose scripts load on use (`components/site/runtime-script.ts`). Earlier clicks are replayed. Links
 * outside with `data-wait` wait for it too.
 */
export function Island({ when, children }: IslandProps) {
  const box = useRef<HTMLDivElement>(null)
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
