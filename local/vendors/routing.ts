/** Route tables and access rules of the stand-ins. */
import type { RequestHandler } from 'express'

/** @param table of `METHOD /path/:id` */
export function findRoute<R>(table: Record<string, R>, method: string, path: string): { route: R; id: string } | null {
  const wanted = path.replace(/\/$/, '').split('/')
  for (const [pattern, route] of Object.entries(table)) {
    const [verb, address = ''] = pattern.split(' ')
    const parts = address.split('/')
    if (verb !== method || parts.length !== wanted.length) continue
    if (parts.every((part, index) => part === ':id' || part === wanted[index])) {
      return { route, id: decodeURIComponent(wanted[parts.indexOf(':id')] ?? '') }
    }
  }
  return null
}

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
