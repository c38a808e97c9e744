'use client'
import { useEffect } from 'react'
import { reportError } from '@/lib/browser/report-error'

const isOurs = (text: string | undefined) => text?.includes(`${location.origin}/`) ?? false

/** Reports this page's unhandled errors. */
export function ErrorReporter() {
  useEffect(() => {
    const onError = ({ filename, error }: ErrorEvent) => isOurs(filename) && reportError('error', error)
    const onRejection = ({ reason }: PromiseRejectionEvent) =>
      reason instanceof Error && isOurs(reason.stack) && reportError('rejection', reason)
    addEventListener('error', onError)
    addEventListener('unhandledrejection', onRejection)
    return () => {
      removeEventListener('error', onError)
      removeEventListener('unhandledrejection', onRejection)
    }
  }, [])
  return null
}

/** For an error page. An error with a digest is in the server's log. */
export function useErrorReport(error: Error & { digest?: string }): void {
  useEffect(() => {
    if (!error.digest) reportError('boundary', error)
  }, [error])
}
