'use client'
import { useErrorReport } from '@/components/site/error-reporter'
import { ErrorPage, failedPage } from '@/components/site/error-page'

export default function PageErrorBoundary({ error, reset }: { error: Error; reset: () => void }) {
  useErrorReport(error)
  return <ErrorPage {...failedPage()} retry={reset} />
}
