import type { Metadata } from 'next'
import { absoluteUrlAtBuild } from '@/lib/site-settings'
import type { PostSummary } from '@/lib/contract/content'
import { instantOf, openGraphLocale } from '@/lib/contract/format'
import type { PageEntry } from '@/lib/pages'
import { feedFormats, paths, siteName, tagTopic } from '@/lib/site'

type PageMeta = Pick<PageEntry, 'path' | 'title' | 'description' | 'index'> & {
  /** Defaults to the title. */
  card?: string
  article?: Pick<PostSummary, 'written' | 'modified' | 'author' | 'tags' | 'lang'>
  /** Its feeds are listed first. */
  tag?: string
}

/** Feed links of every page. A tag's pages list its own feeds first. */
export const feedAlternates = (tag?: string) =>
  Object.fromEntries(
    feedFormats.map(({ name, file, type, path }) => {
      const ofTag = {
        url: paths.tagFeed(tag ?? '', file),
        title: `${siteName}: posts about ${tagTopic(tag ?? '')} (${name})`,
      }
      return [type, [...(tag === undefined ? [] : [ofTag]), { url: path, title: `${siteName}: the blog (${name})` }]]
    }),
  )

/** Addresses are paths; Next joins them to `metadataBase`. */
export function pageMetadata({ path, title, description, index, card = title, article, tag }: PageMeta): Metadata {
  const full = title.includes(siteName) ? title : `${title} · ${siteName}`
  return {
    title: full,
    description,
    alternates: { canonical: path, types: feedAlternates(tag) },
    openGraph: {
      title: full,
      description,
      siteName,
      locale: openGraphLocale(article?.lang),
      url: path,
      images: [{ url: paths.picture(path), width: 1200, height: 630, alt: card }],
      ...(article
        ? {
            type: 'article',
            publishedTime: instantOf(article.written),
            modifiedTime: instantOf(article.modified),
            authors: absoluteUrlAtBuild(paths.by(article.author.slug)),
            tags: article.tags,
          }
        : { type: 'website' }),
    },
    twitter: { card: 'summary_large_image' },
    ...(index === false ? { robots: { index: false, follow: false } } : {}),
  }
}
