import { useEffect, useRef, type RefObject } from 'react'
import type { Found } from './search-engine'

/**
 * After a press that shows more results, the focus goes to the first that is new: the button may have gone by then.
 * Where nothing is new and the button has gone, it goes to what is said of that, or to the last result.
 * @param box what holds the results, each with its link in a heading
 * @param shown the results that show by now, or null
 * @param loading whether what was asked for has yet to come
 * @returns to be called when the button is pressed
 */
export function useFirstNew(box: RefObject<HTMLElement | null>, shown: readonly Found[] | null, loading: boolean) {
  const asked = useRef<{ known: ReadonlySet<string>; button: Element | null } | null>(null)
  useEffect(() => {
    if (!asked.current || loading) return
    const { known, button } = asked.current
    asked.current = null
    const isLost = document.activeElement === document.body
    // Whoever has gone on meanwhile is left there.
    if (!isLost && document.activeElement !== button) return
    const links = [...(box.current?.querySelectorAll<HTMLElement>('h2 a') ?? [])]
    const first = links[shown?.findIndex(({ slug }) => !known.has(slug)) ?? -1]
    if (first) first.focus()
    else if (isLost) (box.current?.querySelector<HTMLElement>('[data-landing]') ?? links.at(-1))?.focus()
  })
  return () => {
    asked.current = { known: new Set(shown?.map(({ slug }) => slug)), button: document.activeElement }
  }
}
