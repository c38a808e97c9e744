'use client'
import { useErrorReport } from '@/components/site/error-reporter'
import { ErrorPage, failedPage } from '@/components/site/error-page'
import { directionOf, langOf } from '@/lib/locales'
import './globals.css'

/** Replaces the root layout, so it needs a document of its own. */
export default function GlobalError({ error }: { error: Error }) {
  useErrorReport(error)
  const { locale, words } = failedPage()
  return (
    <html lang={langOf(locale)} dir={directionOf(locale)} data-failed={JSON.stringify(words)}>
      <body>
        <ErrorPage locale={locale} words={words} />
      </body>
    </html>
  )
}
