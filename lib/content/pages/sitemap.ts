import * as z from 'zod'
import { instantOf } from '@/lib/contract/format'
import type { PostSummary } from '@/lib/contract/content'
import { env } from '@/lib/env'
import { pages, type PageEntry } from '@/lib/pages'
import { blogTags, limits, paths } from '@/lib/site'
import { readCopyFile, readCopyFolder, newestReview } from '@/lib/content/content-files'
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

const reviewedSchema = z.object({ reviewed: z.iso.date() })
const sinceSchema = z.object({ since: z.iso.date() })

let copyDates: Promise<Map<string, string>> | undefined

async function readCopyDates(): Promise<Map<string, string>> {
  const policy = async (path: string, name: string) =>
    [path, (await readCopyFile(`policies/${name}.md`, sinceSchema)).data.since] as const
  const folder = async (path: string, name: string) =>
    [path, newestReview(await readCopyFolder(name, reviewedSchema))] as const
  return new Map(
    await Promise.all([
      folder(paths.faq, 'faq'),
      folder(paths.protocol, 'protocol'),
      policy(paths.privacy, 'privacy'),
      policy(paths.healthData, 'health-data'),
      policy(paths.terms, 'terms'),
      policy(paths.refund, 'refund'),
    ]),
  )
}

const newestChange = (list: readonly PostSummary[]): string | undefined =>
  list
    .map(({ modified }) => modified)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1)

function listPages(path: string, listed: readonly PostSummary[]): SitemapEntry[] {
  const count = Math.ceil(listed.length / limits.listPosts)
  return Array.from({ length: count }, (_, index) =>
    entry(
      paths.listPage(path, index + 1),
      newestChange(listed.slice(index * limits.listPosts, (index + 1) * limits.listPosts)),
    ),
  )
}

export async function sitemapEntries(): Promise<SitemapEntry[]> {
  const [allPosts, therapists, dates] = await Promise.all([
    readPosts(),
    readTherapistSlugs(),
    (copyDates ??= readCopyDates()),
  ])
  const blog = listPages(paths.blog, allPosts)
  const authors = [...new Set(allPosts.map(({ author }) => author.slug))].toSorted()
  return [
    ...fixedPages
      .filter(({ index, path }) => index !== false && (path !== paths.blog || blog.length === 0))
      .map(({ path }) => entry(path, dates.get(path))),
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
