'use client'
import { useErrorReport } from '@/components/site/error-reporter'
import { ErrorPage } from '@/components/site/error-page'
import './globals.css'

/** Replaces the root layout, so it needs a document of its own. */
export default function GlobalError({ error }: { error: Error }) {
  useErrorReport(error)
  return (
    <html lang="en-GB">
      <body>
        <ErrorPage />
      </body>
    </html>
  )
}
