import { absoluteUrl, siteOrigin } from '@/lib/site-settings'
import { BlogUnavailable, readPostTree, readPosts, filterPosts, parseTag } from '@/lib/content/posts'
import { reasonOf, report } from '@/lib/content/content-files'
import { respondWithText } from '@/lib/content/text-response'
import { translatorOf } from '@/lib/i18n/translator'
import { type BlogTag, feedFormats, limits, paths, siteName, tagKey } from '@/lib/site'
import { feedBody } from './body'
import { atom, type FeedContent, type FeedItem, jsonFeed, rss } from './formats'

const formats = {
  rss: { write: rss, ...feedFormats[0] },
  atom: { write: atom, ...feedFormats[1] },
  json: { write: jsonFeed, ...feedFormats[2] },
} as const
export type FeedFormat = keyof typeof formats

/** Null if the text is unavailable, so that readers keep their copy. */
async function readItem(slug: string): Promise<FeedItem | null> {
  const link = absoluteUrl(paths.post(slug))
  try {
    const post = await readPostTree(slug)
    if (!post) return null
    const author = { name: post.author.name, address: absoluteUrl(paths.by(post.author.slug)) }
    return {
      link,
      title: post.title,
      description: post.description,
      html: await feedBody(post, link),
      lang: post.lang,
      author,
      tags: post.tags.map((tag) => ({ name: tag, address: absoluteUrl(paths.tag(tag)) })),
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

/**
 * The newest posts, dated by the newest change so that the output is stable.
 * @throws {BlogUnavailable} if there are posts and none can be read
 */
async function readFeedContent(tag?: BlogTag): Promise<FeedContent> {
  const listed = (await filterPosts({ tag })).slice(0, limits.feedPosts)
  const items = (await Promise.all(listed.map(({ slug }) => readItem(slug)))).filter((item) => item !== null)
  if (listed.length > 0 && items.length === 0) throw new BlogUnavailable('No post can be read.')
  const t = await translatorOf('en', 'feeds')
  const names = { site: siteName }
  const datedPosts = items.length > 0 ? items : await readPosts()
  return {
    title: tag === undefined ? t('title', names) : t(`tagTitles.${tagKey(tag)}`, names),
    description:
      tag === undefined
        ? (await translatorOf('en', 'pages'))('blog.description')
        : (await translatorOf('en', 'blogTags'))(`${tagKey(tag)}.about`),
    link: absoluteUrl(tag === undefined ? paths.blog : paths.tag(tag)),
    home: siteOrigin(),
    updated: new Date(Math.max(0, newestChange(datedPosts))),
    items,
  }
}

export async function createFeed(format: FeedFormat, tag?: BlogTag): Promise<string> {
  const { write, file, path } = formats[format]
  return write(await readFeedContent(tag), absoluteUrl(tag === undefined ? path : paths.tagFeed(tag, file)))
}

/** 404 for an unknown tag. */
export async function feedResponse(request: Request, format: FeedFormat, tagName?: string): Promise<Response> {
  const tag = tagName === undefined ? undefined : parseTag(tagName)
  if (tag === null) return new Response('Not found', { status: 404 })
  return respondWithText(request, formats[format].type, () => createFeed(format, tag))
}

/** The route handler of the blog's or a tag's feed. */
export const feedRoute =
  (format: FeedFormat) =>
  // Next passes no params to a route without dynamic segments, despite its types.
  async (
    request: Request,
    { params }: { params: Promise<{ tag?: string } | undefined> | undefined },
  ): Promise<Response> =>
    feedResponse(request, format, (await params)?.tag)
