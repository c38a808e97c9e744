'use client'
import { useEffect, useEffectEvent } from 'react'

const ours = 'unhurriedStep'
const isOurs = () => Boolean((history.state as Record<string, unknown> | null)?.[ours])

/**
 * Gives a step within the page an entry of its own in the browser's history, so that Back ends the step
 * and does not leave the page. Forward finds the page as it is: an entry begins nothing.
 * @param end ends the step; called for the browser's Back
 * @returns ends the step for a button of the page, and takes the entry back
 */
export function useHistoryEntry(end: () => void): () => void {
  const popped = useEffectEvent((page: string) => {
    // A link to a place within the page makes an entry, too, and ends nothing.
    if (!isOurs() && location.href === page) end()
  })
  useEffect(() => {
    const page = location.href
    if (!isOurs()) history.pushState({ [ours]: true }, '')
    const pop = () => popped(page)
    addEventListener('popstate', pop)
    return () => removeEventListener('popstate', pop)
  }, [])
  return () => {
    end()
    if (isOurs()) history.back()
  }
}
