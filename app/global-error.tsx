'use client'
import { useErrorReport } from '@/components/site/error-reporter'
import { ErrorPage, failedLocale } from '@/components/site/error-page'
import { directionOf, langOf } from '@/lib/locales'
import './globals.css'

/** Replaces the root layout, so it needs a document of its own. */
export default function GlobalError({ error }: { error: Error }) {
  useErrorReport(error)
  const locale = failedLocale()
  return (
    <html lang={langOf(locale)} dir={directionOf(locale)}>
      <body>
        <ErrorPage locale={locale} />
      </body>
    </html>
  )
}
