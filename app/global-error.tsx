'use client'
import { useErrorReport } from '@/components/site/error-reporter'
import { ErrorPage, failedPage } from '@/components/site/error-page'
import './globals.css'

/** Replaces the root layout, so it needs a document of its own. */
export default function GlobalError({ error }: { error: Error }) {
  useErrorReport(error)
  const { lang = 'en-GB', dir = 'ltr' } = typeof document === 'object' ? document.documentElement : {}
  const failed = failedPage()
  return (
    <html lang={lang} dir={dir} data-failed={JSON.stringify(failed)}>
      <body>
        <ErrorPage {...failed} />
      </body>
    </html>
  )
}
