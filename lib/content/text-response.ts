import { randomUUID } from 'node:crypto'
import { unstable_cache as cached } from 'next/cache'
import etag from 'etag'
import { LRUCache } from 'lru-cache'
import { isNotModified } from '@/lib/not-modified'
import { contentTag, freshFor, postsState, retryAfterSeconds } from './posts'
import { reasonOf, report } from './report'

export type CachedText = {
  text: string
  /** Weak, so that compression does not change it. */
  etag: string
  /** When this process first created this text, in milliseconds. */
  changedAt: number
}

/** Three feeds of the blog and of each tag, and the sitemap. */
const most = 30

const memory = new LRUCache<string, { stamp: string; madeAt: number; made: Promise<CachedText> }>({ max: most })

/** Changes after each revalidation: a body may change without a new revision of the posts. */
const round = cached(async () => randomUUID(), ['texts made of posts'], { tags: [contentTag] })

async function renewed(make: () => Promise<string>, before?: Promise<CachedText>): Promise<CachedText> {
  const text = await make()
  const tag = etag(text, { weak: true })
  const last = await before
  return { text, etag: tag, changedAt: last?.etag === tag ? last.changedAt : Date.now() }
}

/**
 * A text that is created once per revision of the posts, and again after `freshFor`.
 * @param key names the text and all else that it depends on
 * @throws what `make` throws; the next call tries again
 */
export async function cachedText(key: string, make: () => Promise<string>): Promise<CachedText> {
  const [{ revision }, now] = await Promise.all([postsState(), round()])
  const stamp = `${revision} ${now}`
  const before = memory.get(key)
  const madeAt = Date.now()
  if (before?.stamp === stamp && madeAt - before.madeAt < freshFor * 1000) return before.made
  const made = renewed(make, before?.made)
  memory.set(key, { stamp, madeAt, made })
  made.catch(() => {
    if (memory.peek(key)?.made === made) memory.delete(key)
  })
  return made
}

const maxAge = 300

const patience = 30

/**
 * The end of the second in which the text changed; null during that second, because HTTP dates cannot tell texts of
 * one second apart.
 */
function lastModified(changedAt: number, now: number): string | null {
  const second = (Math.floor(changedAt / 1000) + 1) * 1000
  return second <= now ? new Date(second).toUTCString() : null
}

/** The text, or 304 (RFC 9110, section 13). */
export function conditionalResponse(request: Request, type: string, { text, etag, changedAt }: CachedText): Response {
  const date = lastModified(changedAt, Date.now())
  const headers = {
    ETag: etag,
    ...(date !== null && { 'Last-Modified': date }),
    'Cache-Control': `public, max-age=${maxAge}`,
  }
  const given = Object.fromEntries(request.headers)
  const has = isNotModified(given, { etag, ...(date !== null && { 'last-modified': date }) })
  if (has) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, {
    headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` },
  })
}

/** A conditionalResponse response, or an uncached 503 with `Retry-After` while posts are unavailable. */
export async function respond(request: Request, type: string, made: () => Promise<CachedText>): Promise<Response> {
  try {
    return conditionalResponse(request, type, await made())
  } catch (error) {
    report('a response with posts could not be created', {
      path: new URL(request.url).pathname,
      because: reasonOf(error),
    })
    const wait = retryAfterSeconds(error instanceof Error && error.cause ? error.cause : error) ?? patience
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
