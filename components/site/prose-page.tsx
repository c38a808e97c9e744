import type { ReactNode } from 'react'
import { Page } from './page'

type ProsePageProps = {
  path: string
  title: string
  /** Plain summary in a box, before the text. */
  summary: ReactNode
  /** ISO day of the text's present wording. */
  updated: string
  children: ReactNode
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A policy: a plain summary first, a date, then the text; made to be printed, with nothing to sell beside it. */
export function ProsePage({ path, title, summary, updated, children }: ProsePageProps) {
  return (
    <Page path={path} footer="compact" banner={false}>
      <div className="mx-auto max-w-page px-gut pt-10 pb-16 lg:pt-16 lg:pb-26">
        <h1 className="max-w-[20ch]">{title}</h1>
        <p className="mt-6 text-sm text-muted">
          In this wording since <time dateTime={updated}>{day.format(new Date(updated))}</time>
        </p>
        <section aria-label="In short" className="ground-tint my-10 max-w-184 p-6 md:p-10">
          <h2 className="text-sm font-semibold tracking-normal text-muted">In short</h2>
          <div className="mt-2 space-y-3 text-lg">{summary}</div>
        </section>
        <div className="prose">{children}</div>
      </div>
    </Page>
  )
}
