import etag from 'etag'
import { isNotModified } from '@/lib/not-modified'
import { absoluteUrl, siteOrigin } from '@/lib/site-settings'
import { BlogUnavailable, isInList, parseTag, readPosts, readPostTree, retryAfterSeconds } from '@/lib/content/posts'
import { reasonOf, report } from '@/lib/content/content-files'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, langOf, localeOfSegment, localPath, type Locale } from '@/lib/locales'
import { type BlogTag, feedFormats, limits, paths, postTimes, siteName, messageKey } from '@/lib/site'
import { feedBody } from './body'
import { atom, type FeedContent, type FeedItem, jsonFeed, rss } from './formats'

const formats = {
  rss: { write: rss, ...feedFormats[0] },
  atom: { write: atom, ...feedFormats[1] },
  json: { write: jsonFeed, ...feedFormats[2] },
} as const
export type FeedFormat = keyof typeof formats

/** Null if the text is unavailable, so that readers keep their copy. */
async function readItem(slug: string, locale: Locale): Promise<FeedItem | null> {
  const addressOf = (path: string) => absoluteUrl(localPath(path, locale))
  const link = addressOf(paths.post(slug))
  try {
    const [post, t] = await Promise.all([readPostTree(slug, locale), translatorOf(locale, 'blogTagNames')])
    if (!post) return null
    const author = { name: post.author.name, address: addressOf(paths.by(post.author.slug)) }
    return {
      link,
      title: post.title,
      description: post.description,
      html: await feedBody(post, link, locale),
      lang: post.lang,
      author,
      tags: post.tags.map((tag) => ({
        id: tag,
        name: t(messageKey(tag as BlogTag)),
        address: addressOf(paths.tag(tag)),
      })),
      written: new Date(post.written),
      modified: new Date(post.modified),
    }
  } catch (error) {
    report('post left out of the feeds', { slug, reason: reasonOf(error) })
    return null
  }
}

const newestChange = (dates: readonly { modified: string | Date }[]) =>
  Math.max(...dates.map(({ modified }) => new Date(modified).getTime()))

/** Dated by the newest change, so that the output is stable. */
async function readFeedContent(locale: Locale, tag?: BlogTag): Promise<FeedContent> {
  const posts = await readPosts(locale)
  const listed = posts.filter(isInList({ tag })).slice(0, limits.feedPosts)
  const items = (await Promise.all(listed.map(({ slug }) => readItem(slug, locale)))).filter((item) => item !== null)
  if (listed.length > 0 && items.length === 0) throw new BlogUnavailable('No post can be read.')
  const t = await translatorOf(locale, 'feeds')
  const names = { site: siteName }
  const datedPosts = items.length > 0 ? items : posts
  return {
    title: tag === undefined ? t('title', names) : t(`tagTitles.${messageKey(tag)}`, names),
    description:
      tag === undefined
        ? (await translatorOf(locale, 'pages'))('blog.description')
        : (await translatorOf(locale, 'blogTags'))(`${messageKey(tag)}.about`),
    link: absoluteUrl(localPath(tag === undefined ? paths.blog : paths.tag(tag), locale)),
    home: locale === defaultLocale ? siteOrigin() : absoluteUrl(localPath(paths.home, locale)),
    language: langOf(locale),
    updated: new Date(Math.max(0, newestChange(datedPosts))),
    items,
  }
}

export async function createFeed(format: FeedFormat, tag?: BlogTag, locale: Locale = defaultLocale): Promise<string> {
  const { write, file, path } = formats[format]
  const address = localPath(tag === undefined ? path : paths.tagFeed(tag, file), locale)
  return write(await readFeedContent(locale, tag), absoluteUrl(address))
}

const defaultRetryAfter = 30

function unavailable(error: unknown, about: object): Response {
  report('a feed could not be created', { ...about, reason: reasonOf(error) })
  const wait = retryAfterSeconds(error instanceof Error && error.cause ? error.cause : error) ?? defaultRetryAfter
  return new Response('The posts cannot be read at the moment.\n', {
    status: 503,
    headers: {
      'Retry-After': String(Math.ceil(wait)),
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain; charset=utf-8',
    },
  })
}

type FeedParams = { locale?: string; tag?: string }

/** 404 for an unknown tag or language, and an uncached 503 while posts are unavailable. English has no segment. */
export async function feedResponse(request: Request, format: FeedFormat, params: FeedParams = {}): Promise<Response> {
  const tag = params.tag === undefined ? undefined : parseTag(params.tag)
  const locale = params.locale === undefined ? defaultLocale : localeOfSegment(params.locale)
  if (tag === null || !locale) return new Response('Not found', { status: 404 })
  try {
    const text = await createFeed(format, tag, locale)
    // Weak, so that compression does not change it.
    const headers = { ETag: etag(text, { weak: true }), 'Cache-Control': `public, max-age=${postTimes.browserCache}` }
    if (isNotModified(Object.fromEntries(request.headers), { etag: headers.ETag }))
      return new Response(null, { status: 304, headers })
    return new Response(request.method === 'HEAD' ? null : text, {
      headers: { ...headers, 'Content-Type': `${formats[format].type}; charset=utf-8` },
    })
  } catch (error) {
    return unavailable(error, { format, ...params })
  }
}

export const feedRoute =
  (format: FeedFormat) =>
  // Next passes no params to a route without dynamic segments, despite its types.
  async (request: Request, { params }: { params: Promise<FeedParams | undefined> | undefined }): Promise<Response> =>
    feedResponse(request, format, await params)
