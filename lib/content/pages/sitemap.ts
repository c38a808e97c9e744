import { instantOf } from '@/lib/contract/format'
import type { PostSummary } from '@/lib/contract/content'
import { env } from '@/lib/env'
import { pages, type PageEntry } from '@/lib/pages'
import { blogTags, limits, paths } from '@/lib/site'
import { absoluteUrl } from '@/lib/site-settings'
import { readPosts } from '@/lib/content/posts'
import { readTherapistSlugs } from './therapists'

/** `lastModified` is in ISO 8601, with its time zone. */
type SitemapEntry = { url: string; lastModified?: string }

const fixedPages: PageEntry[] = Object.values(pages)

const entry = (path: string, lastModified?: string): SitemapEntry => ({
  url: absoluteUrl(path),
  ...(lastModified !== undefined && { lastModified: instantOf(lastModified) }),
})

const listPages = (path: string, listed: readonly PostSummary[]): SitemapEntry[] =>
  Array.from({ length: Math.ceil(listed.length / limits.listPosts) }, (_, index) =>
    entry(paths.listPage(path, index + 1)),
  )

export async function sitemapEntries(): Promise<SitemapEntry[]> {
  const [allPosts, therapists] = await Promise.all([readPosts(), readTherapistSlugs('en')])
  const blog = listPages(paths.blog, allPosts)
  const authors = [...new Set(allPosts.map(({ author }) => author.slug))].toSorted()
  return [
    ...fixedPages
      .filter(({ index, path }) => index !== false && (path !== paths.blog || blog.length === 0))
      .map(({ path }) => entry(path)),
    ...therapists.map((slug) => entry(paths.therapist(slug))),
    ...blog,
    ...blogTags.flatMap((tag) =>
      listPages(
        paths.tag(tag),
        allPosts.filter(({ tags }) => tags.includes(tag)),
      ),
    ),
    ...authors.flatMap((slug) =>
      listPages(
        paths.by(slug),
        allPosts.filter(({ author }) => author.slug === slug),
      ),
    ),
    ...allPosts.map((post) => entry(paths.post(post.slug), post.modified)),
  ]
}

const xml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export async function sitemapText(): Promise<string> {
  const lines = (await sitemapEntries()).map(
    ({ url, lastModified }) =>
      `<url><loc>${xml(url)}</loc>${lastModified === undefined ? '' : `<lastmod>${lastModified}</lastmod>`}</url>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...lines,
    '</urlset>',
    '',
  ].join('\n')
}

/** Search engines must not index beta. */
export function isIndexable(): boolean {
  const { mode, deployment } = env()
  return mode !== 'beta' || deployment === 'local'
}
