import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/button'
import { paths } from '@/lib/site'
import type { Citation } from '@/lib/contract/content'
import { displayAddress, evidenceSummary } from '@/lib/contract/format'
import { foldsScript } from './frame-scripts'
import { Disclosure, Section } from './section'
import { pricingLink } from './trial-links'

/** @throws {Error} if the page's list lacks the source */
export function Cite({ sources, id, first }: { sources: readonly Citation[]; id: string; first?: boolean }) {
  const t = useTranslations('reading')
  const found = sources.find((citation) => citation.id === id)
  if (!found) throw new Error(`The page cites "${id}" without listing it.`)
  return (
    <sup id={first ? found.back : undefined} className="text-[0.75em] leading-none font-semibold">
      <a
        href={`#source-${id}`}
        aria-label={t('source', { number: found.number })}
        className="-mx-2 px-2.5 py-1.5 text-primary hover:underline"
      >
        {found.number}
      </a>
    </sup>
  )
}

/** Asterisks enclose italics. */
function Italics({ text }: { text: string }) {
  return text.split('*').map((part, index) => (index % 2 ? <i key={part}>{part}</i> : part))
}

const figure = 'w-11 shrink-0 font-semibold text-primary tabular-nums'

function SourceList({ sources }: { sources: readonly Citation[] }) {
  const t = useTranslations('reading')
  return (
    <ol className="max-w-176 text-sm">
      {sources.map((citation) => (
        <li
          key={citation.id}
          id={`source-${citation.id}`}
          className="flex scroll-mt-6 border-t border-hair first:border-0 target:bg-tint print:break-inside-avoid"
        >
          {citation.back ? (
            <a
              href={`#${citation.back}`}
              aria-label={t('backToText', { number: citation.number })}
              className={`${figure} py-3 hover:underline`}
            >
              {citation.number}
            </a>
          ) : (
            <span className={`${figure} py-3`}>{citation.number}</span>
          )}
          <span className="min-w-0 py-3 pe-2">
            {/* The titles of studies stay in English. */}
            <bdi lang={citation.citationLang}>
              <Italics text={citation.citation} />
            </bdi>{' '}
            <a href={citation.address} dir="ltr" className="link wrap-anywhere">
              {displayAddress(citation.address)}
            </a>
            <span className="block text-muted">{evidenceSummary(citation)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type SourcesProps = { sources: readonly Citation[]; id?: string; ground?: 'bg' | 'sunken'; folded?: boolean }

export function Sources({ sources, id, ground, folded = false }: SourcesProps) {
  const t = useTranslations('reading')
  const list = <SourceList sources={sources} />
  return (
    <Section id={id} name={t('sourcesOnPage')} ground={ground}>
      {folded ? <Disclosure title={t('allSources', { count: sources.length })}>{list}</Disclosure> : list}
      {folded && <script dangerouslySetInnerHTML={{ __html: foldsScript }} />}
    </Section>
  )
}

const markup = /(\[[^\]]+\]\([^)]+\)|\[\^[\w-]+\])/

const noSources: readonly Citation[] = []

/** Text of `content/<locale>/pages`: `[words](/path)` is a link, `[^id]` the number of a source. */
export function Words({ of, sources = noSources }: { of: string; sources?: readonly Citation[] }) {
  return of.split(markup).map((part) => {
    const [, id] = /^\[\^(.+)\]$/.exec(part) ?? []
    if (id) return <Cite key={part} sources={sources} id={id} />
    const [, words, href] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
    if (!href) return part
    return (
      <Link key={part} href={href} className="link" {...(href === paths.pricing && pricingLink)}>
        {words}
      </Link>
    )
  })
}
