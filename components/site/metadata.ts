import type { Metadata, Viewport } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { absoluteUrlAtBuild, originAtBuild, isDraft } from '@/lib/site-settings'
import type { PostSummary } from '@/lib/contract/content'
import { instantOf, openGraphLocale } from '@/lib/contract/format'
import { defaultLocale, langOf, locales, localPath, type Locale } from '@/lib/locales'
import { type BlogTag, paths, siteName, messageKey, type PageEntry, type PageName, pages } from '@/lib/site'

type PageMeta = PageEntry & {
  title: string
  description: string
  card?: string
  article?: Pick<PostSummary, 'written' | 'modified' | 'author' | 'tags' | 'lang'>
  tag?: BlogTag
  translations?: readonly Locale[]
}

/** Feed links of every page. A tag's pages list its own feed first. */
async function feedAlternates(tag?: BlogTag) {
  const [locale, t] = await Promise.all([getLocale(), getTranslations('feeds')])
  const names = { site: siteName, format: 'RSS' }
  const ofTag = tag && { url: paths.tagFeed(tag), title: t(`tagLinks.${messageKey(tag)}`, names) }
  const feeds = [...(ofTag ? [ofTag] : []), { url: paths.feed, title: t('link', names) }]
  return { 'application/rss+xml': feeds.map(({ url, title }) => ({ url: localPath(url, locale), title })) }
}

/** `hreflang` of the translations of a page; undefined if there are none. */
function languagesOf(path: string, translations: readonly Locale[]): Record<string, string> | undefined {
  if (translations.length < 2) return undefined
  const entries = translations.map((locale) => [
    locale === defaultLocale ? 'en' : langOf(locale),
    localPath(path, locale),
  ])
  return Object.fromEntries([...entries, ['x-default', path]])
}

/** Addresses are paths; Next joins them to `metadataBase`. */
export async function pageMetadata(page: PageName | PageMeta): Promise<Metadata> {
  const [locale, t] = await Promise.all([getLocale(), getTranslations('pages')])
  const entry: PageMeta =
    typeof page === 'string'
      ? { ...pages[page], title: t(`${page}.title`), description: t(`${page}.description`), card: t(`${page}.card`) }
      : page
  const { path, title, description, index, card = title, article, tag, translations = locales } = entry
  const full = title.includes(siteName) ? title : t('titleWithSite', { title, site: siteName })
  const address = localPath(path, locale)
  return {
    title: full,
    description,
    alternates: {
      canonical: address,
      types: await feedAlternates(tag),
      ...(index !== false && { languages: languagesOf(path, translations) }),
    },
    openGraph: {
      title: full,
      description,
      siteName,
      locale: openGraphLocale(article?.lang ?? langOf(locale)),
      url: address,
      images: [{ url: paths.picture(address), width: 1200, height: 630, alt: card }],
      ...(article
        ? {
            type: 'article',
            publishedTime: instantOf(article.written),
            modifiedTime: instantOf(article.modified),
            authors: absoluteUrlAtBuild(localPath(paths.by(article.author.slug), locale)),
            tags: article.tags,
          }
        : { type: 'website' }),
    },
    twitter: { card: 'summary_large_image' },
    ...(index === false && { robots: { index: false, follow: false } }),
    ...(index !== false && isDraft(locale) && { robots: { index: false } }),
  }
}

export const documentMetadata: Metadata = {
  metadataBase: originAtBuild(),
  applicationName: siteName,
  // Setting one icon disables Next's file convention for the other.
  icons: { icon: [{ url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }], apple: '/app-icon/180.png' },
  formatDetection: { telephone: false, email: false, address: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
}
