import { randomUUID } from 'node:crypto'
import { unstable_cache as cached } from 'next/cache'
import etag from 'etag'
import { LRUCache } from 'lru-cache'
import { postTimes } from '@/lib/site'
import { isNotModified } from '@/lib/not-modified'
import { contentTag, readPostsState, retryAfterSeconds } from './posts'
import { reasonOf, report } from './report'

export type CachedText = {
  text: string
  /** Weak, so that compression does not change it. */
  etag: string
  /** When this process first created this text, in milliseconds. */
  changedAt: number
}

/** Three feeds of the blog and of each tag, and the sitemap. */
const maxTexts = 30

const memory = new LRUCache<string, { version: string; createdAt: number; promise: Promise<CachedText> }>({
  max: maxTexts,
})

/** Changes after each revalidation: a body may change without a new revision of the posts. */
const revalidationId = cached(async () => randomUUID(), ['texts made of posts'], { tags: [contentTag] })

async function createText(create: () => Promise<string>, previous?: Promise<CachedText>): Promise<CachedText> {
  const text = await create()
  const tag = etag(text, { weak: true })
  const last = await previous
  return { text, etag: tag, changedAt: last?.etag === tag ? last.changedAt : Date.now() }
}

/**
 * A text that is created once per revision of the posts, and again after `postTimes.maxListAge`.
 * @param key names the text and all else that it depends on
 * @throws what `create` throws; the next call tries again
 */
export async function cachedText(key: string, create: () => Promise<string>): Promise<CachedText> {
  const [{ revision }, revalidation] = await Promise.all([readPostsState(), revalidationId()])
  const version = `${revision} ${revalidation}`
  const previous = memory.get(key)
  const createdAt = Date.now()
  if (previous?.version === version && createdAt - previous.createdAt < postTimes.maxListAge * 1000)
    return previous.promise
  const promise = createText(create, previous?.promise)
  memory.set(key, { version, createdAt, promise })
  promise.catch(() => {
    if (memory.peek(key)?.promise === promise) memory.delete(key)
  })
  return promise
}

const defaultRetryAfter = 30

/**
 * The end of the second in which the text changed; null during that second, because HTTP dates cannot tell texts of
 * one second apart.
 */
function lastModified(changedAt: number, now: number): string | null {
  const endOfSecond = (Math.floor(changedAt / 1000) + 1) * 1000
  return endOfSecond <= now ? new Date(endOfSecond).toUTCString() : null
}

/** The text, or 304 (RFC 9110, section 13). */
export function conditionalResponse(request: Request, type: string, { text, etag, changedAt }: CachedText): Response {
  const date = lastModified(changedAt, Date.now())
  const headers = {
    ETag: etag,
    ...(date !== null && { 'Last-Modified': date }),
    'Cache-Control': `public, max-age=${postTimes.browserCache}`,
  }
  const requestHeaders = Object.fromEntries(request.headers)
  const isUnchanged = isNotModified(requestHeaders, { etag, ...(date !== null && { 'last-modified': date }) })
  if (isUnchanged) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, {
    headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` },
  })
}

/** A conditional response, or an uncached 503 with `Retry-After` while posts are unavailable. */
export async function respondWithText(
  request: Request,
  type: string,
  readText: () => Promise<CachedText>,
): Promise<Response> {
  try {
    return conditionalResponse(request, type, await readText())
  } catch (error) {
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
}
