import type { MetadataRoute } from 'next'
import { instantOf } from '@/lib/contract/format'
import type { PostSummary } from '@/lib/contract/content'
import { env } from '@/lib/env'
import { defaultLocale, localPath, type Locale, locales } from '@/lib/locales'
import { blogTags, limits, paths, pages, type PageEntry } from '@/lib/site'
import { absoluteUrl, isDraft } from '@/lib/site-settings'
import { readPosts } from '@/lib/content/posts'
import { readTherapistSlugs } from './therapists'

const fixedPages: PageEntry[] = Object.values(pages)

/** A page in each of these languages. */
function entries(
  path: string,
  languages: readonly Locale[],
  modifiedIn: (locale: Locale) => string | undefined = () => undefined,
): MetadataRoute.Sitemap {
  const urlIn = (locale: Locale) => absoluteUrl(localPath(path, locale))
  const named = Object.fromEntries(languages.map((locale) => [locale, urlIn(locale)]))
  const alternates = { languages: { ...named, 'x-default': urlIn(defaultLocale) } }
  return languages.map((locale) => {
    const modified = modifiedIn(locale)
    return {
      url: urlIn(locale),
      ...(languages.length > 1 && { alternates }),
      ...(modified !== undefined && { lastModified: instantOf(modified) }),
    }
  })
}

/** Posts of other languages are listed with the English ones, so that all lists have as many pages. */
const listPages = (path: string, listed: readonly PostSummary[], languages: readonly Locale[]): MetadataRoute.Sitemap =>
  Array.from({ length: Math.ceil(listed.length / limits.listPosts) }, (_, index) =>
    entries(paths.listPage(path, index + 1), languages),
  ).flat()

/** English, and the languages that are not drafts. */
export async function sitemapEntries(): Promise<MetadataRoute.Sitemap> {
  const languages = locales.filter((locale) => !isDraft(locale))
  const inLanguages = <T>(read: (locale: Locale) => Promise<T>) =>
    Promise.all(languages.map(async (locale) => [locale, await read(locale)] as const))
  const allPosts = await readPosts()
  const modified = new Map(
    (await inLanguages(readPosts)).map(([locale, posts]) => [
      locale,
      new Map(posts.map((post) => [post.slug, post.modified])),
    ]),
  )
  const therapists = await inLanguages(readTherapistSlugs)
  const blog = listPages(paths.blog, allPosts, languages)
  const authors = [...new Set(allPosts.map(({ author }) => author.slug))].toSorted()
  const listOf = (path: string, isIn: (post: PostSummary) => boolean) =>
    listPages(path, allPosts.filter(isIn), languages)
  return [
    ...fixedPages
      .filter(({ index, path }) => index !== false && (path !== paths.blog || blog.length === 0))
      .flatMap(({ path }) => entries(path, languages)),
    ...[...new Set(therapists.flatMap(([, slugs]) => slugs))].flatMap((slug) =>
      entries(
        paths.therapist(slug),
        therapists.flatMap(([locale, slugs]) => (slugs.includes(slug) ? locale : [])),
      ),
    ),
    ...blog,
    ...blogTags.flatMap((tag) => listOf(paths.tag(tag), ({ tags }) => tags.includes(tag))),
    ...authors.flatMap((slug) => listOf(paths.by(slug), ({ author }) => author.slug === slug)),
    ...allPosts.flatMap(({ slug }) =>
      entries(
        paths.post(slug),
        languages.filter((locale) => modified.get(locale)?.has(slug)),
        (locale) => modified.get(locale)?.get(slug),
      ),
    ),
  ]
}

/** Search engines must not index beta. */
export function isIndexable(): boolean {
  const { mode, deployment } = env()
  return mode !== 'beta' || deployment === 'local'
}
