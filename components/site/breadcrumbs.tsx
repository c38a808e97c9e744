import { JsonLd } from '@/components/ui/json-ld'
import { absoluteUrlAtBuild, siteSettings } from '@/lib/site-settings'
import { type PageEntry, pages } from '@/lib/pages'
import { paths, siteName } from '@/lib/site'

export type Crumb = { name: string; path: string }

const entries: PageEntry[] = Object.values(pages)

/** Empty for the home page and for pages that are not indexed. */
export function breadcrumbsOf(path: string): Crumb[] {
  const entry = entries.find((each) => each.path === path)
  const isIndexed = entry && entry.index !== false && entry.path !== pages.home.path
  return isIndexed ? [{ name: entry.crumb ?? entry.title, path }] : []
}

/** A BreadcrumbList for search engines. */
export function BreadcrumbData({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [{ name: pages.home.crumb, path: pages.home.path }, ...crumbs].map(
          ({ name, path }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            item: absoluteUrlAtBuild(path),
          }),
        ),
      }}
    />
  )
}

/** Placeholders use reserved names. */
const isReal = (address: string) => !new URL(address).hostname.endsWith('.example')

export function OrganizationData() {
  const { mail, social } = siteSettings()
  const home = absoluteUrlAtBuild(paths.home)
  const networks = social.map(({ href }) => href).filter(isReal)
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'Organization',
            '@id': `${home}#organization`,
            name: siteName,
            url: home,
            logo: absoluteUrlAtBuild('/app-icon/512.png'),
            email: mail,
            ...(networks.length > 0 && { sameAs: networks }),
          },
          {
            '@type': 'WebSite',
            '@id': `${home}#website`,
            name: siteName,
            url: home,
            inLanguage: 'en-GB',
            publisher: { '@id': `${home}#organization` },
          },
        ],
      }}
    />
  )
}
