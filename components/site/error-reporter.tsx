'use client'
import { useEffect } from 'react'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { reportError } from '@/lib/browser/report-error'

const isOurs = (text: string | undefined) => text?.includes(`${location.origin}/`) ?? false

/** Reports this page's unhandled errors. */
export function ErrorReporter() {
  useWindowEvent('error', ({ filename, error }) => isOurs(filename) && reportError('error', error))
  useWindowEvent(
    'unhandledrejection',
    ({ reason }) => reason instanceof Error && isOurs(reason.stack) && reportError('rejection', reason),
  )
  return null
}

/** For an error page. An error with a digest is in the server's log. */
export function useErrorReport(error: Error & { digest?: string }): void {
  useEffect(() => {
    if (!error.digest) reportError('boundary', error)
  }, [error])
}
