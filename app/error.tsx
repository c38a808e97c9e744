'use client'
import { Mishap } from '@/components/site/mishap'

/** Shown in place of a page that failed; what went wrong stands in the server's log, not here. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <Mishap again={reset} />
}
