'use client'

import { useEffect } from 'react'
import { Button } from '@/components/ui/button'

/** Asks once more for the page that another one stands in for. `title` is the window's for that time. */
export function TryAgain({ title }: { title: string }) {
  useEffect(() => {
    if (!document.documentElement.hasAttribute('data-standin')) return
    const name = () => {
      if (document.title !== title) document.title = title
    }
    name()
    // The page's own title may be set after this.
    const watch = new MutationObserver(name)
    watch.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => watch.disconnect()
  }, [title])
  return (
    <span className="hidden in-data-standin:inline">
      <Button onClick={() => location.reload()}>Try again</Button>
    </span>
  )
}
