'use client'
import { Mishap } from '@/components/site/mishap'

/** The error is in the server's log. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <Mishap again={reset} />
}
