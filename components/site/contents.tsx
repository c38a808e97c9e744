import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Heading } from '@/lib/contract/content'
import { languageAttributes } from '@/lib/contract/format'
import { contentsScript } from './frame-scripts'

type ContentsProps = {
  headings: readonly Heading[]
  lang?: string
}

/** Styled by one class, because long texts have a hundred entries. */
const Entries = ({ headings, lang }: ContentsProps) => (
  <ol {...languageAttributes(lang)}>
    {headings.map(({ id, text, parts = [] }) => (
      <li key={id}>
        {/* May be marked before hydration. */}
        <a href={`#${id}`} suppressHydrationWarning>
          {text}
        </a>
        {parts.length > 0 && <Entries headings={parts} />}
      </li>
    ))}
  </ol>
)

/** Twice: in the margin of wide windows, folded in narrow ones. */
export function Contents({ headings, lang }: ContentsProps) {
  const t = useTranslations('reading.contents')
  const count = headings.reduce((sum, { parts }) => sum + 1 + (parts?.length ?? 0), 0)
  return (
    <>
      <nav aria-label={t('name')} data-chrome data-contents className="toc toc-fold">
        {/* May be opened before hydration. */}
        <details suppressHydrationWarning>
          <summary>
            <h2>{t.rich('onThisPageParts', { count, detail: (words) => <span>{words}</span> })}</h2>
            <span className="handle" />
          </summary>
          <Entries headings={headings} lang={lang} />
        </details>
      </nav>
      <nav aria-label={t('name')} data-chrome data-contents className="toc toc-margin">
        <h2 className="part-name">{t('onThisPage')}</h2>
        <Entries headings={headings} lang={lang} />
      </nav>
      <script dangerouslySetInnerHTML={{ __html: contentsScript }} />
    </>
  )
}

type LongReadProps = {
  name: string
  short: ReactNode
  contents: readonly Heading[]
  children: ReactNode
}

export function LongRead({ name, short, contents, children }: LongReadProps) {
  return (
    <div className="margined mx-auto max-w-page gap-y-10 px-gut pb-16 lg:gap-y-16 lg:pb-26">
      <section
        aria-labelledby="short"
        className="ground-tint max-w-184 p-6 md:p-10 lg:col-start-2 print:border-y print:border-text print:bg-transparent print:px-0 print:py-4"
      >
        <h2 id="short" className="small-name">
          {name}
        </h2>
        <div className="mt-2 text-lg">{short}</div>
      </section>
      <Contents headings={contents} />
      <div className="min-w-0 lg:col-start-2">{children}</div>
    </div>
  )
}
