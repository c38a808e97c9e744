import type { PlanRow } from '@/lib/content/pages/plan'
import { SanitizedHtml } from './sanitized-html'

type PlanContentsProps = { of: { title: string; included: PlanRow[]; also: PlanRow[] } }

/** What a plan includes, above its prices. */
export function PlanContents({ of: { title, included, also } }: PlanContentsProps) {
  return (
    <section aria-label={title} className="mt-4 text-md lg:mt-8">
      <h2 className="text-md font-semibold">{title}</h2>
      <dl className="mt-1 grid gap-x-10 gap-y-1 md:grid-cols-3 md:gap-y-4">
        {[...included, ...also].map(({ name, html }) => (
          <div key={name}>
            <dt className="inline md:block">{name}</dt>{' '}
            <dd className="inline text-muted md:block">
              <SanitizedHtml html={html} inline />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
