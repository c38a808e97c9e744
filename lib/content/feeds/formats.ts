import { Feed } from 'feed'
import { siteName } from '@/lib/site'
import { htmlText, xmlText } from './body'

/** Addresses are absolute; `link` is also the permanent id. */
export type FeedItem = {
  link: string
  title: string
  description: string
  html: string
  lang: string | undefined
  author: { name: string; address: string }
  tags: { id: string; name: string; address: string }[]
  written: Date
  modified: Date
}

export type FeedContent = {
  title: string
  description: string
  link: string
  home: string
  language: string
  updated: Date
  items: FeedItem[]
}

const commonOptions = { copyright: siteName, generator: false } as const

/** The library unescapes `&amp;` once, so it is escaped twice. */
const textElement = (value: string) => ({ _text: xmlText(value).replaceAll('&', '&amp;') })

/**
 * RSS requires an email address as `author`, so `dc:creator` names the author. Titles are plain text, because the
 * library breaks at a second `]]>`.
 */
export function rss({ title, description, link, language, updated, items }: FeedContent, feedUrl: string): string {
  const feed = new Feed({
    ...commonOptions,
    language,
    title,
    description,
    link,
    updated,
    docs: 'https://www.rssboard.org/rss-specification',
    feedLinks: { rss: feedUrl },
  })
  for (const item of items) {
    feed.addItem({
      title: item.title,
      link: item.link,
      date: item.written,
      description: htmlText(item.description),
      content: item.html,
      category: item.tags.map(({ name, address }) => ({ name, domain: address })),
      extensions: [
        { name: 'title', objects: textElement(item.title) },
        { name: 'dc:creator', objects: textElement(item.author.name) },
      ],
    })
  }
  return feed.rss2()
}

/** Titles and summaries are HTML in Atom. The library cannot set the language. */
export function atom(
  { title, description, link, home, language, updated, items }: FeedContent,
  feedUrl: string,
): string {
  const feed = new Feed({
    ...commonOptions,
    title,
    description,
    id: link,
    link,
    updated,
    author: { name: siteName, link: home },
    feedLinks: { atom: feedUrl },
  })
  for (const item of items) {
    feed.addItem({
      title: htmlText(item.title),
      id: item.link,
      link: item.link,
      date: item.modified,
      published: item.written,
      description: htmlText(item.description),
      content: item.html,
      author: [{ name: xmlText(item.author.name), link: item.author.address }],
      category: item.tags.map(({ id, name, address }) => ({ name, term: id, scheme: address })),
    })
  }
  return feed.atom1().replace('<feed ', `<feed xml:lang="${language}" `)
}

/** JSON Feed 1.1; the library only writes version 1. */
export function jsonFeed({ title, description, link, home, language, items }: FeedContent, feedUrl: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: link,
    feed_url: feedUrl,
    description,
    language,
    authors: [{ name: siteName, url: home }],
    items: items.map((item) => ({
      id: item.link,
      url: item.link,
      title: xmlText(item.title),
      summary: xmlText(item.description),
      content_html: item.html,
      ...(item.lang && { language: item.lang }),
      date_published: item.written.toISOString(),
      date_modified: item.modified.toISOString(),
      authors: [{ name: xmlText(item.author.name), url: item.author.address }],
      tags: item.tags.map(({ name }) => name),
    })),
  })
}
