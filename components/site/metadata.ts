import type { Metadata } from 'next'
import { absoluteBuilt } from '@/lib/content/origin'
import type { PostSummary } from '@/lib/contract/content'
import type { PageEntry } from '@/lib/pages'
import { paths, siteName, tagMatter } from '@/lib/site'

type PageMeta = Pick<PageEntry, 'path' | 'title' | 'description' | 'index'> & {
  /** Defaults to the title. */
  card?: string
  article?: Pick<PostSummary, 'written' | 'modified' | 'author' | 'tags'>
}

export function feedAlternates(tag?: string) {
  const title = tag === undefined ? `${siteName}: the blog` : `${siteName}: posts about ${tagMatter(tag)}`
  const [rss, atom, json] =
    tag === undefined
      ? [paths.feed, paths.atom, paths.jsonFeed]
      : [paths.tagFeed(tag), paths.tagFeed(tag, 'atom.xml'), paths.tagFeed(tag, 'feed.json')]
  return {
    'application/rss+xml': [{ url: rss, title: `${title} (RSS)` }],
    'application/atom+xml': [{ url: atom, title: `${title} (Atom)` }],
    'application/feed+json': [{ url: json, title: `${title} (JSON Feed)` }],
  }
}

/** Addresses are paths; Next joins them to `metadataBase`. */
export function pageMetadata({ path, title, description, index, card = title, article }: PageMeta): Metadata {
  const full = title.includes(siteName) ? title : `${title} · ${siteName}`
  return {
    title: full,
    description,
    alternates: { canonical: path },
    openGraph: {
      title: full,
      description,
      siteName,
      locale: 'en_GB',
      url: path,
      images: [{ url: paths.picture(path), width: 1200, height: 630, alt: card }],
      ...(article
        ? {
            type: 'article',
            publishedTime: article.written,
            modifiedTime: article.modified,
            authors: absoluteBuilt(paths.by(article.author.slug)),
            tags: article.tags,
          }
        : { type: 'website' }),
    },
    twitter: { card: 'summary_large_image' },
    ...(index === false ? { robots: { index: false, follow: false } } : {}),
  }
}
