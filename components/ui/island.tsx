import type { ReactNode } from 'react'

type IslandProps = {
  /**
   * Also loads scripts: at once, near the viewport, if the URL has a query or fragment, or if posts are saved here.
   * With `use`, not even idle time fetches them.
   */
  when?: 'now' | 'seen' | 'address' | 'saved' | 'use'
  children: ReactNode
}

/**
 * A part of a page whose scripts load on use, with earlier presses replayed (`components/site/runtime-script.ts`).
 * Links with `data-wait` outside the island wait for it too. Hydration marks it with `data-ready`.
 */
export const Island = ({ when, children }: IslandProps) => (
  <div data-island={when ?? ''} className="contents">
    {children}
  </div>
)
