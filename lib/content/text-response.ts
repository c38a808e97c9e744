import etag from 'etag'
import { isNotModified } from '@/lib/not-modified'
import { postTimes } from '@/lib/site'
import { retryAfterSeconds } from './posts'
import { reasonOf, report } from './content-files'

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

/** A text made of posts, or 304, or an uncached 503 with `Retry-After` while posts are unavailable. */
export async function respondWithText(
  request: Request,
  type: string,
  create: () => Promise<string>,
): Promise<Response> {
  try {
    const text = await create()
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
