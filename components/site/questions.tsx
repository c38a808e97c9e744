import { useTranslations } from 'next-intl'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { readFirstQuestions } from '@/lib/content/pages/faq'
import type { Citation, Question as Asked } from '@/lib/contract/content'
import { SanitizedHtml } from './sanitized-html'

type QuestionProps = {
  id: string
  title: string
  words?: string
  open?: boolean
  linked?: boolean
  children: ReactNode
}

/** Works without script: browsers open a `details` for targets inside it, so the id is on the answer. */
export function Question({ id, title, words, open, linked, children }: QuestionProps) {
  const t = useTranslations('faq')
  return (
    <details
      data-question={id}
      data-words={words || undefined}
      open={open}
      suppressHydrationWarning
      className="group border-b border-hair first:border-t"
    >
      <summary className="flex min-h-16 items-center justify-between gap-6 py-4">
        <h3 className="font-normal group-open:font-semibold print:font-semibold">{title}</h3>
        <span className="handle" />
      </summary>
      <div id={id} className="scroll-mt-24 space-y-4 pb-6 target:border-s-9 target:border-accent target:ps-6">
        {children}
        {linked && (
          <p data-chrome>
            <a
              href={`#${id}`}
              data-copy
              data-wait
              aria-label={t('linkLabel', { question: title })}
              className="tap text-sm text-muted hover:underline"
            >
              {t('link')}
            </a>
          </p>
        )}
      </div>
    </details>
  )
}

type QuestionsProps = {
  of: readonly Asked[]
  open?: boolean
  linked?: boolean
}

export function Questions({ of, open, linked }: QuestionsProps) {
  return of.map(({ id, title, words, html }, index) => (
    <Question key={id} id={id} title={title} words={linked ? words : ''} open={open && index === 0} linked={linked}>
      <SanitizedHtml html={html} />
    </Question>
  ))
}

/** `sources` are numbered by the home page. */
export async function FirstQuestions({ sources }: { sources: readonly Citation[] }) {
  return <Questions of={await readFirstQuestions(await getLocale(), sources)} open />
}
