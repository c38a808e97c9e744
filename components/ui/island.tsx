'use client'

import { useEffect, useRef, type ReactNode } from 'react'

type IslandProps = {
  /** Also loads scripts: at once, near the viewport, if the URL has a query or fragment, or if posts are saved here. */
  when?: 'now' | 'seen' | 'address' | 'saved'
  children: ReactNode
}

/**
 * A part of a page whose scripts load on use, with earlier clicks replayed (`components/site/runtime-script.ts`).
 * Links with `data-wait` outside the island wait for it too.
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
