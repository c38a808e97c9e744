import etag from 'etag'
import type { PostSummary } from '@/lib/contract/content'
import { isNotModified } from '@/lib/not-modified'
import { postTimes } from '@/lib/site'
import { readPosts, retryAfterSeconds } from './posts'
import { reasonOf, report } from './report'

const texts = new WeakMap<readonly PostSummary[], Map<string, Promise<string>>>()

/** Creates a text once per reading of the posts. */
async function textOf(key: string, create: () => Promise<string>): Promise<string> {
  const posts = await readPosts()
  const known = texts.get(posts) ?? new Map<string, Promise<string>>()
  texts.set(posts, known)
  const text = known.get(key) ?? create()
  known.set(key, text)
  text.catch(() => known.delete(key))
  return text
}

const defaultRetryAfter = 30

function unavailable(request: Request, error: unknown): Response {
  report('a response with posts could not be created', {
    path: new URL(request.url).pathname,
    reason: reasonOf(error),
  })
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

/**
 * A text made of posts, or 304, or an uncached 503 with `Retry-After` while posts are unavailable.
 * @param create is called once per address and reading of the posts
 */
export async function respondWithText(
  request: Request,
  type: string,
  create: () => Promise<string>,
): Promise<Response> {
  try {
    const text = await textOf(new URL(request.url).pathname, create)
    // Weak, so that compression does not change it.
    const tag = etag(text, { weak: true })
    const headers = { ETag: tag, 'Cache-Control': `public, max-age=${postTimes.browserCache}` }
    if (isNotModified(Object.fromEntries(request.headers), { etag: tag }))
      return new Response(null, { status: 304, headers })
    return new Response(request.method === 'HEAD' ? null : text, {
      headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` },
    })
  } catch (error) {
    return unavailable(request, error)
  }
}
