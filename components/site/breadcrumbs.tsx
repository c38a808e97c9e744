import { useLocale, useTranslations } from 'next-intl'
import { JsonLd } from '@/components/ui/inline'
import { absoluteUrlAtBuild, siteSettings } from '@/lib/site-settings'
import { langOf, localPath } from '@/lib/locales'
import { paths, siteName, type PageName, pages } from '@/lib/site'

export type Crumb = { name: string; path: string }

const names = Object.keys(pages) as PageName[]
const withoutCrumb = new Set<PageName>(['home', 'auth', 'profile', 'thankyou'])

/** Empty for the home page and for pages that are not indexed. */
export function useBreadcrumbs(path: string): Crumb[] {
  const t = useTranslations('pages')
  const page = names.find((name) => pages[name].path === path)
  if (!page || withoutCrumb.has(page)) return []
  return [{ name: t.has(`${page}.crumb` as never) ? t(`${page}.crumb` as never) : t(`${page}.title`), path }]
}

export function BreadcrumbData({ crumbs }: { crumbs: readonly Crumb[] }) {
  const home = useTranslations('pages')('home.crumb')
  const locale = useLocale()
  if (crumbs.length === 0) return null
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [{ name: home, path: paths.home }, ...crumbs].map(({ name, path }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: absoluteUrlAtBuild(localPath(path, locale)),
        })),
      }}
    />
  )
}

/** Placeholders use reserved names. */
const isReal = (address: string) => !new URL(address).hostname.endsWith('.example')

export function OrganizationData() {
  const { mail, social } = siteSettings()
  const locale = useLocale()
  const home = absoluteUrlAtBuild(paths.home)
  const website = absoluteUrlAtBuild(localPath(paths.home, locale))
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
            '@id': `${website}#website`,
            name: siteName,
            url: website,
            inLanguage: langOf(locale),
            publisher: { '@id': `${home}#organization` },
          },
        ],
      }}
    />
  )
}
