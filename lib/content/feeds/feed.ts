import etag from 'etag'
import { Feed } from 'feed'
import { isNotModified } from '@/lib/not-modified'
import { absoluteUrl } from '@/lib/site-settings'
import { BlogUnavailable, isInList, parseTag, readPosts, readPostTree, retryAfterSeconds } from '@/lib/content/posts'
import { reasonOf, report } from '@/lib/content/content-files'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, langOf, localeOfSegment, localPath, type Locale } from '@/lib/locales'
import { type BlogTag, limits, paths, postTimes, siteName, messageKey } from '@/lib/site'
import { feedBody, htmlText, xmlText } from './body'

type FeedItem = Parameters<Feed['addItem']>[0] & { modified: Date }

/** The library unescapes `&amp;` once, so it is escaped twice. */
const textElement = (value: string) => ({ _text: xmlText(value).replaceAll('&', '&amp;') })

/**
 * RSS requires an email address as `author`, so `dc:creator` names the author. Titles are plain text, because the
 * library breaks at a second `]]>`.
 * @returns null if the text is unavailable, so that readers keep their copy
 */
async function readItem(slug: string, locale: Locale): Promise<FeedItem | null> {
  const addressOf = (path: string) => absoluteUrl(localPath(path, locale))
  const link = addressOf(paths.post(slug))
  try {
    const [post, t] = await Promise.all([readPostTree(slug, locale), translatorOf(locale, 'blogTagNames')])
    if (!post) return null
    return {
      title: post.title,
      link,
      date: new Date(post.written),
      modified: new Date(post.modified),
      description: htmlText(post.description),
      content: await feedBody(post, link, locale),
      category: post.tags.map((tag) => ({ name: t(messageKey(tag as BlogTag)), domain: addressOf(paths.tag(tag)) })),
      extensions: [
        { name: 'title', objects: textElement(post.title) },
        { name: 'dc:creator', objects: textElement(post.author.name) },
      ],
    }
  } catch (error) {
    report('post left out of the feeds', { slug, reason: reasonOf(error) })
    return null
  }
}

const newestChange = (dates: readonly { modified: string | Date }[]) =>
  Math.max(0, ...dates.map(({ modified }) => new Date(modified).getTime()))

async function wordsOf(locale: Locale, tag: BlogTag | undefined) {
  const [t, names] = [await translatorOf(locale, 'feeds'), { site: siteName }]
  if (tag === undefined)
    return { title: t('title', names), description: (await translatorOf(locale, 'pages'))('blog.description') }
  const description = (await translatorOf(locale, 'blogTags'))(`${messageKey(tag)}.about`)
  return { title: t(`tagTitles.${messageKey(tag)}`, names), description }
}

/** RSS 2.0, dated by the newest change, so that the output is stable. */
export async function createFeed(tag?: BlogTag, locale: Locale = defaultLocale): Promise<string> {
  const posts = await readPosts(locale)
  const listed = posts.filter(isInList({ tag })).slice(0, limits.feedPosts)
  const items = (await Promise.all(listed.map(({ slug }) => readItem(slug, locale)))).filter((item) => item !== null)
  if (listed.length > 0 && items.length === 0) throw new BlogUnavailable('No post can be read.')
  const addressOf = (path: string) => absoluteUrl(localPath(path, locale))
  const feed = new Feed({
    ...(await wordsOf(locale, tag)),
    copyright: siteName,
    generator: false,
    language: langOf(locale),
    link: addressOf(tag === undefined ? paths.blog : paths.tag(tag)),
    updated: new Date(newestChange(items.length > 0 ? items : posts)),
    docs: 'https://www.rssboard.org/rss-specification',
    feedLinks: { rss: addressOf(tag === undefined ? paths.feed : paths.tagFeed(tag)) },
  })
  for (const { modified: _, ...item } of items) feed.addItem(item)
  return feed.rss2()
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
export async function feedResponse(request: Request, params: FeedParams = {}): Promise<Response> {
  const tag = params.tag === undefined ? undefined : parseTag(params.tag)
  const locale = params.locale === undefined ? defaultLocale : localeOfSegment(params.locale)
  if (tag === null || !locale) return new Response('Not found', { status: 404 })
  try {
    const text = await createFeed(tag, locale)
    // Weak, so that compression does not change it.
    const headers = { ETag: etag(text, { weak: true }), 'Cache-Control': `public, max-age=${postTimes.browserCache}` }
    if (isNotModified(Object.fromEntries(request.headers), { etag: headers.ETag }))
      return new Response(null, { status: 304, headers })
    return new Response(request.method === 'HEAD' ? null : text, {
      headers: { ...headers, 'Content-Type': 'application/rss+xml; charset=utf-8' },
    })
  } catch (error) {
    return unavailable(error, params)
  }
}

type Context = { params: Promise<FeedParams | undefined> | undefined }

/** Next passes no params to a route without dynamic segments, despite its types. */
export const feedRoute = async (request: Request, { params }: Context): Promise<Response> =>
  feedResponse(request, await params)
