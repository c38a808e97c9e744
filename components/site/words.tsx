import type { Citation } from '@/lib/contract/content'
import { paths } from '@/lib/site'
import { Cite } from './sources'

const markup = /(\[[^\]]+\]\([^)]+\)|\[\^[\w-]+\])/

/** The head script adds `c=true`. */
const pricingLink = { 'data-pricing-link': '', suppressHydrationWarning: true }
const noSources: readonly Citation[] = []

/** Text of `content/pages`: `[words](/path)` is a link, `[^id]` the number of a source. */
export function Words({ of, sources = noSources }: { of: string; sources?: readonly Citation[] }) {
  return of.split(markup).map((part) => {
    const [, id] = /^\[\^(.+)\]$/.exec(part) ?? []
    if (id) return <Cite key={part} sources={sources} id={id} />
    const [, words, href] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
    if (!href) return part
    return (
      <a key={part} href={href} className="link" {...(href === paths.pricing && pricingLink)}>
        {words}
      </a>
    )
  })
}
