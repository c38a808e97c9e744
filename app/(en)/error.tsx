'use client'
import { useErrorReport } from '@/components/site/error-reporter'
import { ErrorPage, failedLocale } from '@/components/site/error-page'

export default function PageErrorBoundary({ error, reset }: { error: Error; reset: () => void }) {
  useErrorReport(error)
  return <ErrorPage locale={failedLocale()} retry={reset} />
}
