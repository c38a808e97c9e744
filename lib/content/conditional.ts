import { isNotModified } from '@/lib/not-modified'
import { secondsToWait } from './posts'
import type { Remembered } from './remembered'
import { reasonOf, report } from './report'

/** Seconds for which nobody need ask again. */
const maxAge = 300

/** Seconds after which to ask again, where the source did not say. */
const patience = 30

/**
 * The second after which the text has been as it is, as HTTP writes it; null while that second lasts. A date
 * has no parts of a second, so another text of the same second would pass for this one.
 */
function lastModified(changedAt: number, now: number): string | null {
  const second = (Math.floor(changedAt / 1000) + 1) * 1000
  return second <= now ? new Date(second).toUTCString() : null
}

/** A text, or 304 to whoever has it: RFC 9110, section 13. */
export function conditional(request: Request, type: string, { text, etag, changedAt }: Remembered): Response {
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

/** An answer made of posts; while they cannot be had, one that says when to ask again and that nobody keeps. */
export async function conditionally(
  request: Request,
  type: string,
  made: () => Promise<Remembered>,
): Promise<Response> {
  try {
    return conditional(request, type, await made())
  } catch (error) {
    report('nothing could be made of the posts', { path: new URL(request.url).pathname, because: reasonOf(error) })
    const wait = secondsToWait(error instanceof Error && error.cause ? error.cause : error) ?? patience
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
