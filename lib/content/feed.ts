import { Feed } from 'feed'
import { limits, paths, siteName } from '@/lib/site'
import { absolute, siteOrigin } from './origin'
import { post, posts } from './posts'

/** Links and pictures of a body, made absolute: a reader shows it far from the page it was written for. */
export function absoluteLinks(html: string, page: string): string {
  return html.replace(/ (href|src)="(?![a-z][a-z0-9+.-]*:)([^"]*)"/gi, (whole, name: string, target: string) => {
    const url = URL.parse(target, page)
    return url ? ` ${name}="${url.href}"` : whole
  })
}

/** The newest posts as RSS 2.0, whole text, every address absolute on the running site's origin. */
export async function rss(): Promise<string> {
  const newest = (await posts()).slice(0, limits.feedPosts)
  const feed = new Feed({
    title: `${siteName}: the blog`,
    description: 'Plain, sourced writing about stuttering, for people who stutter (stammer).',
    id: absolute(paths.blog),
    link: absolute(paths.blog),
    language: 'en',
    copyright: siteName,
    updated: new Date(newest[0]?.written ?? 0),
    feedLinks: { rss: absolute(paths.feed) },
    generator: siteName,
  })
  for (const { slug } of newest) {
    const full = await post(slug)
    if (!full) continue
    const link = absolute(paths.post(slug))
    feed.addItem({
      title: full.title,
      id: link,
      link,
      description: full.description,
      content: absoluteLinks(full.html, link),
      author: [{ name: siteName, link: siteOrigin() }],
      date: new Date(full.written),
      category: full.tags.map((tag) => ({ name: tag, domain: absolute(paths.tag(tag)) })),
    })
  }
  return feed.rss2()
}
