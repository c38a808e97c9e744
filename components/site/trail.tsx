import { absoluteBuilt } from '@/lib/content/origin'
import { pages, type PageEntry } from '@/lib/pages'
import { JsonLd } from '@/components/ui/json-ld'

/** One step of the way from the first page to this one. */
export type Step = { name: string; path: string }

const entries: PageEntry[] = Object.values(pages)

/**
 * The way to a page that the registry knows, without the first page; empty for the first page itself, and for
 * a page that search engines leave out.
 */
export function stepsTo(path: string): Step[] {
  const entry = entries.find((each) => each.path === path)
  const found = entry && entry.index !== false && entry.path !== pages.home.path
  return found ? [{ name: entry.crumb ?? entry.title, path }] : []
}

/** Where a page stands in the site, for search engines: a BreadcrumbList. Nothing for the first page. */
export function Trail({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [{ name: pages.home.crumb, path: pages.home.path }, ...steps].map(({ name, path }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: absoluteBuilt(path),
        })),
      }}
    />
  )
}
