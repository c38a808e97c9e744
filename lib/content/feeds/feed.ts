import { absolute, siteOrigin } from '@/lib/content/origin'
import { BlogUnavailable } from '@/lib/content/post-cache'
import { post, posts, postsOf, postsState, tagNamed } from '@/lib/content/posts'
import { reasonOf, report } from '@/lib/content/report'
import { respond, cachedText } from '@/lib/content/text-response'
import { pages, tagAbouts } from '@/lib/pages'
import { type BlogTag, feedFormats, limits, paths, siteName, tagMatter } from '@/lib/site'
import { feedBody } from './body'
import { atom, type FeedContent, type FeedItem, jsonFeed, rss } from './formats'

const formats = {
  rss: { write: rss, ...feedFormats[0] },
  atom: { write: atom, ...feedFormats[1] },
  json: { write: jsonFeed, ...feedFormats[2] },
} as const
export type FeedFormat = keyof typeof formats

/** Null if the text is unavailable, so that readers keep their copy. */
async function itemOf(slug: string): Promise<FeedItem | null> {
  const link = absolute(paths.post(slug))
  try {
    const full = await post(slug)
    if (!full) return null
    const by = { name: full.author.name, address: absolute(paths.by(full.author.slug)) }
    return {
      link,
      title: full.title,
      description: full.description,
      html: await feedBody(full, link),
      author: by,
      tags: full.tags.map((tag) => ({ name: tag, address: absolute(paths.tag(tag)) })),
      written: new Date(full.written),
      modified: new Date(full.modified),
    }
  } catch (error) {
    report('post left out of the feeds', { slug, because: reasonOf(error) })
    return null
  }
}

const newest = (dates: readonly { modified: string | Date }[]) =>
  Math.max(...dates.map(({ modified }) => new Date(modified).getTime()))

/**
 * The newest posts, dated by the newest change so that the output is stable.
 * @throws {BlogUnavailable} if there are posts and none can be read
 */
async function feedContent(tag?: BlogTag): Promise<FeedContent> {
  const listed = (await postsOf({ tag })).slice(0, limits.feedPosts)
  const items = (await Promise.all(listed.map(({ slug }) => itemOf(slug)))).filter((item) => item !== null)
  if (listed.length > 0 && items.length === 0) throw new BlogUnavailable('No post can be read.')
  const dated = items.length > 0 ? items : await posts()
  return {
    title: tag === undefined ? `${siteName}: the blog` : `${siteName}: posts about ${tagMatter(tag)}`,
    description: tag === undefined ? pages.blog.description : tagAbouts[tag],
    link: absolute(tag === undefined ? paths.blog : paths.tag(tag)),
    home: siteOrigin(),
    updated: new Date(dated.length > 0 ? newest(dated) : (await postsState()).changedAt),
    items,
  }
}

export async function feedText(format: FeedFormat, tag?: BlogTag): Promise<string> {
  const { write, file, path } = formats[format]
  return write(await feedContent(tag), absolute(tag === undefined ? path : paths.tagFeed(tag, file)))
}

/** 404 for an unknown tag. */
export async function feedResponse(request: Request, format: FeedFormat, name?: string): Promise<Response> {
  const tag = name === undefined ? undefined : tagNamed(name)
  if (tag === null) return new Response('Not found', { status: 404 })
  const key = ['feed', format, tag ?? '', siteOrigin()].join(' ')
  return respond(request, formats[format].type, () => cachedText(key, () => feedText(format, tag)))
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
