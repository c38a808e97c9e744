'use client'
import { useEffect } from 'react'
import { contactAddress, contactOutcome } from '@/lib/contract/contact'
import { paths } from '@/lib/site'

/** Whether this page was led to by a post of its form: not by a link that was kept, nor by loading it again. */
function justSent(): boolean {
  const [loading] = performance.getEntriesByType('navigation')
  if (!loading || !('type' in loading) || loading.type !== 'navigate') return false
  const [from] = document.referrer.split('?')
  return [paths.contact, contactAddress].some((path) => from === `${location.origin}${path}`)
}

/** Shows the form where the address says that a message has arrived, and none was sent just now. */
export function useKeptLink() {
  useEffect(() => {
    const forget = () => {
      if (location.hash !== `#${contactOutcome}`) return
      // What `:target` shows follows the address only when the browser itself goes there.
      location.replace('#')
      history.replaceState(null, '', location.pathname + location.search)
    }
    if (!justSent()) forget()
    addEventListener('hashchange', forget)
    return () => removeEventListener('hashchange', forget)
  }, [])
}
