/** Route tables and access rules of the stand-ins. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'

/**
 * @param table of `METHOD /path/:id`
 * @returns an `id` of null if its escapes are invalid
 */
export function findRoute<R>(
  table: Record<string, R>,
  method: string,
  path: string,
): { route: R; id: string | null } | null {
  const wanted = path.replace(/\/$/, '').split('/')
  for (const [pattern, route] of Object.entries(table)) {
    const [verb, address = ''] = pattern.split(' ')
    const parts = address.split('/')
    if (verb !== method || parts.length !== wanted.length) continue
    if (parts.every((part, index) => part === ':id' || part === wanted[index])) {
      return { route, id: unescaped(wanted[parts.indexOf(':id')] ?? '') }
    }
  }
  return null
}

function unescaped(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** In constant time, whatever the lengths. */
export const isSameText = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** Guards against DNS rebinding. */
export const requireLocalHost: RequestHandler = (request, response, next) => {
  if (loopback.test(request.headers.host ?? '')) next()
  else response.status(421).json({ error: 'The stand-ins answer to localhost only.' })
}

/** Guards against forms of other sites; callers that are not browsers send neither header. */
export const rejectCrossSite: RequestHandler = (request, response, next) => {
  const origin = request.get('origin')
  const isForeign = origin !== undefined && !loopback.test(URL.parse(origin)?.host ?? '')
  if (!isForeign && request.get('sec-fetch-site') !== 'cross-site') next()
  else response.status(403).json({ error: 'Only pages on this machine can change things here.' })
}
